import { type Day, daysBetween, endOfDay, isDay, startOfDay } from "../../kernel/time/days";

/** Whole New York days from `start` to `end` inclusive. */
export type Range = { start: Day; end: Day };

/** The message for an invalid range (WIDGET-27). */
export const INVALID_RANGE = "Date Range is not valid";

/** Validates two untrusted values as a range; undefined unless both are days and `start` <= `end` (WIDGET-27). */
export function readRange(start: unknown, end: unknown): Range | undefined {
  return isDay(start) && isDay(end) && start <= end ? { start, end } : undefined;
}

/** The instants of a range as a half-open interval: the first is included, the second is not. */
export function instants({ start, end }: Range): [Date, Date] {
  return [startOfDay(start), endOfDay(end)];
}

export function lengthInDays({ start, end }: Range): number {
  return daysBetween(start, end) + 1;
}

export function sameRange(one: Range, other: Range): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The JSON text in which a screen stores its range (WIDGET-36). */
export function formatRange({ start, end }: Range): string {
  return JSON.stringify({ start, end });
}

/** Parses the text of `formatRange`; undefined for anything without a valid range. Never throws. */
export function parseRange(text: unknown): Range | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const { start, end } = JSON.parse(text) as { start?: unknown; end?: unknown };
    return readRange(start, end);
  } catch {
    return undefined;
  }
}
