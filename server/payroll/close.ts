import { z } from "zod";
import { PayPeriod } from "~models";
import { LOCKS } from "../kernel/database/advisory-locks";
import { sql } from "../kernel/database/sql";
import { queryOne, queryRows, execute } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { conflict } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { type Day, dayOf } from "../kernel/time";
import { payPeriodId } from "../trade/periods";
import { now } from "../kernel/time/now";
import { spoolIsEmpty } from "../tracking";
import { requireConfirmedRate } from "./last-rates";
import { currentAgentName, nameJoins, pricedLines } from "./lines";
import { allPeriods, findPeriod, isRunning, PayPeriodOutput, periodName } from "./periods";

const EXAMPLE = "Please enter the pesos of one dollar, for example 56.25.";
const MAX_RATE = 999_999.999999;
const DECIMALS = 6;

/** Input of a rate in pesos per dollar: above 0, with at most six decimals. */
export const Rate = z
  .number({ error: EXAMPLE })
  .min(10 ** -DECIMALS, { error: "Please enter a rate above 0.", abort: true })
  .max(MAX_RATE, { error: `Please enter a rate of at most ${MAX_RATE}.`, abort: true })
  .refine((rate) => Number(rate.toFixed(DECIMALS)) === rate, { error: "Please use at most six decimals." });

/**
 * SHA-256, in hexadecimal, of the ID, the rate and all lines of a period in the order of their IDs. It reveals changes
 * that bypassed the database's rules.
 */
export async function computePeriodHash(periodId: number, rate: string): Promise<string> {
  const row = await queryOne<{ hash: string }>(sql`
    SELECT encode(sha256(convert_to(${periodId}::int || ' ' || ${rate}::numeric(12,6) || coalesce(string_agg(E'\n' ||
        json_build_array(id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent, office_name,
                         reason, by_account_id, refers_to, settles)::text, '' ORDER BY id), ''), 'UTF8')), 'hex') AS hash
    FROM ledger WHERE period_id = ${periodId}`);
  return row?.hash ?? "";
}

/** Serializes closing and paying: neither changes data that the other has read. Reads and bookings are not blocked. */
export const lockPayPeriods = () => execute(sql`LOCK TABLE pay_periods IN SHARE ROW EXCLUSIVE MODE`);

/**
 * Locks and returns the period to close. Every running booking into it has finished, and further ones wait until the
 * transaction ends. Throws 404 for an unknown period. Throws 409 unless it is over, it is the first open one, and the
 * spool is empty.
 */
async function lockForClosing(id: number): Promise<PayPeriodOutput> {
  await lockPayPeriods();
  const period = await findPeriod(id);
  requireClosable(period, await allPeriods());
  // Statements after this lock see everything booked before it.
  await queryRows(sql`SELECT pg_advisory_xact_lock(${LOCKS.payPeriod}::int, ${id}::int)`);
  // Entries spooled after this check are booked on the day of their receipt.
  if (!(await spoolIsEmpty())) {
    throw conflict("Some clicks and sales are not loaded yet. Please close this half-month once they are.");
  }
  return period;
}

/** Throws 409 unless the period is over and the first of those that are open. */
export function requireClosable(period: PayPeriodOutput, periods: readonly PayPeriodOutput[]): void {
  if (period.state !== "open") throw conflict("This half-month is already closed.");
  if (isRunning(period)) throw conflict("This half-month is not over yet.");
  const next = periods.find(({ state }) => state === "open");
  if (next && next.id !== period.id) throw conflict(`Please close ${periodName(next.id)} first.`);
}

/** Locks and returns the period to pay. Throws 404, and 409 unless it is closed and the first unpaid one. */
export async function lockForPayment(id: number): Promise<PayPeriodOutput> {
  await lockPayPeriods();
  const period = await findPeriod(id);
  requirePayable(period, await allPeriods());
  return period;
}

/** Throws 409 unless the period is closed and every earlier one is paid: each payment settles whole balances. */
export function requirePayable({ id, state }: PayPeriodOutput, periods: readonly PayPeriodOutput[]): void {
  if (state === "open") throw conflict("This half-month is open. Please close it first.");
  if (state === "paid") throw conflict("This half-month is already paid.");
  const next = periods.find((period) => period.state !== "paid");
  if (next && next.id !== id) throw conflict(`Pay ${periodName(next.id)} first.`);
}

/** Keeps a period open until the transaction ends. Throws 404, and 409 if it is already closed. */
export async function lockOpenPeriod(id: number): Promise<PayPeriodOutput> {
  const period = await findPeriod(id);
  await queryRows(sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.payPeriod}::int, ${id}::int)`);
  // This is a separate statement so that its snapshot is newer than the lock.
  if (await PayPeriod.findByPk(id, { attributes: ["id"] })) {
    throw conflict("This half-month is closed. Please choose one that is open.");
  }
  return period;
}

export const currentPeriodId = (): number => payPeriodId(dayOf(now()));

/**
 * Closes the first open half-month once it is over. The amounts of its events are frozen into one line for each agent,
 * office, link and price: in pesos, in dollars at the given rate, and with the current names. Events that arrive later
 * are booked into a later half-month.
 */
export const close = command({
  name: "payroll.close",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: z.object({
    id: Id,
    phpPerUsd: Rate,
    confirmRate: Rate.optional().describe(
      "The same rate again. Required where phpPerUsd differs by more than 10 % from the rate of the last closed half-month.",
    ),
  }),
  output: PayPeriodOutput,
  async run({ actor, changed }, { id, phpPerUsd, confirmRate }) {
    const period = await lockForClosing(id);
    await requireConfirmedRate(phpPerUsd, confirmRate);
    // A half-month with a million events takes longer than the usual statement timeout.
    await execute(sql`SET LOCAL statement_timeout = 0`);
    const frozen = await freeze(period, String(phpPerUsd), { by: actor.accountId || null, at: now() });
    changed({ record: "payPeriod", id, before: { state: "open" }, after: { state: "closed", phpPerUsd, ...frozen } });
    return findPeriod(id);
  },
});

/** The account that performs the action (null for none), and the time. */
export type Authorship = { by: number | null; at: Date };

/**
 * Writes the lines of a half-month and marks it closed, in the open transaction. The caller must have checked that it
 * may be closed. `rate` is pesos per dollar; the result's `php` is the sum of all its ledger lines as decimal text.
 */
export async function freeze(
  { id, start, end }: HalfMonth,
  rate: string,
  { by, at }: Authorship,
): Promise<FreezeResult> {
  const eventLines = await execute(sql`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent,
      office_name, by_account_id, at)
    SELECT e.period_id, e.agent_id, e.company_id, 'event', e.type_id, e.basis, e.count, e.each_php, e.php, e.usd,
      ${currentAgentName}, o.office_name, ${by}, ${at}
    FROM (${pricedLines({ start, end }, {}, rate)}) AS e ${nameJoins(sql`e`)}
    ORDER BY e.agent_id, e.company_id, e.type_id, e.basis`);
  const hash = await computePeriodHash(id, rate);
  const closing = { state: "closed", phpPerUsd: rate, closedAt: at, closedBy: by } as const;
  await PayPeriod.create({ id, startDay: start, endDay: end, ...closing, hash });
  const total = await queryOne<{ php: string }>(sql`
    SELECT coalesce(sum(php), 0)::text AS php FROM ledger WHERE period_id = ${id}`);
  return { eventLines, php: total?.php ?? "0", hash };
}

type HalfMonth = { id: number; start: Day; end: Day };
type FreezeResult = { eventLines: number; php: string; hash: string };
