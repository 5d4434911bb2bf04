import { type Day, addDays, isDay } from "./days";
import type { Range } from "./ranges";
import { periodOf } from "./units";

/**
 * Splits a range into whole half-months, oldest first, and the remaining runs of days before and after them (none, one
 * or two; the whole range if it contains no half-month). Every day of the range is in exactly one part.
 */
export function halfMonthsIn(range: Range): { halves: Range[]; days: Range[] } {
  const halves: Range[] = [];
  const days: Range[] = [];
  for (let day = range.start; day <= range.end;) {
    const half = periodOf(day, "beWeek");
    const part = { start: day, end: half.end < range.end ? half.end : range.end };
    if (part.start === half.start && part.end === half.end) halves.push(part);
    else join(days, part);
    day = addDays(part.end, 1);
  }
  return { halves, days };
}

function join(days: Range[], part: Range): void {
  const last = days.at(-1);
  if (last && addDays(last.end, 1) === part.start) last.end = part.end;
  else days.push(part);
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
