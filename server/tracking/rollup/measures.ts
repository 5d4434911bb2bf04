/** The measures of a delta and of a roll-up, in column order. */
export const CLICK_MEASURES = ["hits", "raws", "uniques"] as const;
export const SALE_MEASURES = [
  ...["events", "sales", "bonus_sales", "lpp", "bonus_lpp", "earning", "bonus_earning", "payout", "bonus_payout"],
] as const;
export const MEASURES = [...CLICK_MEASURES, ...SALE_MEASURES];

/** SQL for the columns of measures that a row does not have: `0 AS hits, 0 AS raws`. */
export const zeros = (names: readonly string[]): string => names.map((name) => `0 AS ${name}`).join(", ");
