import { expect, test } from "vitest";
import { addDays, isDay } from "../../server/kernel/time";
import { formatRange, halfMonthsIn, parseRange, payPeriod, payPeriodId, splitAtHalfMonths } from "../../server/trade/periods";

test.each([
  { what: "a half-month", from: "2026-02-16", to: "2026-02-28", whole: ["2026-02-16", "2026-02-28"], days: [] },
  {
    what: "a single day",
    from: "2026-02-16",
    to: "2026-02-16",
    whole: undefined,
    days: [["2026-02-16", "2026-02-16"]],
  },
  {
    what: "days of two half-months",
    from: "2026-02-10",
    to: "2026-02-20",
    whole: undefined,
    days: [["2026-02-10", "2026-02-20"]],
  },
  {
    what: "a half-month with days at both ends",
    from: "2026-02-15",
    to: "2026-03-01",
    whole: ["2026-02-16", "2026-02-28"],
    days: [
      ["2026-02-15", "2026-02-15"],
      ["2026-03-01", "2026-03-01"],
    ],
  },
  {
    what: "half-months with days at the end",
    from: "2026-02-01",
    to: "2026-03-16",
    whole: ["2026-02-01", "2026-03-15"],
    days: [["2026-03-16", "2026-03-16"]],
  },
])("$what is split into whole half-months and single days", ({ from, to, whole, days }) => {
  const range = ([start, end]: readonly string[]) => ({ start, end });
  const split = splitAtHalfMonths({ start: from, end: to });
  expect(split).toEqual({ ...(whole ? { whole: range(whole) } : {}), days: days.map(range) });
});

test("every day of any range is in exactly one half-month or run of days", () => {
  const first = "2027-12-10";
  for (let offset = 0; offset < 40; offset += 1) {
    for (let length = 0; length < 90; length += 1) {
      const start = addDays(first, offset);
      const range = { start, end: addDays(start, length) };
      const { halves, days } = halfMonthsIn(range);
      const parts = [...halves, ...days].sort((a, b) => (a.start < b.start ? -1 : 1));
      expect(parts[0]?.start).toBe(range.start);
      expect(parts.at(-1)?.end).toBe(range.end);
      for (const [index, part] of parts.entries()) {
        expect(part.start <= part.end).toBe(true);
        if (index > 0) expect(part.start).toBe(addDays(parts[index - 1]?.end ?? "", 1));
      }
      for (const half of halves) expect(half).toEqual(payPeriod(payPeriodId(half.start)));
      expect(days.length).toBeLessThanOrEqual(halves.length === 0 ? 1 : 2);
      for (const run of days) expect(run).not.toEqual(payPeriod(payPeriodId(run.start)));
    }
  }
});

test("only a whole text of ten characters is a day", () => {
  expect(isDay("2026-02-28")).toBe(true);
  for (const text of [
    "2026-02-28 ",
    " 2026-02-28",
    "2026-02-28T00:00",
    "12026-02-28",
    "2026-02-30",
    20260228,
    undefined,
  ])
    expect([text, isDay(text)]).toEqual([text, false]);
});

test("only the text of a range is read as one, whatever else a browser keeps", () => {
  const range = { start: "2026-02-01", end: "2026-02-28" };
  expect(parseRange(formatRange(range))).toEqual(range);
  for (const other of ["", "{", "null", "[]", '{"start":"2026-02-01"}', 7, null, undefined, range])
    expect(parseRange(other)).toBeUndefined();
});

test("a pay period has exactly seven digits", () => {
  expect(payPeriod(2026021)).toEqual({ start: "2026-02-01", end: "2026-02-15" });
  for (const id of [2026023, 202602, 20260211, 2026131, 0, -2026021])
    expect([id, payPeriod(id)]).toEqual([id, undefined]);
});
