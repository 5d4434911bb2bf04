/** The numbers that the rules of signals compare with. Windows are in hours. */

/** The usual rate is the median of this many weeks; with fewer known ones than `leastWeeks` there is none. */
export const HISTORY = { weeks: 4, leastWeeks: 3, leastObserved: 0.9 } as const;

/**
 * `expected`: clicks, or sales, that were to come by now since the last one. It closes when the shortest of `windows` with
 * `closingExpected` has `closingShare` of its own rate again.
 */
export const SILENT = {
  clicks: { expected: 30 },
  sales: { expected: 20 },
  closingExpected: 10,
  closingShare: 0.2,
  windows: [1, 3, 6, 12, 24, 48, 72, 168],
} as const;

/**
 * The usual share is that of weeks with `perWeek` postbacks. `factor`: multiples of it that are a fault. `margin` widens the
 * expectation for the chance, as days differ. Closes by the shortest window with `perWeek` postbacks.
 */
export const REFUSED = {
  windows: [1, 6, 24, 72, 168],
  least: 10,
  leastShare: 0.02,
  factor: 3,
  margin: 1.25,
  chance: 1e-6,
  perWeek: 20,
  closingFactor: 1.5,
  closingSpare: 2,
} as const;

/** Whole days, because the share of visitors who buy differs by the hour. */
export const CONVERSION = {
  windows: [24, 72, 168],
  expected: 20,
  low: 0.5,
  high: 2,
  margin: 1.25,
  chance: 1e-4,
  perWeek: 300,
  closingLow: 0.7,
  closingHigh: 1.4,
  closingExpected: 10,
} as const;

/** As for refused postbacks, of sales. */
export const REVERSALS = {
  windows: [24, 72, 168],
  least: 8,
  leastShare: 0.01,
  factor: 3,
  margin: 1.5,
  chance: 1e-6,
  perWeek: 20,
  closingFactor: 1.5,
  closingSpare: 2,
} as const;

/** Sales less than `seconds` after their click, of the sales of an agent in the last `window` hours. */
export const INSTANT = {
  seconds: 5,
  window: 72,
  least: 5,
  share: 0.2,
  leastShare: 0.01,
  chance: 1e-4,
  closingShare: 0.1,
} as const;

/** Failed checks in a row. One that failed is repeated in the next evaluation, the others each hour. */
export const DOMAIN = { failures: 2 } as const;
