import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { times } from "../world/long";
import {
  addDays,
  clockText,
  dayOf,
  daysBetween,
  eachDay,
  eachMonth,
  endOfDay,
  isDay,
  isoTime,
  startOfDay,
  zoneLabel,
} from "../../server/kernel/time";
import { instants } from "../../server/trade/periods";
import { daysFrom, daysInMonth, firstMinute, nextDay, walk, wallClock } from "../oracle/days";

const HOUR = 3_600_000;
const YEARS = daysFrom({ start: "2019-01-01", end: "2031-12-31" });
const someInstant = fc.integer({ min: Date.parse("2019-01-01T00:00:00Z"), max: Date.parse("2032-01-01T00:00:00Z") });
const someDay = fc.integer({ min: 0, max: YEARS.length - 1 }).map((index) => YEARS[index] as string);

afterEach(() => {
  process.env.TZ = "UTC";
  vi.resetModules();
});

describe("a day", () => {
  test("begins and ends by New York's clock on every day from 2019 to 2031 [PERIOD-01]", () => {
    let begin = firstMinute("2019-01-01");
    for (const day of YEARS) {
      const end = firstMinute(nextDay(day));
      expect([day, startOfDay(day).getTime(), endOfDay(day).getTime()]).toEqual([day, begin, end]);
      expect([dayOf(begin - 1) < day, dayOf(begin), dayOf(end - 1), dayOf(end)]).toEqual([
        true,
        day,
        day,
        nextDay(day),
      ]);
      begin = end;
    }
  });

  test("has 23 hours in March, 25 in November and 24 otherwise [PERIOD-01]", () => {
    const hours = (day: string) => (endOfDay(day).getTime() - startOfDay(day).getTime()) / HOUR;
    const odd = YEARS.filter((day) => hours(day) !== 24).map((day) => `${day} ${hours(day)}`);
    expect(odd.filter((one) => /^202[56]/.test(one))).toEqual([
      "2025-03-09 23",
      "2025-11-02 25",
      "2026-03-08 23",
      "2026-11-01 25",
    ]);
    expect(odd).toHaveLength(13 * 2);
  });

  test("contains the instants at which New York's clock shows it [PERIOD-01]", () => {
    fc.assert(
      fc.property(someInstant, (time) => {
        const { day } = wallClock(time);
        expect([dayOf(time), dayOf(new Date(time))]).toEqual([day, day]);
        expect(startOfDay(day).getTime() <= time && time < endOfDay(day).getTime()).toBe(true);
      }),
      { numRuns: times(3000) },
    );
  });

  test("is still correct after more hours than the cache holds", () => {
    const start = Date.parse("1950-01-01T12:00:00Z");
    const seen = Array.from({ length: 21_000 }, (_, index) => dayOf(start + index * HOUR));
    expect(seen[0]).toBe("1950-01-01");
    expect(seen.at(-1)).toBe(wallClock(start + 20_999 * HOUR).day);
    expect(dayOf(start)).toBe("1950-01-01");
  });

  test("is the same in every time zone of the process [PERIOD-01]", async () => {
    // 02:30 in New York on 29 March is skipped by Berlin's clocks; Apia and Lord Howe have extreme offsets.
    const times = [
      "2026-03-29T06:30:00Z",
      "2026-03-08T06:59:59Z",
      "2026-03-08T07:00:00Z",
      "2026-11-01T05:30:00Z",
      "2026-11-01T06:30:00Z",
    ];
    for (const zone of [
      "Europe/Berlin",
      "America/New_York",
      "Asia/Tokyo",
      "Pacific/Apia",
      "Australia/Lord_Howe",
      "Pacific/Honolulu",
    ]) {
      process.env.TZ = zone;
      vi.resetModules();
      const days = await import("../../server/kernel/time");
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      for (const time of times.map((text) => Date.parse(text))) {
        const shown = wallClock(time);
        expect([zone, days.dayOf(time), days.clockText(time).slice(17)]).toEqual([
          zone,
          shown.day,
          `${shown.time} ${shown.zone}`,
        ]);
      }
      for (const day of [
        "2026-03-07",
        "2026-03-08",
        "2026-03-09",
        "2026-03-29",
        "2026-10-31",
        "2026-11-01",
        "2026-11-02",
      ])
        expect([zone, day, days.startOfDay(day).getTime()]).toEqual([zone, day, firstMinute(day)]);
    }
  });

  test("is refused for an invalid instant", () => {
    for (const time of [Number.NaN, Infinity, 8.64e15, Date.parse("1899-12-30T00:00:00Z")])
      expect(() => dayOf(time)).toThrow(RangeError);
    expect(() => dayOf(new Date("never"))).toThrow(RangeError);
  });

  test("must exist in the calendar [PERIOD-01]", () => {
    for (let year = 2019; year <= 2032; year += 1)
      for (let month = 0; month <= 13; month += 1)
        for (let date = 0; date <= 32; date += 1) {
          const day = [year, String(month).padStart(2, "0"), String(date).padStart(2, "0")].join("-");
          const real = month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);
          expect([day, isDay(day)]).toEqual([day, real]);
        }
    expect(["1900-02-29", "2000-02-29", "2100-02-29", "2400-02-29"].map(isDay)).toEqual([false, true, false, true]);
    const none = [
      "",
      "2026-1-1",
      "2026-01-01T00:00:00Z",
      " 2026-01-01",
      "2026-01-01\n",
      "0000-01-01",
      "1899-12-31",
      "3000-01-01",
      "20260101",
    ];
    for (const value of [...none, 20260101, null, undefined, new Date(), ["2026-01-01"]])
      expect([value, isDay(value)]).toEqual([value, false]);
  });
});

