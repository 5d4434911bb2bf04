import { addDays, type Day } from "../../kernel/time/days";
import { previous, periodOf, type Unit } from "./units";
import type { Range } from "./ranges";

/** Ranges by names that stay true: those of the parameter `during` in the address of a report or log. */

const current = (unit: Unit) => (today: Day) => periodOf(today, unit);
const last = (unit: Unit) => (today: Day) => previous(periodOf(today, unit), unit);
/** This many days, with today. */
const days = (count: number) => (today: Day) => ({ start: addDays(today, 1 - count), end: today });

const relative = {
  today: { label: "Today", of: current("day") },
  yesterday: { label: "Yesterday", of: last("day") },
  "last-7-days": { label: "Last 7 days", of: days(7) },
  "last-28-days": { label: "Last 28 days", of: days(28) },
  "last-31-days": { label: "Last 31 days", of: days(31) },
  "this-week": { label: "This week", of: current("week") },
  "last-week": { label: "Last week", of: last("week") },
  "this-half": { label: "This half-month", of: current("beWeek") },
  "last-half": { label: "Last half-month", of: last("beWeek") },
  "this-month": { label: "This month", of: current("month") },
  "last-month": { label: "Last month", of: last("month") },
  "this-year": { label: "This year", of: current("year") },
  "last-year": { label: "Last year", of: last("year") },
} as const satisfies Record<string, { label: string; of: (today: Day) => Range }>;

export type RelativeName = keyof typeof relative;
export const relativeNames = Object.keys(relative) as RelativeName[];

export const isRelative = (name: unknown): name is RelativeName =>
  typeof name === "string" && Object.hasOwn(relative, name);
export const relativeLabel = (name: RelativeName): string => relative[name].label;
export const relativeRange = (name: RelativeName, today: Day): Range => relative[name].of(today);
