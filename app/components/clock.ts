/**
 * Text of the header clock, on the server and in the browser: `Sat, 21 Nov 2026 15:04:05 EST`, New York time
 * (SHELL-09). `instant` is in milliseconds since 1970.
 */
export function clockText(instant: number): string {
  const part = Object.fromEntries(newYork.formatToParts(instant).map(({ type, value }) => [type, value]));
  const { weekday, day, month, year, hour, minute, second, timeZoneName } = part;
  return `${weekday}, ${day} ${month} ${year} ${hour}:${minute}:${second} ${timeZoneName}`;
}

/** `15:04:05`, New York time. `instant` is in milliseconds since 1970. */
export const timeText = (instant: number): string => clockText(instant).split(" ")[4] ?? "";

const newYork = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  weekday: "short",
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});
