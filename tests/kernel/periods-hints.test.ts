import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../world/long";
import { chartHints, dateHints, type Hint, hintFor, payoutHints, topAgentsHints, weeklyHints } from "../../server/trade/periods";
import { dayBefore, daysFrom, periodAround, periodsBack, type Span, walk } from "../oracle/days";

const DAYS = daysFrom({ start: "2019-01-01", end: "2031-12-31" });
// Random days, and days at the end of a shorter month, at a turn of the year or at a clock change.
const someDay = fc.oneof(
  fc.integer({ min: 0, max: DAYS.length - 1 }).map((index) => DAYS[index] as string),
  fc.constantFrom(
    "2026-03-31",
    "2027-03-30",
    "2028-02-29",
    "2026-12-31",
    "2027-01-01",
    "2026-03-08",
    "2026-11-01",
    "2026-11-15",
    "2026-11-16",
  ),
);

const ago = (unit: string, count: number) =>
  Array.from({ length: count }, (_, back) => [`This ${unit}`, `Last ${unit}`][back] ?? `${back} ${unit}s ago`);
const named = (labels: string[], spans: Span[]) => labels.map((label, index) => ({ label, ...(spans[index] as Span) }));
const withoutUnit = (hints: Hint[]) => hints.map(({ label, start, end }) => ({ label, start, end }));
const check = (about: (today: string) => void) => fc.assert(fc.property(someDay, about), { numRuns: times(60) });

describe("hint lists", () => {
  test("the 29 date hints are in their order [FORMAT-17]", () => {
    check((today) => {
      const yesterday = dayBefore(today);
      const expected = [
        { label: "Today", start: today, end: today },
        { label: "Yesterday", start: yesterday, end: yesterday },
        ...named(ago("week", 12), periodsBack(today, "week", 12)),
        ...named(ago("month", 13), periodsBack(today, "month", 13)),
        ...named(ago("year", 2), periodsBack(today, "year", 2)),
      ];
      expect(withoutUnit(dateHints(today))).toEqual(expected);
    });
    const labels = dateHints("2026-11-21").map(({ label }) => label);
    expect(labels).toHaveLength(29);
    expect([labels[4], labels[13], labels[16], labels[26]]).toEqual([
      "2 weeks ago",
      "11 weeks ago",
      "2 months ago",
      "12 months ago",
    ]);
  });

  test("the weekly list has last week and weeks 2 to 52 back [FORMAT-18]", () => {
    check((today) => {
      const expected = named(ago("week", 53), periodsBack(today, "week", 53)).slice(1);
      expect(withoutUnit(weeklyHints(today))).toEqual(expected);
    });
    const hints = weeklyHints("2026-11-21");
    expect([hints.length, hints[0]?.label, hints[51]?.label]).toEqual([52, "Last week", "52 weeks ago"]);
  });

  test("the payout list has 52 half-months, newest first, beginning with the current one [PERIOD-03, FORMAT-19]", () => {
    check((today) => {
      const halves = periodsBack(today, "beWeek", 52);
      const expected = halves.map(({ start, end }) => ({ label: `${start} ~ ${end}`, start, end, unit: "beWeek" }));
      expect(payoutHints(today)).toEqual(expected);
    });
    expect(payoutHints("2026-11-16")).toHaveLength(52);
    expect(payoutHints("2026-11-16")[0]?.label).toBe("2026-11-16 ~ 2026-11-30");
  });

  test("Top Agents' 50 entries are the last 28 days, this week and the 48 weeks before it [PERIOD-04]", () => {
    check((today) => {
      const lastDays = { label: "Last 28 days", start: walk(today, -27), end: today };
      const expected = [lastDays, ...named(ago("week", 49), periodsBack(today, "week", 49))];
      expect(withoutUnit(topAgentsHints(today))).toEqual(expected);
    });
    expect(topAgentsHints("2026-11-21")).toHaveLength(50);
  });

  test("the seven chart ranges are by day or by month [CHART-08, CHART-09]", () => {
    check((today) => {
      const [week, lastWeek] = periodsBack(today, "week", 2);
      const [month, lastMonth] = periodsBack(today, "month", 2);
      const [year, lastYear] = periodsBack(today, "year", 2);
      expect(chartHints(today)).toEqual([
        { label: "Last 12 days", start: walk(today, -11), end: today, unit: "day" },
        { label: "This week", ...week, unit: "day" },
        { label: "Last week", ...lastWeek, unit: "day" },
        { label: "This month", ...month, unit: "day" },
        { label: "Last month", ...lastMonth, unit: "day" },
        { label: "This year", ...year, unit: "month" },
        { label: "Last year", ...lastYear, unit: "month" },
      ]);
    });
  });

  test("a hint's unit is the period's length [FORMAT-15]", () => {
    check((today) => {
      for (const { label, start, end, unit } of [
        ...dateHints(today),
        ...weeklyHints(today),
        ...topAgentsHints(today).slice(1),
      ])
        expect([label, { start, end }]).toEqual([label, periodAround(start, unit)]);
    });
  });

  test("a range has its hint, or none if no hint covers it", () => {
    const hints = dateHints("2026-11-21");
    for (const hint of hints) expect(hintFor(hints, { start: hint.start, end: hint.end })?.label).toBe(hint.label);
    expect(hintFor(hints, { start: "2026-11-16", end: "2026-11-22" })?.label).toBe("This week");
    expect(hintFor(hints, { start: "2026-11-16", end: "2026-11-21" })).toBeUndefined();
    expect(hintFor(hints, { start: "2026-11-15", end: "2026-11-22" })).toBeUndefined();
  });
});
