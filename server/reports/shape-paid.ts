import { fromCents, toCents, divideAll } from "../kernel/text/money";

/** Payroll amounts as numbers with two decimals. */

/**
 * The components of a half-month's dollars: dollars paid by tier, and pesos to divide by its rate (PHP per USD).
 * `needed` is true if the dollars cannot be computed without a rate.
 */
export type Part = readonly [rate: string | null, tierDollars: string, pesos: string, needed: boolean];
export type Paid = { payout: string; bonusPayout: string; payoutPhp: string; dollars: readonly Part[] | null };

export const paidOf = ({ payout, bonusPayout, payoutPhp, dollars }: Partial<Paid>) => ({
  payout: money(payout),
  bonusPayout: money(bonusPayout),
  payoutPhp: money(payoutPhp),
  payoutDollars: dollarsOf(dollars ?? []),
});

/** Rounded half up, once; null if a needed rate is not set yet (docs/decisions/0025-one-core-for-site-reports.md). */
export function dollarsOf(parts: readonly Part[]): number | null {
  if (parts.some(([rate, , , needed]) => needed && rate === null)) return null;
  let ofTiers = 0n;
  const byRate = new Map<string, bigint>();
  for (const [rate, tierDollars, pesos] of parts) {
    ofTiers += toCents(tierDollars);
    if (rate !== null) byRate.set(rate, (byRate.get(rate) ?? 0n) + toCents(pesos));
  }
  return fromCents(divideAll(byRate, ofTiers));
}

const money = (text = "0"): number => fromCents(toCents(text));
