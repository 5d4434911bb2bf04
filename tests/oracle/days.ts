/**
 * New York's calendar the slow way: the clock is read from Intl at one instant, days begin where a scan by minutes
 * finds them, periods end where a walk by days finds them. Uses no offsets and shares no code with the product.
 */

export type Span = { start: string; end: string };

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A wall clock in New York: day, time of day, weekday, name of the month, EST or EDT. */
export function wallClock(time: number) {
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes) => String(parts.get(type));
  const month = String(MONTHS.indexOf(get("month")) + 1).padStart(2, "0");
  return {
    day: `${get("year")}-${month}-${get("day")}`,
    time: `${get("hour")}:${get("minute")}:${get("second")}`,
    weekday: get("weekday"),
    month: get("month"),
    zone: get("timeZoneName"),
  };
}

const plain = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The first minute that New York dates with this day, in milliseconds since 1970. */
export function firstMinute(day: string): number {
  const [year, month, date] = day.split("-");
  const shown = `${month}/${date}/${year}`;
  let time = Date.parse(`${day}T00:00:00Z`);
  while (plain.format(time) !== shown) time += 60_000;
  return time;
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function nextDay(day: string): string {
  const [year, month, date] = numbers(day);
  if (date < daysInMonth(year, month)) return text(year, month, date + 1);
  return month < 12 ? text(year, month + 1, 1) : text(year + 1, 1, 1);
}

export function dayBefore(day: string): string {
  const [year, month, date] = numbers(day);
  if (date > 1) return text(year, month, date - 1);
  return month > 1 ? text(year, month - 1, daysInMonth(year, month - 1)) : text(year - 1, 12, 31);
}

export function walk(day: string, steps: number): string {
  let at = day;
  for (let step = 0; step < Math.abs(steps); step += 1) at = steps > 0 ? nextDay(at) : dayBefore(at);
  return at;
}

/** All days from the first to the last, both included. */
export function daysFrom({ start, end }: Span): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = nextDay(day)) days.push(day);
  return days;
}

const begins: Record<string, (day: string) => boolean> = {
  day: () => true,
  week: (day) => new Date(`${day}T12:00:00Z`).toUTCString().startsWith("Mon"),
  beWeek: (day) => day.endsWith("-01") || day.endsWith("-16"),
  month: (day) => day.endsWith("-01"),
  year: (day) => day.endsWith("-01-01"),
};

/** The period around a day, found by walking to its beginning and to that of the next. */
export function periodAround(day: string, unit: string): Span {
  const first = begins[unit];
  if (!first) throw new Error(`no such unit: ${unit}`);
  let [start, next] = [day, nextDay(day)];
  while (!first(start)) start = dayBefore(start);
  while (!first(next)) next = nextDay(next);
  return { start, end: dayBefore(next) };
}

/** The period around a day and those before it, newest first. */
export function periodsBack(day: string, unit: string, count: number): Span[] {
  const periods: Span[] = [];
  for (let at = day; periods.length < count;) {
    const period = periodAround(at, unit);
    periods.push(period);
    at = dayBefore(period.start);
  }
  return periods;
}

function numbers(day: string): [number, number, number] {
  const [year, month, date] = day.split("-").map(Number);
  return [Number(year), Number(month), Number(date)];
}

function text(year: number, month: number, date: number): string {
  return [year, String(month).padStart(2, "0"), String(date).padStart(2, "0")].join("-");
}
