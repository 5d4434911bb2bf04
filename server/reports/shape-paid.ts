import { amount, cents, divideAll } from "../kernel/money";

/** The money of a payroll as numbers of two decimals. */

/** The dollars of a half-month: what tiers pay, and pesos at its rate; `needed` where they cannot be told without one. */
export type Part = readonly [rate: string | null, tierDollars: string, pesos: string, needed: boolean];
export type Paid = { payout: string; bonusPayout: string; payoutPhp: string; dollars: readonly Part[] | null };

export const paidOf = ({ payout, bonusPayout, payoutPhp, dollars }: Partial<Paid>) => ({
  payout: money(payout),
  bonusPayout: money(bonusPayout),
  payoutPhp: money(payoutPhp),
  payoutDollars: dollarsOf(dollars ?? []),
});

/** Rounded half up, once; null where a rate is not set yet (docs/decisions/0026-dollars-as-fractions.md). */
export function dollarsOf(parts: readonly Part[]): number | null {
  if (parts.some(([rate, , , needed]) => needed && rate === null)) return null;
  let ofTiers = 0n;
  const byRate = new Map<string, bigint>();
  for (const [rate, tierDollars, pesos] of parts) {
    ofTiers += cents(tierDollars);
    if (rate !== null) byRate.set(rate, (byRate.get(rate) ?? 0n) + cents(pesos));
  }
  return amount(divideAll(byRate, ofTiers));
}

/** A link's pesos under their key. */
export const pesos = (key: string, text: string | undefined): [string, number][] =>
  text === undefined ? [] : [[key, money(text)]];

const money = (text = "0"): number => amount(cents(text));
