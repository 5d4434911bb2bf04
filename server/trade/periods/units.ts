import { type Day, addDays, addMonths } from "../../kernel/time/days";
import { type Range, lengthInDays, readRange } from "./ranges";

/**
 * Period lengths as spelled in period value strings (FORMAT-15). `beWeek` is a half-month: the 1st to the 15th, or the
 * 16th to the last day.
 */
export const UNITS = ["day", "week", "beWeek", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

/** One or more whole units. For charts, `unit` is that of each point. */
export type Period = Range & { unit: Unit };

/** The period of length `unit` that contains `day`. Weeks run from Monday to Sunday. */
export function periodOf(day: Day, unit: Unit): Range {
  return containing[unit](day);
}

const containing: Record<Unit, (day: Day) => Range> = {
  day: (day) => ({ start: day, end: day }),
  week(day) {
    const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    return { start: monday, end: addDays(monday, 6) };
  },
  beWeek(day) {
    const month = day.slice(0, 7);
    if (day.slice(8) <= "15") return { start: `${month}-01`, end: `${month}-15` };
    return { start: `${month}-16`, end: lastOfMonth(day) };
  },
  month: (day) => ({ start: `${day.slice(0, 7)}-01`, end: lastOfMonth(day) }),
  year: (day) => ({ start: `${day.slice(0, 4)}-01-01`, end: `${day.slice(0, 4)}-12-31` }),
};

function lastOfMonth(day: Day): Day {
  return addDays(`${addMonths(day, 1)}-01`, -1);
}

/**
 * The period before a range. With a unit, the period of that unit that contains the day before `start`. Without one, as
 * many days as the range has, except that a half-month returns the half-month before it, over which `lppPrev` is summed
 * (docs/requirements/period.md).
 */
export function previous(range: Range, unit?: Unit): Range {
  const end = addDays(range.start, -1);
  if (unit ?? isHalfMonth(range)) return periodOf(end, unit ?? "beWeek");
  return { start: addDays(range.start, -lengthInDays(range)), end };
}

export function isHalfMonth({ start, end }: Range): boolean {
  return isWholeUnits({ start, end }, "beWeek") && periodOf(start, "beWeek").end === end;
}

function isWholeUnits({ start, end }: Range, unit: Unit): boolean {
  return periodOf(start, unit).start === start && periodOf(end, unit).end === end;
}

/** `start,end,unit`, for example `2026-11-01,2026-11-15,beWeek` (WIDGET-37). */
export function formatPeriod({ start, end, unit }: Period): string {
  return [start, end, unit].join(",");
}

/**
 * Parses the text of `formatPeriod`; undefined if it is malformed, if `start` is after `end`, or if it does not begin
 * and end with a whole unit. Never throws.
 */
export function parsePeriod(text: unknown): Period | undefined {
  if (typeof text !== "string") return undefined;
  const [start, end, name, ...rest] = text.split(",");
  const range = readRange(start, end);
  const unit = UNITS.find((one) => one === name);
  if (!range || !unit || rest.length > 0 || !isWholeUnits(range, unit)) return undefined;
  return { ...range, unit };
}
