import { divideAll, fromCents, multiplyAll, toCents } from "../kernel/text/money";

/** Payroll amounts as numbers with two decimals. */

/**
 * The components of a half-month's dollars: dollars paid by tier, and pesos to divide by its rate (PHP per USD).
 * `needed` is true if the dollars cannot be computed without a rate. `earned` is what was earned in dollars.
 */
export type Part = readonly [
  ...[rate: string | null, tierDollars: string, pesos: string, needed: boolean],
  earned?: string | null,
];
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

type Margin = { earn: string; bonusEarn: string; payoutPhp?: string; dollars?: readonly Part[] | null };

/**
 * The margin in pesos, with earnings at the rates of their half-months and rounded half up once (null if a needed rate is
 * not set yet); earnings per click; pesos per visitor. The last two are not rounded, and null without clicks.
 */
export const marginOf = (of: Margin & { raws: number; uniques: number }) => ({
  margin: marginInPesos(of),
  epc: of.raws === 0 ? null : (Number(of.earn) + Number(of.bonusEarn)) / of.raws,
  phpPerUnique: of.uniques === 0 ? null : Number(of.payoutPhp ?? 0) / of.uniques,
});

function marginInPesos({ payoutPhp, dollars }: Margin): number | null {
  const earned = new Map<string | null, bigint>();
  for (const [rate, , , , each] of dollars ?? []) {
    const cents = toCents(each ?? "0");
    if (cents !== 0n) earned.set(rate, (earned.get(rate) ?? 0n) + cents);
  }
  const byRate = [...earned].flatMap(([rate, cents]) => (rate === null ? [] : [[rate, cents] as const]));
  if (byRate.length < earned.size) return null;
  return fromCents(multiplyAll(byRate) - toCents(payoutPhp ?? "0"));
}

const money = (text = "0"): number => fromCents(toCents(text));
