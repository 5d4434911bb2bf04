import { z } from "zod";
import { resolveAgent, requireAgent } from "../agents";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Filter, Id, SearchText } from "../kernel/operation/input";
import { fromCents, toCents } from "../kernel/text/money";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { payPeriod } from "../trade/periods";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";
import { PeopleChoices, peopleChoices, requireOffice } from "../offices";
import { KINDS, LedgerLineOutput, toLineOutput } from "./ledger";
import { kindOrder, type Line, lineName, periodLines } from "./lines";
import { findPeriod, isRunning, PayPeriodOutput, periodName } from "./periods";
import { computePeriodHash } from "./close";
import { findLinks } from "./statements/details";

const FIELDS = ["agent", "officeName", "kind", "basis", "count", "php", "usd", "reason", "at"] as const;
const columns: Record<(typeof FIELDS)[number], Statement> = {
  agent: sql`agent COLLATE by_name`,
  officeName: sql`"officeName" COLLATE by_name`,
  kind: kindOrder,
  basis: sql`basis`,
  count: sql`count`,
  php: sql`php`,
  usd: sql`usd`,
  reason: sql`reason`,
  at: sql`at`,
};
export const Input = Paging(FIELDS, "agent").extend({
  id: Id,
  agentId: Filter(z.union([Id, SearchText(255)])),
  companyId: Filter(Id),
  kind: Filter(z.enum(KINDS, "Please choose one from the list.")),
});
const Sums = z.object({ php: z.number(), usd: z.number().nullable() });

/** A half-month with its ledger lines; if it is open, also the priced events so far. */
export const periodScreen = query({
  name: "payroll.periodScreen",
  does: "read the ledger",
  allow: atLeast("admin"),
  input: Input,
  output: List(
    LedgerLineOutput.extend({ name: z.string(), settles: z.string().nullable(), link: z.string().nullable() }),
  ).extend({
    period: PayPeriodOutput.extend({ running: z.boolean() }),
    /** True if the lines still match the hash computed at closing; null while the period is open. */
    intact: z.boolean().nullable(),
    sums: Sums,
    choices: PeopleChoices,
    /** The chosen agent's username. */
    agent: z.string().nullable(),
    page: z.int(),
    pageSize: z.int(),
    sortField: z.string(),
    sortAsc: z.boolean(),
  }),
  async run({ actor }, input) {
    const { period, chosen, lines, order } = await chosenLines(actor, input);
    const records = await queryRows<Line>(sql`${lines} ${order} ${limit(input)}`);
    const links = await findLinks(records);
    const sums = await queryOne<{ total: number; php: string; usd: string | null }>(sql`
      SELECT count(*)::int AS total, coalesce(sum(php), 0)::numeric(14,2) AS php,
        CASE WHEN bool_or(usd IS NULL) THEN NULL ELSE coalesce(sum(usd), 0)::numeric(14,2) END AS usd
      FROM (${lines}) AS lines`);
    const { page, pageSize, sortField, sortAsc } = input;
    return {
      ...{
        items: records.map((line) => withNames(line, links)),
        total: sums?.total ?? 0,
        page,
        pageSize,
        sortField,
        sortAsc,
      },
      period: { ...period, running: isRunning(period) },
      intact:
        period.hash === null ? null : period.hash === (await computePeriodHash(period.id, String(period.phpPerUsd))),
      sums: { php: fromCents(toCents(sums?.php ?? 0)), usd: sums?.usd ? fromCents(toCents(sums.usd)) : null },
      choices: await peopleChoices(actor, input.companyId),
      agent: chosen?.username ?? null,
    };
  },
});

/** The lines of a half-month that meet the criteria, as a statement, with their order. Throws 404 and 422. */
async function chosenLines(actor: Actor, input: z.output<typeof Input>) {
  const period = await findPeriod(input.id);
  const halves = payPeriod(input.id) ?? period;
  const chosen = await chosenAgent(actor, input.agentId);
  const office = input.companyId === undefined ? undefined : await requireOffice(actor, input.companyId);
  const filter = { agentId: chosen?.id, companyId: input.companyId };
  const lines = sql`
    SELECT * FROM (${periodLines(input.id, halves, filter)}) AS lines
    WHERE ${all([input.kind !== undefined && sql`kind = ${input.kind}`])}`;
  const tieBreakers = sql`agent COLLATE by_name, "agentId", "companyId", ${kindOrder}, "typeId", basis, id`;
  return { period, office, chosen, lines, order: orderBy(columns, input, tieBreakers) };
}

/** All lines of a half-month with their links, in the order of the screen; for its export. */
export async function readPeriodLines(actor: Actor, input: z.output<typeof Input>) {
  const { period, office, chosen, lines, order } = await chosenLines(actor, input);
  const records = await queryRows<Line>(sql`${lines} ${order}`);
  const links = await findLinks(records);
  return {
    ...{ period, office: office?.officeName, agent: chosen?.username },
    lines: records.map((line) => withNames(line, links)),
  };
}

/** Adds what the line is, its link, and the name of the half-month that a payment settles. */
const withNames = (line: Line, links: Awaited<ReturnType<typeof findLinks>>) => ({
  ...toLineOutput(line),
  name: lineName(line),
  link: linkName(line.typeId === null ? undefined : links.get(line.typeId)),
  settles: line.kind === "payment" && line.refersTo !== null ? periodName(line.refersTo) : null,
});

const linkName = (found: { site: string | null; link: string | null } | undefined): string | null =>
  found ? `${found.site}: ${found.link}` : null;

async function chosenAgent(actor: Actor, idOrUsername: number | string | undefined) {
  return idOrUsername === undefined ? undefined : requireAgent(actor, await resolveAgent(actor, idOrUsername));
}
