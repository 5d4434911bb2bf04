import { type Day, addDays, isDay } from "../../kernel/time/days";
import type { Range } from "./ranges";
import { periodOf } from "./units";

/**
 * Splits a range into one run of whole half-months, and the remaining runs of days before and after it (none, one or
 * two; the whole range if it contains no half-month). Every day of the range is in exactly one part.
 */
export function splitAtHalfMonths({ start, end }: Range): { whole?: Range; days: Range[] } {
  const [first, last] = [periodOf(start, "beWeek"), periodOf(end, "beWeek")];
  const whole = {
    start: first.start === start ? start : addDays(first.end, 1),
    end: last.end === end ? end : addDays(last.start, -1),
  };
  if (whole.start > whole.end) return { days: [{ start, end }] };
  const edges = [
    { start, end: addDays(whole.start, -1) },
    { start: addDays(whole.end, 1), end },
  ];
  return { whole, days: edges.filter((edge) => edge.start <= edge.end) };
}

/** The same with each whole half-month, oldest first. */
export function halfMonthsIn(range: Range): { halves: Range[]; days: Range[] } {
  const { whole, days } = splitAtHalfMonths(range);
  const halves: Range[] = [];
  for (let day = whole?.start; whole && day && day <= whole.end;) {
    const half = periodOf(day, "beWeek");
    halves.push(half);
    day = addDays(half.end, 1);
  }
  return { halves, days };
}

/** The ID of the pay period of a day: YYYYMM and 1 or 2. For example, 2026111 is 1 to 15 November 2026. */
export function payPeriodId(day: Day): number {
  return Number(day.slice(0, 4) + day.slice(5, 7) + (day.slice(8) <= "15" ? "1" : "2"));
}

/** The days of a pay period; undefined if `id` is not a valid ID. */
export function payPeriod(id: number): Range | undefined {
  const [, year, month, half] = /^(\d{4})(\d{2})([12])$/.exec(String(id)) ?? [];
  const start = `${year}-${month}-${half === "1" ? "01" : "16"}`;
  return isDay(start) ? periodOf(start, "beWeek") : undefined;
}
