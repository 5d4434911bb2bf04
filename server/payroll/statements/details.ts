import { queryRows } from "../../kernel/database/transactions";
import type { Range } from "../../trade/periods";
import { sql } from "../../kernel/database/sql";
import { AT_TIER } from "../../tracking";
import { type AvpPeriod, avpTiersOf } from "../../types";
import type { Line } from "../lines";
import { referenceOf } from "../runs/run";
import { avpTiers } from "../tiers";

/** The descriptive details of a line, in addition to its figures. */
export type Details = {
  /** The names of the site and link of the sale. */
  site: string | null;
  link: string | null;
  /** AVP sales only: the tier at which they are paid, such as "10-24 sales". */
  tier: string | null;
  /** The ID of the period that a correction refers to or that a payment settles. */
  origin: number | null;
  /** The reference of a payment made by a run. */
  reference: string | null;
  /** True if the agent was deleted, so that the name kept in the line no longer finds them. */
  gone: boolean;
};

/** Adds the details to lines of one period. The number of queries does not depend on the number of lines. */
export async function addDetails<L extends Line>(lines: readonly L[], period: Range): Promise<(L & Details)[]> {
  const links = await findLinks(lines);
  const tiers = await findTiers(lines, period);
  const origins = await findOrigins(lines);
  const references = await findReferences(lines);
  const deletedIds = await findDeletedAgents(lines);
  return lines.map((line) => ({
    ...line,
    ...((line.typeId !== null && links.get(line.typeId)) || { site: null, link: null }),
    tier: isAtTier(line) ? (tiers(line.agentId) ?? null) : null,
    origin: line.kind === "payment" ? line.refersTo : (origins.get(line.refersTo) ?? null),
    reference: (line.id !== null && references.get(line.id)) || null,
    gone: deletedIds.has(line.agentId),
  }));
}

const isAtTier = ({ kind, basis }: Line) => kind === "event" && basis === AT_TIER;

export async function findLinks(lines: readonly Line[]): Promise<Map<number, Pick<Details, "site" | "link">>> {
  const ids = [...new Set(lines.flatMap(({ typeId }) => typeId ?? []))];
  const links = await queryRows<{ id: number; site: string; link: string }>(sql`
    SELECT types.id, sitename AS site, typename AS link FROM types JOIN sites ON sites.id = site_id
    WHERE types.id = ANY(${ids}::int[])`);
  return new Map(links.map(({ id, site, link }) => [id, { site, link }]));
}

/** The tier of each agent with AVP sales, over all of their offices, whatever part of them the statement covers. */
async function findTiers(lines: readonly Line[], period: Range): Promise<(agentId: number) => string | undefined> {
  const ids = [...new Set(lines.filter(isAtTier).map(({ agentId }) => agentId))];
  if (ids.length === 0) return () => undefined;
  const { tiers } = await avpTiersOf(period.start);
  const agentTiers = await queryRows<{ agent_id: number; index: number | null }>(
    avpTiers(period, sql`AND agent_id = ANY(${ids}::int[])`),
  );
  const tierIndexes = new Map(agentTiers.map(({ agent_id, index }) => [agent_id, index]));
  return (agentId) => {
    const tier = tiers.find(({ index }) => index === tierIndexes.get(agentId));
    return tier && tierLabel(tier);
  };
}

const OPEN_END = 1000;

/** The label of a tier, the same as in every list of tiers (REP-AVP-05). */
export function tierLabel({ index, from, to }: AvpPeriod): string {
  if (index === 0) return "0 sales";
  return to >= OPEN_END ? `${from}+ sales` : `${from}-${to} sales`;
}

async function findOrigins(lines: readonly Line[]): Promise<Map<number | null, number>> {
  const ids = lines.flatMap(({ kind, refersTo }) => (kind === "correction" && refersTo !== null ? [refersTo] : []));
  const origins = await queryRows<{ id: number; period: number }>(sql`
    SELECT id, period_id AS period FROM ledger WHERE id = ANY(${ids}::bigint[])`);
  return new Map(origins.map(({ id, period }) => [id, period]));
}

async function findReferences(lines: readonly Line[]): Promise<Map<number, string>> {
  const ids = lines.flatMap(({ kind, id }) => (kind === "payment" && id !== null ? [id] : []));
  const payments = await queryRows<{ id: number; run: number; number: number }>(sql`
    SELECT l.id, p.run_id AS run, p.number FROM ledger l JOIN payments p ON p.run_id = l.run_id AND p.agent_id = l.agent_id
    WHERE l.id = ANY(${ids}::bigint[])`);
  return new Map(payments.map(({ id, run, number }) => [id, referenceOf(run, number)]));
}

/**
 * The payments of undone runs whose return is in the same period: the two lines cancel out. By the ID of the line, the
 * number of its run.
 */
export async function findUndone(lines: readonly Line[]): Promise<Map<number | null, number>> {
  const ids = lines.flatMap(({ kind, id }) => (kind === "payment" && id !== null ? [id] : []));
  const undone = await queryRows<{ id: number; run: number }>(sql`
    SELECT l.id, l.run_id AS run FROM ledger l JOIN payment_runs r ON r.id = l.run_id AND r.undone_at IS NOT NULL
    JOIN ledger other ON other.run_id = l.run_id AND other.period_id = l.period_id
      AND (other.refers_to = l.id OR other.id = l.refers_to)
    WHERE l.id = ANY(${ids}::bigint[])`);
  return new Map(undone.map(({ id, run }) => [id, run]));
}

async function findDeletedAgents(lines: readonly Line[]): Promise<Set<number>> {
  const ids = [...new Set(lines.map(({ agentId }) => agentId))];
  const deleted = await queryRows<{ id: number }>(sql`
    SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id
    WHERE agents.id = ANY(${ids}::int[]) AND deleted_at IS NOT NULL`);
  return new Set(deleted.map(({ id }) => id));
}
