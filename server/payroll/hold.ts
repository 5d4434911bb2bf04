import { PayPeriod } from "~models";
import { LOCKS } from "../kernel/database/advisory-locks";
import { now } from "../kernel/periods/now";
import { rows, run } from "../kernel/database/transactions";
import { dayOf, payPeriodId } from "../kernel/periods";
import { conflict } from "../kernel/operation/refusal";
import { sql } from "../kernel/database/sql";
import { spoolIsEmpty } from "../tracking";
import { allPeriods, findPeriod, isRunning, type PayPeriodOutput, periodName } from "./periods";

// SQL by hand: locks, which models do not support.

/** Serializes closing and paying: neither changes data that the other has read. Reads and bookings are not blocked. */
const takeTurns = () => run(sql`LOCK TABLE pay_periods IN SHARE ROW EXCLUSIVE MODE`);

/**
 * Locks and returns the period to close. Every running booking into it has finished, and further ones wait until the
 * transaction ends. Throws 404 for an unknown period. Throws 409 unless it is over, it is the first open one, and the
 * spool is empty.
 */
export async function holdToClose(id: number): Promise<PayPeriodOutput> {
  await takeTurns();
  const period = await findPeriod(id);
  refuseUnclosable(period, await allPeriods());
  // Statements after this lock see everything booked before it.
  await rows(sql`SELECT pg_advisory_xact_lock(${LOCKS.payPeriod}::int, ${id}::int)`);
  // Entries spooled after this check are booked on the day of their receipt.
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

/** Locks and returns the period to pay. Throws 404, and 409 unless it is closed and the first unpaid one. */
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

/** Keeps a period open until the transaction ends. Throws 404, and 409 if it is already closed. */
export async function holdOpen(id: number): Promise<PayPeriodOutput> {
  const period = await findPeriod(id);
  await rows(sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.payPeriod}::int, ${id}::int)`);
  // This is a separate statement so that its snapshot is newer than the lock.
  if (await PayPeriod.findByPk(id, { attributes: ["id"] })) {
    throw conflict("This half-month is closed. Please choose one that is open.");
  }
  return period;
}

export const runningPeriod = (): number => payPeriodId(dayOf(now()));
