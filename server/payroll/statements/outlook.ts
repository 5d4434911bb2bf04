import { z } from "zod";
import { together } from "../../kernel/database/statements";
import { fromCents } from "../../kernel/text/money";
import { hasPayout } from "../../payouts";
import { readTotalUpTo } from "../lines";
import { payDates } from "../pay-date";
import { allPeriods, PayPeriodOutput } from "../periods";
import { holdsOf, paidLater, PaymentMade, paymentsSince, Settlement, toPayment } from "./settlement";
import { addSums, centsOf } from "./sums";

/** Older half-months that are not paid are counted with the oldest of these: more lines would push the links off a phone. */
const MOST_SHOWN = 3;

/** An agent's balance by half-month that is not paid, and the facts of its payment. */
export const PaymentOutlook = Settlement.pick({ hold: true }).extend({
  /** The balance: the sum of all lines, in pesos. */
  php: z.number(),
  /**
   * The balance by half-month that is not paid, oldest first. A payment counts in the half-month that it settles, also when
   * it is made in a later one. Half-months without an amount are left out, except the current one.
   */
  unpaid: z.array(
    PayPeriodOutput.pick({ id: true, start: true, end: true, state: true }).extend({
      php: z.number(),
      /** The day on which it is to be paid. */
      payDate: z.string().nullable(),
      /** `php` includes what older half-months left. */
      withOlder: z.boolean(),
    }),
  ),
  /** The last payment that did not fail. */
  lastPaid: PaymentMade.pick({ at: true, php: true, exported: true }).nullable(),
  /** Whether a payment has a destination: the agent's own or that of the office. */
  hasPayout: z.boolean(),
});

/** `currentId`: the half-month of today, which is open. */
export async function paymentOutlook(currentId: number, agentId: number): Promise<z.output<typeof PaymentOutlook>> {
  const [periods, payments, holds, isPayable] = await together(
    allPeriods(),
    paymentsSince(0, { agentId }),
    holdsOf({ id: currentId }, [agentId]),
    hasPayout(agentId),
  );
  const unsettled = periods.filter(({ id, state }) => id === currentId || (id < currentId && state !== "paid"));
  const named = unsettled.slice(-MOST_SHOWN);
  const older = unsettled.at(-MOST_SHOWN - 1);
  const unpaidUpTo = async (id: number) => {
    const [total, later] = await together(readTotalUpTo(id, { agentId }), paidLater(id, { agentId }));
    return addSums([centsOf(total), later]).php;
  };
  const [before, ...cents] = await together(
    older ? unpaidUpTo(older.id) : 0n,
    ...named.map(({ id }) => unpaidUpTo(id)),
  );
  const payDateOf = await payDates();
  const unpaid = named.map(({ id, start, end, state }, at) => {
    const php = fromCents((cents[at] ?? 0n) - (cents[at - 1] ?? 0n));
    const withOlder = at === 0 && before !== 0n;
    return { id, start, end, state, php, payDate: payDateOf(id), withOlder };
  });
  const last = payments.map((row) => toPayment(row)).findLast(({ failedAt }) => failedAt === null);
  return {
    php: fromCents(cents.at(-1) ?? 0n),
    unpaid: unpaid.filter(({ id, php }) => id === currentId || php !== 0),
    hold: holds.get(agentId) ?? null,
    lastPaid: last ? { at: last.at, php: last.php, exported: last.exported } : null,
    hasPayout: isPayable,
  };
}
