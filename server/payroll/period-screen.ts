import { z } from "zod";
import { agentGiven, requireAgent } from "../agents";
import { one, rows } from "../kernel/database/transactions";
import { Id, Text } from "../kernel/operation/input";
import { amount, cents } from "../kernel/text/money";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { payPeriod } from "../kernel/periods";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";
import { PeopleChoices, peopleChoices, requireOffice } from "../offices";
import { KINDS, LedgerLineOutput, lineShown } from "./ledger";
import { kindOrder, type Line, periodLines } from "./lines";
import { findPeriod, isRunning, PayPeriodOutput, periodName } from "./periods";
import { sealOf } from "./close";
import { Filter } from "./ledger";

// SQL by hand: a page of the lines of a half-month, with sums over all pages.

const FIELDS = ["agent", "officeName", "kind", "basis", "count", "php", "usd", "reason", "at"] as const;
const columns: Record<(typeof FIELDS)[number], Statement> = {
  agent: sql`lower(agent)`,
  officeName: sql`lower("officeName")`,
  kind: kindOrder,
  basis: sql`basis`,
  count: sql`count`,
  php: sql`php`,
  usd: sql`usd`,
  reason: sql`reason`,
  at: sql`at`,
};
const Asked = Paging(FIELDS, "agent").extend({
  id: Id,
  agentId: Filter(z.union([Id, Text(255)])),
  companyId: Filter(Id),
  kind: Filter(z.enum(KINDS, "Please choose one from the list.")),
});
const Sums = z.object({ php: z.number(), usd: z.number().nullable() });

/** A half-month with its ledger lines; if it is open, also the priced events so far. */
export const periodScreen = query({
  name: "payroll.periodScreen",
  does: "read the ledger",
  allow: atLeast("superadmin"),
  input: Asked,
  output: List(LedgerLineOutput.extend({ settles: z.string().nullable() })).extend({
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
  async run({ actor }, asked) {
    const period = await findPeriod(asked.id);
    const halves = payPeriod(asked.id) ?? period;
    const chosen = await chosenAgent(actor, asked.agentId);
    if (asked.companyId !== undefined) await requireOffice(actor, asked.companyId);
    const whose = { agentId: chosen?.id, companyId: asked.companyId };
    const lines = sql`
      SELECT * FROM (${periodLines(asked.id, halves, whose)}) AS lines
      WHERE ${all([asked.kind !== undefined && sql`kind = ${asked.kind}`])}`;
    const ties = sql`lower(agent), "agentId", "companyId", ${kindOrder}, "typeId", basis, id`;
    const found = await rows<Line>(sql`${lines} ${orderBy(columns, asked, ties)} ${limit(asked)}`);
    const sums = await one<{ total: number; php: string; usd: string | null }>(sql`
      SELECT count(*)::int AS total, coalesce(sum(php), 0)::numeric(14,2) AS php,
        CASE WHEN bool_or(usd IS NULL) THEN NULL ELSE coalesce(sum(usd), 0)::numeric(14,2) END AS usd
      FROM (${lines}) AS lines`);
    const { page, pageSize, sortField, sortAsc } = asked;
    return {
      ...{ items: found.map(named), total: sums?.total ?? 0, page, pageSize, sortField, sortAsc },
      period: { ...period, running: isRunning(period) },
      intact: period.hash === null ? null : period.hash === (await sealOf(period.id, String(period.phpPerUsd))),
      sums: { php: amount(cents(sums?.php ?? 0)), usd: sums?.usd ? amount(cents(sums.usd)) : null },
      choices: await peopleChoices(actor, asked.companyId),
      agent: chosen?.username ?? null,
    };
  },
});

/** Adds the name of the half-month that a payment settles. */
const named = (line: Line) => ({
  ...lineShown(line),
  settles: line.kind === "payment" && line.refersTo !== null ? periodName(line.refersTo) : null,
});

async function chosenAgent(actor: Actor, given: number | string | undefined) {
  return given === undefined ? undefined : requireAgent(actor, await agentGiven(actor, given));
}
