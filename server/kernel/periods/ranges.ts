import { type Day, daysBetween, endOfDay, isDay, startOfDay } from "./days";

/** Whole New York days from `start` to `end`, both included. */
export type Range = { start: Day; end: Day };

/** What a person reads when a range is refused (WIDGET-27). */
export const INVALID_RANGE = "Date Range is not valid";

/** The range of two values from outside; undefined unless both are days and start is not after end (WIDGET-27). */
export function readRange(start: unknown, end: unknown): Range | undefined {
  return isDay(start) && isDay(end) && start <= end ? { start, end } : undefined;
}

/** The instants of a range, half-open: from the first, up to but without the second. */
export function instants({ start, end }: Range): [Date, Date] {
  return [startOfDay(start), endOfDay(end)];
}

export function lengthInDays({ start, end }: Range): number {
  return daysBetween(start, end) + 1;
}

export function sameRange(one: Range, other: Range): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The JSON text under which a screen keeps its range (WIDGET-36). */
export function formatRange({ start, end }: Range): string {
  return JSON.stringify({ start, end });
}

/** The range of such a text; undefined for anything that holds no valid range. Never throws. */
export function parseRange(text: unknown): Range | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const { start, end } = JSON.parse(text) as { start?: unknown; end?: unknown };
    return readRange(start, end);
  } catch {
    return undefined;
  }
}
