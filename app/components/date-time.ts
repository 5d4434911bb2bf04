/**
 * `2026-11-21 (15:04)` in New York time. Takes a Date, milliseconds since 1970, or ISO text with an offset (FORMAT-01).
 */
export function dateTime(instant: Date | number | string): string {
  const { day, time } = read(instant);
  return `${day} (${time})`;
}

/** `2026-11-21 (15:04:33)` in New York time, where several changes may fall into one minute. */
export function dateTimeSeconds(instant: Date | number | string): string {
  const seconds = new Date(instant).getUTCSeconds();
  return dateTime(instant).replace(")", `:${String(seconds).padStart(2, "0")})`);
}

/** `2026-11-21` in New York time. A text that is already a date is returned unchanged. */
export function dateOnly(instant: Date | number | string): string {
  if (typeof instant === "string" && /^\d{4}-\d\d-\d\d$/.test(instant)) return instant;
  return read(instant).day;
}

// Creating a format costs a hundred times as much as using it, so all pages share one.
const newYork = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

const HOUR_MS = 60 * 60_000;
const MAX_CACHED_HOURS = 10_000;
const hours = new Map<number, Hour>();

type Hour = { day: string; hour: string };

/** The offset of New York is always whole hours, so instants in the same UTC hour differ only in their minutes. */
function hourOf(time: number): Hour {
  const number = Math.floor(time / HOUR_MS);
  const cached = hours.get(number);
  if (cached !== undefined) return cached;
  const [month, date, year, hour = ""] = newYork.format(number * HOUR_MS).match(/\d+/g) ?? [];
  if (hours.size >= MAX_CACHED_HOURS) hours.clear();
  const found = { day: `${year}-${month}-${date}`, hour };
  hours.set(number, found);
  return found;
}

function read(instant: Date | number | string): { day: string; time: string } {
  const time = Number(typeof instant === "string" ? new Date(instant) : instant);
  const { day, hour } = hourOf(time);
  const minute = new Date(time).getUTCMinutes();
  return { day, time: `${hour}:${String(minute).padStart(2, "0")}` };
}
