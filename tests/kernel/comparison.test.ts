import { expect, test } from "vitest";
import { differenceText } from "~/components/reports/site-figure";
import { comparedFigures } from "../../server/reports/columns";
import { comparedWith } from "../../server/reports/comparison";

const NOON = new Date("2026-11-20T17:00:00Z");
const days = (start: string, end: string) => ({ start, end });

test("a range is compared with as many days before it, a half-month with the one before", () => {
  expect(comparedWith(days("2026-11-10", "2026-11-14"), "previous", NOON)).toMatchObject({
    range: days("2026-11-05", "2026-11-09"),
  });
  const half = comparedWith(days("2026-11-01", "2026-11-15"), "previous", NOON);
  expect(half).toMatchObject({ range: days("2026-10-16", "2026-10-31") });
  expect(half).not.toHaveProperty("until");
  expect([half.dayBefore("2026-11-01"), half.dayBefore("2026-11-15")]).toEqual(["2026-10-16", "2026-10-30"]);
  const longer = comparedWith(days("2026-10-16", "2026-10-31"), "previous", NOON);
  expect([longer.dayBefore("2026-10-30"), longer.dayBefore("2026-10-31")]).toEqual(["2026-10-15", undefined]);
});

test("a range that continues is compared until the same time of its day [STAT-40]", () => {
  expect(comparedWith(days("2026-11-16", "2026-11-30"), "previous", NOON)).toMatchObject({
    range: days("2026-11-01", "2026-11-05"),
    until: new Date("2026-11-05T17:00:00Z"),
  });
  expect(comparedWith(days("2026-11-20", "2026-11-20"), "year", NOON)).toMatchObject({
    range: days("2025-11-20", "2025-11-20"),
    until: new Date("2025-11-20T17:00:00Z"),
  });
  // The day's counterpart is before the change of the clocks.
  expect(comparedWith(days("2026-11-01", "2026-11-30"), "previous", NOON).until).toEqual(
    new Date("2026-10-21T16:00:00Z"),
  );
  // The 31st has no counterpart, so the half-month before is compared whole.
  const last = comparedWith(days("2026-10-16", "2026-10-31"), "previous", new Date("2026-10-31T16:00:00Z"));
  expect(last).toMatchObject({ range: days("2026-10-01", "2026-10-15") });
  expect(last.until).toBeUndefined();
});

test("a year before has the same days, of a half-month in February all of them", () => {
  const { range, dayBefore } = comparedWith(days("2028-02-20", "2028-03-02"), "year", NOON);
  expect(range).toEqual(days("2027-02-20", "2027-03-02"));
  expect([dayBefore("2028-02-28"), dayBefore("2028-02-29")]).toEqual(["2027-02-28", undefined]);
  expect(comparedWith(days("2029-02-16", "2029-02-28"), "year", NOON).range).toEqual(days("2028-02-16", "2028-02-29"));
  expect(comparedWith(days("2028-02-29", "2028-02-29"), "year", NOON).range).toEqual(days("2027-02-28", "2027-02-28"));
});

test("a difference has a percentage only of a compared figure above zero [STAT-41]", () => {
  const text = (now: number | null, before: number | null) => differenceText("count", now, before);
  expect([text(65, 60), text(55, 60), text(60, 60)]).toEqual(["+5, +8.33%", "\u22125, \u22128.33%", "0, 0%"]);
  expect([text(5, 0), text(5, -2), text(null, 3), text(3, null)]).toEqual(["+5", "+7", undefined, undefined]);
  expect(differenceText("margin", -10, 30)).toBe("\u2212₱40.00, \u2212133.33%");
  expect(differenceText("percent", 12.5, 10)).toBe("+2.50%");
  const columns = [{ key: "sales", label: "Sales", kind: "count" as const, total: "sales" }];
  const inFile = (now: number, before: number) => comparedFigures(columns, { sales: now }, { sales: before });
  expect(inFile(5, 4)).toEqual({ salesBefore: 4, salesChange: 1, salesPercent: 25 });
  expect(inFile(5, 0)).toEqual({ salesBefore: 0, salesChange: 5, salesPercent: null });
  expect(comparedFigures(columns, { sales: 5 }, null)).toEqual({});
});
