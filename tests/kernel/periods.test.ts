import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../world/long";
import { halfMonthsIn, isHalfMonth, payPeriod, payPeriodId, periodOf, previous, progress, UNITS } from "../../server/trade/periods";
import { dayBefore, daysFrom, periodAround, periodsBack, walk } from "../oracle/days";

const YEARS = daysFrom({ start: "2019-01-01", end: "2031-12-31" });
const someDay = fc.integer({ min: 0, max: YEARS.length - 1 }).map((index) => YEARS[index] as string);
const someRange = fc
  .tuple(someDay, fc.integer({ min: 0, max: 500 }))
  .map(([start, more]) => ({ start, end: walk(start, more) }));

describe("units", () => {
  test("the units are day, week, half-month, month and year [FORMAT-15, FORMAT-19]", () => {
    expect([...UNITS].sort()).toEqual(["beWeek", "day", "month", "week", "year"]);
  });

  test("the periods around every day from 2019 to 2031 match the calendar [PERIOD-02, FORMAT-15, FORMAT-19]", () => {
    for (const unit of UNITS)
      for (const day of YEARS) {
        const period = periodOf(day, unit);
        if (day !== YEARS[0] && period.start !== day)
          expect([day, period]).toEqual([day, periodOf(dayBefore(day), unit)]);
        else expect([day, period]).toEqual([day, periodAround(day, unit)]);
      }
  });

  test("weeks run Monday to Sunday, half-months to the 15th and to the last day, also in a leap February [PERIOD-02]", () => {
    expect(periodOf("2026-11-22", "week")).toEqual({ start: "2026-11-16", end: "2026-11-22" });
    expect(periodOf("2026-11-23", "week")).toEqual({ start: "2026-11-23", end: "2026-11-29" });
    expect(periodOf("2027-01-01", "week")).toEqual({ start: "2026-12-28", end: "2027-01-03" });
    expect(periodOf("2028-02-15", "beWeek")).toEqual({ start: "2028-02-01", end: "2028-02-15" });
    expect(periodOf("2028-02-16", "beWeek")).toEqual({ start: "2028-02-16", end: "2028-02-29" });
    expect(periodOf("2027-02-28", "beWeek")).toEqual({ start: "2027-02-16", end: "2027-02-28" });
    expect(periodOf("2026-12-31", "beWeek")).toEqual({ start: "2026-12-16", end: "2026-12-31" });
  });
});

describe("the period before", () => {
  test("is of the same unit if a unit is named", () => {
    fc.assert(
      fc.property(someDay, fc.constantFrom(...UNITS), (day, unit) => {
        expect(previous(periodOf(day, unit), unit)).toEqual(periodsBack(day, unit, 2)[1]);
      }),
      { numRuns: times(200) },
    );
  });

  test("has the same number of days and ends the day before, except that a half-month follows a half-month", () => {
    fc.assert(
      fc.property(someRange, (range) => {
        const before = previous(range);
        expect(before.end).toBe(dayBefore(range.start));
        if (!isHalfMonth(range)) expect(daysFrom(before)).toHaveLength(daysFrom(range).length);
      }),
      { numRuns: times(200) },
    );
    expect(previous({ start: "2028-03-01", end: "2028-03-15" })).toEqual({ start: "2028-02-16", end: "2028-02-29" });
    expect(previous({ start: "2026-03-16", end: "2026-03-31" })).toEqual({ start: "2026-03-01", end: "2026-03-15" });
    expect(previous({ start: "2026-03-01", end: "2026-03-31" })).toEqual({ start: "2026-01-29", end: "2026-02-28" });
    expect(previous({ start: "2026-01-01", end: "2026-01-01" })).toEqual({ start: "2025-12-31", end: "2025-12-31" });
  });
});

describe("half-months", () => {
  test("a range is a half-month only if it matches one exactly [FORMAT-19]", () => {
    for (const half of periodsBack("2031-12-31", "beWeek", 13 * 24)) {
      expect(isHalfMonth(half)).toBe(true);
      expect(isHalfMonth({ start: half.start, end: dayBefore(half.end) })).toBe(false);
      expect(isHalfMonth({ start: dayBefore(half.start), end: half.end })).toBe(false);
    }
    expect(isHalfMonth({ start: "2026-11-01", end: "2026-11-30" })).toBe(false);
  });

  test("a range splits into whole half-months and edge days, each day once [FORMAT-19]", () => {
    fc.assert(
      fc.property(someRange, (range) => {
        const { halves, days } = halfMonthsIn(range);
        expect([...halves, ...days].flatMap(daysFrom).sort()).toEqual(daysFrom(range));
        const whole = periodsBack(range.end, "beWeek", 40).filter(
          ({ start, end }) => start >= range.start && end <= range.end,
        );
        expect(halves).toEqual(whole.reverse());
        expect(days.length).toBeLessThanOrEqual(halves.length > 0 ? 2 : 1);
      }),
      { numRuns: times(300) },
    );
    expect(halfMonthsIn({ start: "2026-10-30", end: "2026-11-17" })).toEqual({
      halves: [{ start: "2026-11-01", end: "2026-11-15" }],
      days: [
        { start: "2026-10-30", end: "2026-10-31" },
        { start: "2026-11-16", end: "2026-11-17" },
      ],
    });
    expect(halfMonthsIn({ start: "2026-11-10", end: "2026-11-20" })).toEqual({
      halves: [],
      days: [{ start: "2026-11-10", end: "2026-11-20" }],
    });
  });

  test("half-months and their numbers map to each other [FORMAT-19]", () => {
    expect([payPeriodId("2026-11-15"), payPeriodId("2026-11-16"), payPeriodId("2028-02-29")]).toEqual([
      2026111, 2026112, 2028022,
    ]);
    for (const half of periodsBack("2031-12-31", "beWeek", 13 * 24)) {
      expect(payPeriodId(half.start)).toBe(payPeriodId(half.end));
      expect(payPeriod(payPeriodId(half.end))).toEqual(half);
    }
    for (const id of [0, -2026111, 2026110, 2026113, 2026131, 2026001, 202611, 20261111, 2026111.5, Number.NaN, 1e21])
      expect([id, payPeriod(id)]).toEqual([id, undefined]);
  });
});

describe("progress", () => {
  test("is the growth over the older count, 100 from zero, and 0 if both are zero [PERIOD-05]", () => {
    expect([progress(4, 5), progress(5, 4), progress(3, 4), progress(7, 7), progress(8, 0)]).toEqual([
      25,
      -20,
      100 / 3,
      0,
      -100,
    ]);
    expect([progress(0, 1), progress(0, 900), progress(0, 0), progress(0, -2)]).toEqual([100, 100, 0, -100]);
    expect([progress(-2, -2), progress(5, 5)].map((value) => Object.is(value, 0))).toEqual([true, true]);
  });
});