describe("arithmetic on days", () => {
  test("adds and counts days as the calendar does", () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -800, max: 800 }), (day, steps) => {
        const other = walk(day, steps);
        expect([addDays(day, steps), daysBetween(day, other)]).toEqual([other, steps]);
      }),
      { numRuns: times(300) },
    );
  });

  test("lists days and months without gaps", () => {
    fc.assert(
      fc.property(someDay, someDay, (one, other) => {
        const range = one <= other ? { start: one, end: other } : { start: other, end: one };
        const days = daysFrom(range);
        expect(eachDay(range)).toEqual(days);
        expect(eachMonth(range)).toEqual([...new Set(days.map((day) => day.slice(0, 7)))]);
      }),
      { numRuns: times(100) },
    );
    expect(eachDay({ start: "2026-01-02", end: "2026-01-01" })).toEqual([]);
    expect(eachMonth({ start: "2026-02-01", end: "2026-01-01" })).toEqual([]);
  });

  test("a range spans from its first midnight to the one after its last day [PERIOD-01]", () => {
    const [from, to] = instants({ start: "2026-10-31", end: "2026-11-01" });
    expect([from.toISOString(), to.toISOString()]).toEqual(["2026-10-31T04:00:00.000Z", "2026-11-02T05:00:00.000Z"]);
  });
});

describe("clock texts", () => {
  test("01:30 comes twice in November and both are distinguished [PERIOD-01]", () => {
    const first = Date.parse("2026-11-01T05:30:00Z");
    const texts = [first, first + HOUR].map((time) => [clockText(time), isoTime(time), zoneLabel(time), dayOf(time)]);
    expect(texts).toEqual([
      ["Sun, 01 Nov 2026 01:30:00 EDT", "2026-11-01T01:30:00.000-04:00", "EDT", "2026-11-01"],
      ["Sun, 01 Nov 2026 01:30:00 EST", "2026-11-01T01:30:00.000-05:00", "EST", "2026-11-01"],
    ]);
  });

  test("02:00 is skipped in March", () => {
    const change = Date.parse("2026-03-08T07:00:00Z");
    expect([clockText(change - 1000), clockText(change)]).toEqual([
      "Sun, 08 Mar 2026 01:59:59 EST",
      "Sun, 08 Mar 2026 03:00:00 EDT",
    ]);
  });

  test("the header's clock shows New York's time [SHELL-09]", () => {
    fc.assert(
      fc.property(someInstant, (time) => {
        const { day, time: shown, weekday, month, zone } = wallClock(time);
        expect(clockText(time)).toBe(`${weekday}, ${day.slice(8)} ${month} ${day.slice(0, 4)} ${shown} ${zone}`);
        expect(zoneLabel(new Date(time))).toBe(zone);
      }),
      { numRuns: times(1000) },
    );
  });

  test("ISO times carry New York's offset and round-trip to the same instant", () => {
    fc.assert(
      fc.property(someInstant, (time) => {
        const { day, time: shown } = wallClock(time);
        const text = isoTime(new Date(time));
        expect(Date.parse(text)).toBe(time);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[45]:00$/);
        expect(text.slice(0, 19)).toBe(`${day}T${shown}`);
      }),
      { numRuns: times(1000) },
    );
  });
});
