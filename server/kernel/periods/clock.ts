import { offsetOf } from "./days";

/** What New York calls its time at an instant. */
export function zoneLabel(instant: Date | number): "EST" | "EDT" {
  return offsetOf(instant) === -240 ? "EDT" : "EST";
}

/** The header's clock, New York time: `Sat, 21 Nov 2026 15:04:05 EST` (SHELL-09). */
export function clockText(instant: Date | number): string {
  return wall(instant).toUTCString().replace("GMT", zoneLabel(instant));
}

/** ISO 8601 to the millisecond with New York's offset, `2026-11-21T15:04:05.000-05:00`, the form of times in answers. */
export function isoTime(instant: Date | number): string {
  const hours = String(offsetOf(instant) / -60).padStart(2, "0");
  return wall(instant).toISOString().replace("Z", `-${hours}:00`);
}

// A date whose UTC fields are what a New York clock shows; it is read at once and never leaves this file.
function wall(instant: Date | number): Date {
  return new Date(Number(instant) + offsetOf(instant) * 60_000);
}
