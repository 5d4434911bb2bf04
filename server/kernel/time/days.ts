import { formatInTimeZone, fromZonedTime } from "date-fns-tz";
import { DAY_MS, HOUR_MS } from "./durations";

export const ZONE = "America/New_York";

/** A New York calendar day, `YYYY-MM-DD`, in the years 1900 to 2999. */
export type Day = string;

/** True for a day that exists in the calendar, which `2026-02-30` does not. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== "string" || !/^(19|2\d)\d\d-\d\d-\d\d$/.test(value)) return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && fromUtc(midnight.getTime()) === value;
}

/** The New York day of an instant (a Date, or milliseconds since 1970). Throws RangeError outside of 1900 to 2999. */
export function dayOf(instant: Date | number): Day {
  return hourOf(instant).day;
}

/** New York's offset from UTC at an instant in minutes: -240 in summer, -300 in winter. */
export function offsetOf(instant: Date | number): number {
  return hourOf(instant).offset;
}

// Since 1883 New York's offset is whole hours and changes on the hour, so all instants of a UTC hour share their day
// and offset. Querying the time zone database for each click would cost more than the rest of the click.
type Hour = { day: Day; offset: number };
const hours = new Map<number, Hour>();
const HOURS_KEPT = 20_000;

function hourOf(instant: Date | number): Hour {
  const number = Math.floor(Number(instant) / HOUR_MS);
  return hours.get(number) ?? lookUp(number);
}

function lookUp(number: number): Hour {
  // The offset is the only token of date-fns-tz that is right whatever time zone the process runs in: the others pass
  // through local time.
  const offsetText = formatInTimeZone(number * HOUR_MS, ZONE, "xxx");
  const offset = Number(offsetText.slice(0, 3)) * 60;
  const hour = { day: fromUtc(number * HOUR_MS + offset * 60_000), offset };
  if (!isDay(hour.day)) throw new RangeError("The instant lies outside of the years 1900 to 2999.");
  if (hours.size >= HOURS_KEPT) hours.clear();
  hours.set(number, hour);
  return hour;
}

/** The instant at which a day begins in New York. */
export function startOfDay(day: Day): Date {
  return fromZonedTime(`${day}T00:00:00`, ZONE);
}

/** The exclusive end of a day: the instant at which the next day begins, 23 to 25 hours after the start of this one. */
export function endOfDay(day: Day): Date {
  return startOfDay(addDays(day, 1));
}

/** The moment of `day` at which New York's clocks read the same as at an instant. */
export function sameTimeOn(day: Day, instant: Date): Date {
  const wallClock = new Date(instant.getTime() + offsetOf(instant) * 60_000).toISOString().slice(11, 23);
  return fromZonedTime(`${day}T${wallClock}`, ZONE);
}

/** The next 01:00 in New York after an instant. On the night that has 01:00 twice, the first. */
export function nextOneOClock(instant: Date | number): Date {
  // Clocks change at 02:00, so the first hour of a day always lasts 60 minutes.
  const oneOClock = (day: Day) => new Date(startOfDay(day).getTime() + HOUR_MS);
  const today = oneOClock(dayOf(instant));
  return today.getTime() > Number(instant) ? today : oneOClock(addDays(dayOf(instant), 1));
}

export function addDays(day: Day, count: number): Day {
  return fromUtc(toUtc(day) + count * DAY_MS);
}

/** The number of days from `from` to `to`: 1 if `to` is the next day, negative if it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (toUtc(to) - toUtc(from)) / DAY_MS;
}

/** Every day from `start` to `end` inclusive; empty if `start` is after `end`. */
export function eachDay({ start, end }: { start: Day; end: Day }): Day[] {
  const count = Math.max(0, daysBetween(start, end) + 1);
  return Array.from({ length: count }, (_, index) => addDays(start, index));
}

/** Every month with a day from `start` to `end` inclusive, as `YYYY-MM`. */
export function eachMonth({ start, end }: { start: Day; end: Day }): string[] {
  const count = Math.max(0, monthNumber(end) - monthNumber(start) + 1);
  return Array.from({ length: count }, (_, index) => monthAt(monthNumber(start) + index));
}

/** The month `count` months after that of `day`, as `YYYY-MM`. */
export function addMonths(day: Day, count: number): string {
  return monthAt(monthNumber(day) + count);
}

function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

function monthAt(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
}

// Day arithmetic treats each day as midnight UTC, because every UTC day has 24 hours. A range since the first sale takes
// thousands of steps, and reading and writing a date costs ten times as much as looking it up.
const timeOfDay = new Map<Day, number>();
const dayOfTime = new Map<number, Day>();
const DAYS_KEPT = 20_000;

function toUtc(day: Day): number {
  return timeOfDay.get(day) ?? Date.parse(`${day}T00:00:00Z`);
}

function fromUtc(time: number): Day {
  const known = dayOfTime.get(time);
  if (known !== undefined) return known;
  const day = new Date(time).toISOString().slice(0, 10);
  if (time % DAY_MS === 0) keep(day, time);
  return day;
}

function keep(day: Day, time: number): void {
  if (dayOfTime.size >= DAYS_KEPT) {
    dayOfTime.clear();
    timeOfDay.clear();
  }
  dayOfTime.set(time, day);
  timeOfDay.set(day, time);
}
