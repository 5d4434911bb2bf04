import { z } from "zod";
import { requireAgent } from "../agents";
import { one, rows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { atLeast, type Actor } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";
import { requireOffice } from "../offices";
import { KINDS, LedgerLineOutput, lineShown } from "./ledger-line";
import { ledgerLines, type Line } from "./lines";
import { findPeriod } from "./periods";

// SQL by hand: a page of the ledger with its sums.

const FIELDS = [
  "id",
  "periodId",
  "agent",
  "officeName",
  "kind",
  "basis",
  "count",
  "php",
  "usd",
  "reason",
  "by",
  "at",
] as const;
const columns: Record<(typeof FIELDS)[number], Statement> = {
  id: sql`id`,
  periodId: sql`"periodId"`,
  agent: sql`lower(agent)`,
  officeName: sql`lower("officeName")`,
  kind: sql`kind`,
  basis: sql`basis`,
  count: sql`count`,
  php: sql`php`,
  usd: sql`usd`,
  reason: sql`reason`,
  by: sql`by`,
  at: sql`at`,
};

/** An optional filter; empty text and null mean no filter. */
export const Filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === "" || given === null ? undefined : given), schema.optional());

export const LedgerAsked = Paging(FIELDS, "id", false).extend({
  periodId: Filter(Id),
  agentId: Filter(Id),
  companyId: Filter(Id),
  kind: Filter(z.enum(KINDS, "Please choose one from the list.")),
});

/** The lines of the ledger, newest first by default. Event lines of a half-month are written when it is closed. */
export const searchLedger = query({
  name: "payroll.searchLedger",
  does: "read the ledger",
  allow: atLeast("superadmin"),
  input: LedgerAsked,
  output: List(LedgerLineOutput),
  run: ({ actor }, asked) => pageOfLedger(actor, asked),
});

export async function pageOfLedger(actor: Actor, asked: z.output<typeof LedgerAsked>) {
  const { periodId, agentId, companyId, kind } = asked;
  if (periodId !== undefined) await findPeriod(periodId);
  if (agentId !== undefined) await requireAgent(actor, agentId);
  if (companyId !== undefined) await requireOffice(actor, companyId);
  const only = all([
    periodId !== undefined && sql`l.period_id = ${periodId}`,
    kind !== undefined && sql`l.kind = ${kind}`,
  ]);
  const lines = ledgerLines(only, { agentId, companyId });
  const found = await rows<Line>(
    sql`SELECT * FROM (${lines}) AS lines ${orderBy(columns, asked, sql`id`)} ${limit(asked)}`,
  );
  const counted = await one<{ total: number }>(sql`SELECT count(*) AS total FROM (${lines}) AS lines`);
  return { items: found.map(asStored), total: counted?.total ?? 0 };
}

/** Dollars are stored for events and payments only. Statements compute those of other lines. */
const asStored = (line: Line): LedgerLineOutput => {
  const isStored = line.kind === "event" || line.kind === "payment";
  return lineShown(isStored ? line : { ...line, usd: null });
};
