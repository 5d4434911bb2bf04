/** Milliseconds. A calendar day in New York may be an hour shorter or longer: use `days.ts` for calendar days. */
export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
