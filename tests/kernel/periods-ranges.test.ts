import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../world/long";
import { formatPeriod, formatRange, INVALID_RANGE, lengthInDays, parsePeriod, parseRange, readRange, UNITS } from "../../server/trade/periods";
import { daysFrom, periodAround, walk } from "../oracle/days";

const YEARS = daysFrom({ start: "2019-01-01", end: "2031-12-31" });
const someDay = fc.integer({ min: 0, max: YEARS.length - 1 }).map((index) => YEARS[index] as string);
const someRange = fc
  .tuple(someDay, fc.integer({ min: 0, max: 500 }))
  .map(([start, more]) => ({ start, end: walk(start, more) }));

describe("ranges from outside", () => {
  test("a range needs both days in order [WIDGET-27]", () => {
    expect(readRange("2026-11-01", "2026-11-01")).toEqual({ start: "2026-11-01", end: "2026-11-01" });
    expect(readRange("2025-12-31", "2026-01-01")).toEqual({ start: "2025-12-31", end: "2026-01-01" });
    const refused: [unknown, unknown][] = [
      ["2026-11-02", "2026-11-01"],
      ["2026-11-01", undefined],
      [undefined, "2026-11-01"],
      ["", ""],
      ["2026-02-30", "2026-03-01"],
      ["2026-02-01", "2026-02-29"],
      [20261101, 20261102],
    ];
    for (const [start, end] of refused) expect([start, end, readRange(start, end)]).toEqual([start, end, undefined]);
    expect(INVALID_RANGE).toBe("Date Range is not valid");
  });

  test("a range's length includes both ends", () => {
    fc.assert(
      fc.property(someRange, (range) => {
        expect(lengthInDays(range)).toBe(daysFrom(range).length);
      }),
      { numRuns: times(100) },
    );
  });

  test("a range is stored as JSON of formatted dates and read back [WIDGET-36]", () => {
    expect(formatRange({ start: "2026-11-01", end: "2026-11-15" })).toBe('{"start":"2026-11-01","end":"2026-11-15"}');
    fc.assert(
      fc.property(someRange, (range) => {
        expect(parseRange(formatRange(range))).toEqual(range);
      }),
    );
    expect(parseRange('{"end":"2026-11-15","start":"2026-11-01","more":1}')).toEqual({
      start: "2026-11-01",
      end: "2026-11-15",
    });
  });

  test("an invalid stored range is ignored without an error [WIDGET-36]", () => {
    const garbage = [
      "",
      "{",
      "null",
      "1",
      '"x"',
      "[]",
      "{}",
      '{"start":"2026-11-01"}',
      '{"start":"2026-11-02","end":"2026-11-01"}',
    ];
    for (const text of [
      ...garbage,
      '{"start":"2026-02-30","end":"2026-03-01"}',
      '{"start":[],"end":{}}',
      null,
      undefined,
      7,
      {},
    ])
      expect([text, parseRange(text)]).toEqual([text, undefined]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseRange(text)).toBeUndefined();
      }),
    );
  });
});

describe("period value strings", () => {
  test("period values are start, end and unit joined by commas [WIDGET-37]", () => {
    const text = "2026-11-01,2026-11-15,beWeek";
    expect(formatPeriod({ start: "2026-11-01", end: "2026-11-15", unit: "beWeek" })).toBe(text);
    expect(parsePeriod(text)).toEqual({ start: "2026-11-01", end: "2026-11-15", unit: "beWeek" });
    fc.assert(
      fc.property(someDay, fc.constantFrom(...UNITS), (day, unit) => {
        const period = { ...periodAround(day, unit), unit };
        expect(parsePeriod(formatPeriod(period))).toEqual(period);
      }),
      { numRuns: times(200) },
    );
  });

  test("period values may span several whole units, as charts do [WIDGET-37]", () => {
    expect(parsePeriod("2026-01-01,2026-12-31,month")).toEqual({
      start: "2026-01-01",
      end: "2026-12-31",
      unit: "month",
    });
    expect(parsePeriod("2026-11-10,2026-11-21,day")).toEqual({ start: "2026-11-10", end: "2026-11-21", unit: "day" });
  });

  test("period values in reverse, without a unit or with a partial unit are refused [WIDGET-37]", () => {
    const refused = [
      "2026-11-15,2026-11-01,day",
      "2026-11-30,2026-11-01,month",
      "2026-11-02,2026-11-15,beWeek",
      "2026-11-01,2026-11-14,beWeek",
      "2026-11-15,2026-11-21,week",
      "2026-11-16,2026-11-21,week",
      "2026-11-01,2026-11-29,month",
      "2026-02-01,2026-02-29,month",
      "2026-01-02,2026-12-31,year",
      "2026-11-01,2026-11-15,",
      "2026-11-01,2026-11-15",
      "2026-11-01,2026-11-15,beweek",
      "2026-11-01,2026-11-15,constructor",
      "2026-11-01,2026-11-15,beWeek,",
      " 2026-11-01,2026-11-15,beWeek",
      ",,",
      "",
    ];
    for (const text of [...refused, null, undefined, 5, ["2026-11-01,2026-11-15,beWeek"]])
      expect([text, parsePeriod(text)]).toEqual([text, undefined]);
  });
});
