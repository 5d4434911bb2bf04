/** Milliseconds. A calendar day of New York may have an hour less or more: `periods.ts` computes with those. */
export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
