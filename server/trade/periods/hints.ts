import { type Day, addDays, addMonths } from "../../kernel/time/days";
import { type Range, sameRange } from "./ranges";
import { type Period, type Unit, periodOf, previous } from "./units";

/** An entry of a list of periods to choose from. `unit` is the length of the period; for charts, that of each point. */
export type Hint = Period & { label: string };
export type ChartHint = Hint & { unit: "day" | "month" };

/** The 29 hints for date ranges (FORMAT-17). `today` is the New York day. */
export function dateHints(today: Day): Hint[] {
  return [
    hint("Today", "day", periodOf(today, "day")),
    hint("Yesterday", "day", periodOf(addDays(today, -1), "day")),
    ...series(12, (back) => week(today, back)),
    ...series(13, (back) => month(today, back)),
    hint("This year", "year", year(today)),
    hint("Last year", "year", previous(year(today), "year")),
  ];
}

/** Last week and the 51 before it, newest first (FORMAT-18). */
export function weeklyHints(today: Day): Hint[] {
  return series(52, (index) => week(today, index + 1));
}

/** 52 payout half-months, newest first, beginning with the current one (PERIOD-03). */
export function payoutHints(today: Day): Hint[] {
  const hints: Hint[] = [];
  for (let half = periodOf(today, "beWeek"); hints.length < 52; half = previous(half, "beWeek"))
    hints.push(hint(`${half.start} ~ ${half.end}`, "beWeek", half));
  return hints;
}

/** The 50 hints for Top Agents: the last 28 days, this week and the 48 weeks before it (PERIOD-04). */
export function topAgentsHints(today: Day): Hint[] {
  const lastDays = hint("Last 28 days", "day", { start: addDays(today, -27), end: today });
  return [lastDays, ...series(49, (back) => week(today, back))];
}

/** The current half-month and the one before, by name, beside the specified ranges of a report. */
export function halfMonthHints(today: Day): Hint[] {
  const half = periodOf(today, "beWeek");
  return [hint("This half-month", "beWeek", half), hint("Last half-month", "beWeek", previous(half, "beWeek"))];
}

/** The seven ranges of the office charts, in order. Each chart has one point per `unit`, day or month (CHART-08). */
export function chartHints(today: Day): ChartHint[] {
  const by = (unit: ChartHint["unit"]) => (one: Hint) => ({ ...one, unit });
  const lastDays = hint("Last 12 days", "day", { start: addDays(today, -11), end: today });
  const years = [hint("This year", "year", year(today)), hint("Last year", "year", previous(year(today), "year"))];
  return [
    ...[lastDays, week(today, 0), week(today, 1), month(today, 0), month(today, 1)].map(by("day")),
    ...years.map(by("month")),
  ];
}

/** The hint with exactly this range; undefined if the list has none. */
export function hintFor(hints: readonly Hint[], range: Range): Hint | undefined {
  return hints.find((one) => sameRange(one, range));
}

function hint(label: string, unit: Unit, { start, end }: Range): Hint {
  return { label, start, end, unit };
}

function series(length: number, entry: (index: number) => Hint): Hint[] {
  return Array.from({ length }, (_, index) => entry(index));
}

function week(today: Day, back: number): Hint {
  return hint(ago("week", back), "week", periodOf(addDays(today, -7 * back), "week"));
}

function month(today: Day, back: number): Hint {
  return hint(ago("month", back), "month", periodOf(`${addMonths(today, -back)}-01`, "month"));
}

function year(today: Day): Range {
  return periodOf(today, "year");
}

function ago(unit: "week" | "month", back: number): string {
  return [`This ${unit}`, `Last ${unit}`][back] ?? `${back} ${unit}s ago`;
}
