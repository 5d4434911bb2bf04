import { isDay } from "../../../kernel/time";

/** Clocks differ. An event may be this much ahead of its receipt or before its click (POST-17). */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
export const AT_MOST = "at most 5 minutes are accepted";

const SECONDS = /^(\d{1,11})(?:\.(\d{1,9}))?$/;
const MILLISECONDS = /^(\d{12,14})(?:\.\d{1,9})?$/;
// An unencoded plus sign in a query has been decoded to a space.
const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+ -])(\d{2})(?::?(\d{2}))?)$/i;

/** Parses ISO 8601 with its offset, Unix seconds or milliseconds. Returns what is wrong with any other text. */
export function parseTimestamp(text: string): Date | string {
  const [, milliseconds] = MILLISECONDS.exec(text) ?? [];
  if (milliseconds !== undefined) return new Date(Number(milliseconds));
  const [, seconds, part] = SECONDS.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds) * 1000 + millisecondsOf(part));
  return iso(text) ?? causeOf(text);
}

function iso(text: string): Date | string | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, day, hour, minute, second = "00", part, sign, offsetHour = "00", offsetMinute = "00"] = match;
  if (!isDay(day)) return `there is no day ${day}`;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return "there is no such time of day";
  if (Number(offsetHour) > 15 || Number(offsetMinute) > 59) return "there is no such offset";
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -60_000 : 60_000);
  return new Date(Date.parse(`${day}T${hour}:${minute}:${second}Z`) + millisecondsOf(part) - offset);
}

const millisecondsOf = (part = ""): number => Number(part.padEnd(3, "0").slice(0, 3));

const WITHOUT_OFFSET = "it has no offset: add Z for UTC, or an offset such as -05:00";
const CAUSES: readonly [RegExp, string][] = [
  [
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2}(\.\d+)?)?$/,
    `it is in the format of a database and ${WITHOUT_OFFSET.slice(3)}`,
  ],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?$/i, WITHOUT_OFFSET],
  [/^\d{4}-\d{2}-\d{2}$/, "it has no time of day"],
  [/^\d{15,}$/, "it has more digits than Unix milliseconds"],
  [/^-\d+$/, "it is before 1970"],
];

const causeOf = (text: string): string =>
  CAUSES.find(([pattern]) => pattern.test(text))?.[1] ?? "it is in another format";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in its two largest units, rounded up to seconds: "6 minutes 1 second". */
export function durationText(ms: number): string {
  let rest = Math.ceil(ms / 1000);
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count} ${unit}${count === 1 ? "" : "s"}` : "";
  });
  const first = parts.findIndex(Boolean);
  return parts
    .slice(Math.max(first, 0), first + 2)
    .filter(Boolean)
    .join(" ");
}
