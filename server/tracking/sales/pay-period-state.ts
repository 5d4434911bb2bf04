import { LOCKS } from "../../kernel/database/advisory-locks";
import { addDays, type Day } from "../../kernel/time";
import { payPeriodId, periodOf } from "../../trade/periods";
import type { Client } from "../../kernel/database/sql";

const LOCK = {
  name: "hold-pay-periods",
  text: "SELECT pg_advisory_xact_lock_shared($1::integer, p) FROM unnest($2::integer[]) AS p",
};
// A separate statement, so that its snapshot is newer than the locks.
const CLOSED = { name: "closed-pay-periods", text: "SELECT id FROM pay_periods WHERE id = ANY($1::integer[])" };

/**
 * Locks the state (open or closed) of the days' pay periods until the transaction ends. Returns a test of whether a
 * day's period is closed or paid.
 */
export async function lockPayPeriods(client: Client, days: Iterable<Day>): Promise<(day: Day) => boolean> {
  const ids = [...new Set([...days].map(payPeriodId))].sort((a, b) => a - b);
  await lockPeriods(client, ids);
  const closed = new Set(await closedPeriods(client, ids));
  return (day) => closed.has(payPeriodId(day));
}

/** Locks the state of pay periods, whose IDs are in ascending order, until the transaction ends. */
export const lockPeriods = (client: Client, ids: readonly number[]) =>
  client.query({ ...LOCK, values: [LOCKS.payPeriod, ids] });

/** Which of the pay periods are closed or paid. To be sent after `lockPeriods`. */
export async function closedPeriods(client: Client, ids: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({ ...CLOSED, values: [ids] });
  return rows.map(({ id }) => id);
}

/**
 * The first day after the day's period that is in an open period, which is then locked as in `lockPayPeriods`. Today's
 * own period can be closed if the clock was set back to before its end.
 */
export async function nextOpenDay(client: Client, day: Day): Promise<Day> {
  for (let next = day; ;) {
    next = addDays(periodOf(next, "beWeek").end, 1);
    const isClosed = await lockPayPeriods(client, [next]);
    if (!isClosed(next)) return next;
  }
}
