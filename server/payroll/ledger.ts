import { z } from "zod";
import { requireAgent } from "../agents";
import { all, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Filter, Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { fromCents, toCents } from "../kernel/text/money";
import { requireOffice } from "../offices";
import { ledgerLines, type Line } from "./lines";
import { findPeriod } from "./periods";

export const KINDS = ["event", "correction", "adjustment", "advance", "penalty", "payment"] as const;

/** A line of the ledger or of a statement. Event lines of an open period are not written yet: no id, no time. */
export const LedgerLineOutput = z
  .object({
    id: z.int().nullable(),
    periodId: z.int(),
    agentId: z.int(),
    companyId: z.int(),
    kind: z.enum(KINDS),
    /** Event and correction lines only: the link, its pricing and the net count. */
    typeId: z.int().nullable(),
    basis: z.string().nullable(),
    count: z.int().nullable(),
    php: z.number(),
    usd: z.number().nullable(),
    /** The names when the line was written; current names if it is not written yet. */
    agent: z.string(),
    officeName: z.string(),
    reason: z.string().nullable(),
    /** Username of the author. */
    by: z.string().nullable(),
    at: z.string().nullable(),
    /** For a correction, the line of the original. For a payment, the paid period. */
    refersTo: z.int().nullable(),
  })
  .meta({
    id: "LedgerLine",
    description: "A line of the ledger. Lines are never changed; corrections are lines of their own.",
  });
export type LedgerLineOutput = z.output<typeof LedgerLineOutput>;

export const toLineOutput = ({ php, usd, at, ...line }: Line): LedgerLineOutput => ({
  ...line,
  php: fromCents(toCents(php)),
  usd: usd === null ? null : fromCents(toCents(usd)),
  at: at && isoTime(at),
});

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
  agent: sql`agent COLLATE by_name`,
  officeName: sql`"officeName" COLLATE by_name`,
  kind: sql`kind`,
  basis: sql`basis`,
  count: sql`count`,
  php: sql`php`,
  usd: sql`usd`,
  reason: sql`reason`,
  by: sql`by`,
  at: sql`at`,
};

const LedgerInput = Paging(FIELDS, "id", false).extend({
  periodId: Filter(Id),
  agentId: Filter(Id),
  companyId: Filter(Id),
  kind: Filter(z.enum(KINDS, "Please choose one from the list.")),
});

/** The lines of the ledger, newest first by default. Event lines of a half-month are written when it is closed. */
export const searchLedger = query({
  name: "payroll.searchLedger",
  does: "read the ledger",
  allow: atLeast("admin"),
  input: LedgerInput.extend(cursorInput),
  output: List(LedgerLineOutput).extend(cursorAnswer),
  run: ({ actor }, input) => pageOfLedger(actor, input),
});

async function pageOfLedger(actor: Actor, input: z.output<typeof LedgerInput> & { after?: string | undefined }) {
  const { after, periodId, agentId, companyId, kind } = input;
  if (periodId !== undefined) await findPeriod(periodId);
  if (agentId !== undefined) await requireAgent(actor, agentId);
  if (companyId !== undefined) await requireOffice(actor, companyId);
  const condition = all([
    periodId !== undefined && sql`l.period_id = ${periodId}`,
    kind !== undefined && sql`l.kind = ${kind}`,
  ]);
  const lines = ledgerLines(condition, { agentId, companyId });
  if (after !== undefined) {
    const read = (above: number, most: number) =>
      queryRows<Line>(sql`SELECT * FROM (${lines}) AS lines WHERE id > ${above} ORDER BY id LIMIT ${most}`);
    const { rows, ...counted } = await followById("ledger", { ...input, after }, ({ id }) => Number(id), read);
    return { items: rows.map(toStoredLineOutput), ...counted };
  }
  const records = await queryRows<Line>(
    sql`SELECT * FROM (${lines}) AS lines ${orderBy(columns, input, sql`id`)} ${limit(input)}`,
  );
  const row = await queryOne<{ total: number }>(sql`SELECT count(*) AS total FROM (${lines}) AS lines`);
  return { items: records.map(toStoredLineOutput), total: row?.total ?? 0 };
}

/** Dollars are stored for events and payments only. Statements compute those of other lines. */
const toStoredLineOutput = (line: Line): LedgerLineOutput => {
  const isStored = line.kind === "event" || line.kind === "payment";
  return toLineOutput(isStored ? line : { ...line, usd: null });
};
