import { offsetOf } from "./days";

/** The abbreviation of New York's time zone at an instant (a Date, or milliseconds since 1970). */
export function zoneLabel(instant: Date | number): "EST" | "EDT" {
  return offsetOf(instant) === -240 ? "EDT" : "EST";
}

/** The clock in the header, in New York time: `Sat, 21 Nov 2026 15:04:05 EST` (SHELL-09). */
export function clockText(instant: Date | number): string {
  return wall(instant).toUTCString().replace("GMT", zoneLabel(instant));
}

/** ISO 8601 with milliseconds and New York's offset, as in responses: `2026-11-21T15:04:05.000-05:00`. */
export function isoTime(instant: Date | number): string {
  const hours = String(offsetOf(instant) / -60).padStart(2, "0");
  return wall(instant).toISOString().replace("Z", `-${hours}:00`);
}

/** `2026-11-29 12:34 (New York)`, for sentences. */
export const newYorkTime = (at: Date): string => `${isoTime(at).slice(0, 16).replace("T", " ")} (New York)`;

// A Date whose UTC fields are New York wall-clock time. It is not a valid instant, so it must not leave this file.
function wall(instant: Date | number): Date {
  return new Date(Number(instant) + offsetOf(instant) * 60_000);
}
