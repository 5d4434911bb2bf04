import { PayPeriod } from "~models";
import { LOCKS } from "../kernel/advisory-locks";
import { now } from "../kernel/clock";
import { rows, run } from "../kernel/database";
import { dayOf, payPeriodId } from "../kernel/periods";
import { conflict } from "../kernel/refusal";
import { sql } from "../kernel/sql";
import { spoolIsEmpty } from "../tracking";
import { allPeriods, findPeriod, isRunning, type PayPeriodOutput, periodName } from "./periods";

// SQL by hand: locks, which no model has.

/** Closing and paying take turns: neither changes what the other has read. Readers and bookings are not blocked. */
const takeTurns = () => run(sql`LOCK TABLE pay_periods IN SHARE ROW EXCLUSIVE MODE`);

/**
 * The period that is to be closed, with every booking into it done and further ones waiting until the transaction ends.
 * Throws 404, and 409 unless it is over and the first that is open, and nothing waits in the spool.
 */
export async function holdToClose(id: number): Promise<PayPeriodOutput> {
  await takeTurns();
  const period = await findPeriod(id);
  refuseUnclosable(period, await allPeriods());
  // Later statements see what was booked up to here.
  await rows(sql`SELECT pg_advisory_xact_lock(${LOCKS.payPeriod}::int, ${id}::int)`);
  // What is spooled after this is booked on the day of its receipt.
  if (!(await spoolIsEmpty())) {
    throw conflict("Some clicks and sales are not loaded yet. Please close this half-month once they are.");
  }
  return period;
}

/** Throws 409 unless the period is over and the first of those that are open. */
export function refuseUnclosable(period: PayPeriodOutput, all: readonly PayPeriodOutput[]): void {
  if (period.state !== "open") throw conflict("This half-month is already closed.");
  if (isRunning(period)) throw conflict("This half-month is not over yet.");
  const next = all.find(({ state }) => state === "open");
  if (next && next.id !== period.id) throw conflict(`Please close ${periodName(next.id)} first.`);
}

/** The period that is to be paid. Throws 404, and 409 unless it is the first that is not paid, and closed. */
export async function holdToPay(id: number): Promise<PayPeriodOutput> {
  await takeTurns();
  const period = await findPeriod(id);
  refuseUnpayable(period, await allPeriods());
  return period;
}

/** Throws 409 unless the period is closed and every earlier one is paid: each payment settles whole balances. */
export function refuseUnpayable({ id, state }: PayPeriodOutput, all: readonly PayPeriodOutput[]): void {
  if (state === "open") throw conflict("This half-month is open. Please close it first.");
  if (state === "paid") throw conflict("This half-month is already paid.");
  const next = all.find((period) => period.state !== "paid");
  if (next && next.id !== id) throw conflict(`Pay ${periodName(next.id)} first.`);
}

/** Keeps a period open until the transaction ends. Throws 404, and 409 when it is closed. */
export async function holdOpen(id: number): Promise<PayPeriodOutput> {
  const period = await findPeriod(id);
  await rows(sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.payPeriod}::int, ${id}::int)`);
  // A statement of its own: its snapshot is newer than the lock.
  if (await PayPeriod.findByPk(id, { attributes: ["id"] })) {
    throw conflict("This half-month is closed. Please choose one that is open.");
  }
  return period;
}

export const runningPeriod = (): number => payPeriodId(dayOf(now()));
