import { z } from "zod";
import { Account, PayPeriod } from "~models";
import { now } from "../kernel/clock";
import { one, rows } from "../kernel/database";
import { type Day, addDays, dayOf, isoTime, payPeriod, payPeriodId, periodOf, type Range } from "../kernel/periods";
import { notFound } from "../kernel/refusal";
import { type Nullable, type RowOf, selected, sql } from "../kernel/sql";

// SQL by hand: every half-month with who closed it, and the first day with events off the indexes of four tables.

/** A half-month as it is paid: open, then closed with its rate of pesos per dollar, then paid. */
export const PayPeriodOutput = z.object({
  id: z.int(),
  start: z.string(),
  end: z.string(),
  state: z.enum(["open", "closed", "paid"]),
  phpPerUsd: z.number().nullable(),
  closedAt: z.string().nullable(),
  /** Who closed it: a username. */
  closedBy: z.string().nullable(),
  /** SHA-256 over its lines, in hexadecimal digits. */
  hash: z.string().nullable(),
});
export type PayPeriodOutput = z.output<typeof PayPeriodOutput>;

const ofPeriod = selected(PayPeriod, ["id", "state", "phpPerUsd", "closedAt", "hash"], { from: "p" });
const ofCloser = selected(Account, [], { as: { closedBy: "username" } });
type Stored = RowOf<typeof ofPeriod> & Nullable<RowOf<typeof ofCloser>>;

/**
 * Every half-month from the first in which anything was clicked, sold or written into the ledger to the running one, oldest
 * first. They close in this order.
 */
export async function allPeriods(): Promise<PayPeriodOutput[]> {
  const stored = await rows<Stored>(sql`
    SELECT ${ofPeriod}, ${ofCloser}
    FROM pay_periods p LEFT JOIN accounts ON accounts.id = closed_by`);
  const known = new Map(stored.map((period) => [period.id, period]));
  return halfMonthsFrom(await firstDay()).map((half) => {
    const id = payPeriodId(half.start);
    const { state = "open" as const, phpPerUsd, closedAt, closedBy = null, hash = null } = known.get(id) ?? {};
    const closing = { phpPerUsd: phpPerUsd ? Number(phpPerUsd) : null, closedAt: closedAt ? isoTime(closedAt) : null };
    return { id, ...half, state, ...closing, closedBy, hash };
  });
}

/** Throws 404 for what is no half-month of the list. */
export async function findPeriod(id: number): Promise<PayPeriodOutput> {
  const found = (await allPeriods()).find((period) => period.id === id);
  if (!found) throw notFound();
  return found;
}

/** Periods by which the list may be ordered, filtered and chosen from. */
export const isRunning = ({ end }: Range): boolean => end >= dayOf(now());

/** "2026-11-01 ~ 2026-11-15" of a period's number. */
export function periodName(id: number): string {
  const half = payPeriod(id);
  return half ? `${half.start} ~ ${half.end}` : String(id);
}

// A sale is never before its click, so no event comes to lie before the first of these days.
async function firstDay(): Promise<Day> {
  const found = await one<{ day: Day | null; line: number | null }>(sql`
    SELECT least((SELECT min(day) FROM stats_day), (SELECT min(day) FROM stats_delta),
                 (SELECT min(start_day) FROM pay_periods))::text AS day,
      (SELECT min(period_id) FROM ledger) AS line`);
  const days = [dayOf(now()), found?.day, found?.line && payPeriod(found.line)?.start];
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
