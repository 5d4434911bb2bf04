/** The measures of a delta and of a roll-up, in the order of their columns. */
export const CLICKED = ["hits", "raws", "uniques"] as const;
export const SOLD = [
  ...["events", "sales", "bonus_sales", "lpp", "bonus_lpp", "earning", "bonus_earning", "payout", "bonus_payout"],
] as const;
export const MEASURES = [...CLICKED, ...SOLD];

/** `0 AS hits, 0 AS raws`: what a row without these measures has in their place. */
export const zeros = (names: readonly string[]): string => names.map((name) => `0 AS ${name}`).join(", ");
