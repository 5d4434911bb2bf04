import { z } from "zod";
import { Account, PayPeriod } from "~models";
import { type Nullable, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { together } from "../kernel/database/statements";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import { List, Paging } from "../kernel/operation/page";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { addDays, type Day, dayOf, isoTime } from "../kernel/time";
import { payPeriod, payPeriodId, periodOf, type Range } from "../trade/periods";
import { now } from "../kernel/time/now";

/** A half-month as a pay period: open, then closed with a rate in pesos per dollar, then paid. */
export const PayPeriodOutput = z
  .object({
    id: z.int(),
    start: z.string(),
    end: z.string(),
    state: z.enum(["open", "closed", "paid"]),
    phpPerUsd: z.number().nullable(),
    closedAt: z.string().nullable(),
    /** Username of the account that closed it. */
    closedBy: z.string().nullable(),
    /** SHA-256 of its number, rate and lines, in hexadecimal. */
    hash: z.string().nullable(),
  })
  .meta({ id: "PayPeriod", description: "A half-month, from its first day to its payment." });
export type PayPeriodOutput = z.output<typeof PayPeriodOutput>;

const periodColumns = selectColumns(PayPeriod, ["id", "state", "phpPerUsd", "closedAt", "hash"], { from: "p" });
const closerColumns = selectColumns(Account, [], { as: { closedBy: "username" } });
type Stored = RowOf<typeof periodColumns> & Nullable<RowOf<typeof closerColumns>>;

/**
 * Every half-month from the first with a click, sale or ledger line to the current one, oldest first. They are closed
 * in this order.
 */
export async function allPeriods(): Promise<PayPeriodOutput[]> {
  const [stored, first] = await together(
    queryRows<Stored>(
      sql`
      SELECT ${periodColumns}, ${closerColumns}
      FROM pay_periods p LEFT JOIN accounts ON accounts.id = closed_by`,
      { plan: "prepared" },
    ),
    firstDay(),
  );
  const storedById = new Map(stored.map((period) => [period.id, period]));
  return halfMonthsFrom(first).map((half) => {
    const id = payPeriodId(half.start);
    const { state = "open" as const, phpPerUsd, closedAt, closedBy = null, hash = null } = storedById.get(id) ?? {};
    const closing = { phpPerUsd: phpPerUsd ? Number(phpPerUsd) : null, closedAt: closedAt ? isoTime(closedAt) : null };
    return { id, ...half, state, ...closing, closedBy, hash };
  });
}

/** Throws 404 if the ID is not in allPeriods. */
export async function findPeriod(id: number): Promise<PayPeriodOutput> {
  const result = (await allPeriods()).find((period) => period.id === id);
  if (!result) throw noSuch("half-month");
  return result;
}

/** True if the last day of the period, in New York, is not over yet. */
export const isRunning = ({ end }: Range): boolean => end >= dayOf(now());

/** The name of a period by its ID, such as "2026-11-01 ~ 2026-11-15". */
export function periodName(id: number): string {
  const half = payPeriod(id);
  return half ? `${half.start} ~ ${half.end}` : String(id);
}

// A sale never precedes its click, so no event can be before the first of these days.
async function firstDay(): Promise<Day> {
  const row = await queryOne<{ day: Day | null; line: number | null }>(
    sql`
    SELECT least((SELECT min(day) FROM stats_day), (SELECT min(day) FROM stats_delta),
                 (SELECT min(start_day) FROM pay_periods))::text AS day,
      (SELECT min(period_id) FROM ledger) AS line`,
    { plan: "prepared" },
  );
  const days = [dayOf(now()), row?.day, row?.line && payPeriod(row.line)?.start];
  return days.filter((day): day is Day => typeof day === "string").reduce((a, b) => (a < b ? a : b));
}

function halfMonthsFrom(day: Day): Range[] {
  const halves: Range[] = [];
  for (
    let half = periodOf(day, "beWeek");
    half.start <= dayOf(now());
    half = periodOf(addDays(half.end, 1), "beWeek")
  ) {
    halves.push(half);
  }
  return halves;
}

const FIELDS = ["start", "end", "state", "phpPerUsd", "closedAt", "closedBy"] as const;

/** Pay periods since the first click, sale or ledger line; by default the current one comes first. */
export const PeriodsInput = Paging(FIELDS, "start", false);

export const searchPeriods = query({
  name: "payroll.searchPeriods",
  does: "list pay periods",
  allow: atLeast("admin"),
  input: PeriodsInput.extend(cursorInput),
  output: List(PayPeriodOutput).extend(cursorAnswer),
  async run(_call, { after, ...input }) {
    if (after === undefined) return pageOfPeriods(input);
    const periods = (await allPeriods()).sort((a, b) => a.id - b.id);
    const read = (above: number, most: number) =>
      Promise.resolve(periods.filter(({ id }) => id > above).slice(0, most));
    const { rows, ...counted } = await followById("periods", { ...input, after }, ({ id }) => id, read);
    return { items: rows, ...counted };
  },
});

type PeriodsPaging = z.output<typeof PeriodsInput>;

/** Sorted in memory: there are only 24 half-months a year, and open ones have no row in the database. */
export async function pageOfPeriods({ page, pageSize, sortField, sortAsc }: PeriodsPaging) {
  const periods = await allPeriods();
  const ordered = periods.sort((a, b) => compare(a[sortField], b[sortField]) || a.id - b.id);
  const start = (page - 1) * pageSize;
  return { items: (sortAsc ? ordered : ordered.reverse()).slice(start, start + pageSize), total: periods.length };
}

type Value = string | number | null;
/** Nulls sort first, as in every list. */
const compare = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};
