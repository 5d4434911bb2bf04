import { addDays, type Day, dayOf, daysBetween, isDay, sameTimeOn } from "../kernel/time";
import { isHalfMonth, periodOf, previous, type Range } from "../trade/periods";

/** The days that a report is compared with: the period before, or the same days a year ago. */
export const comparisons = ["previous", "year"] as const;
export type Comparison = (typeof comparisons)[number];

/** The compared days. `until` cuts the last one off; `dayBefore` is the counterpart of a day, if it has one. */
export type Compared = { range: Range; until?: Date; dayBefore: (day: Day) => Day | undefined };

/**
 * The range that a range is compared with. While the range continues, it has as many days as have begun, and the last of
 * them ends when New York's clocks read the same as at `moment`.
 */
export function comparedWith(range: Range, compare: Comparison, moment: Date): Compared {
  const whole = compare === "year" ? yearBefore(range) : previous(range);
  const counterpart = (day: Day) =>
    compare === "year" ? dayYearBefore(day) : addDays(whole.start, daysBetween(range.start, day));
  const dayBefore = (day: Day): Day | undefined => {
    const found = counterpart(day);
    return found !== undefined && found <= whole.end ? found : undefined;
  };
  const today = dayOf(moment);
  const last = range.start <= today && today <= range.end ? dayBefore(today) : undefined;
  if (last === undefined) return { range: whole, dayBefore };
  return { range: { start: whole.start, end: last }, until: sameTimeOn(last, moment), dayBefore };
}

/** Undefined for 29 February. */
function dayYearBefore(day: Day): Day | undefined {
  const found = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(found) ? found : undefined;
}

/** A half-month is compared with the whole half-month, whose February may be a day longer or shorter. */
function yearBefore(range: Range): Range {
  const back = (day: Day): Day => dayYearBefore(day) ?? dayYearBefore(addDays(day, -1)) ?? day;
  const start = back(range.start);
  return isHalfMonth(range) ? periodOf(start, "beWeek") : { start, end: back(range.end) };
}
