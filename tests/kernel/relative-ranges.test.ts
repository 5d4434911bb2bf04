import { expect, test } from "vitest";
import { isRelative, relativeNames, relativeRange } from "../../server/trade/periods";

/** The named ranges of saved views. */

const on = (day: string) =>
  Object.fromEntries(relativeNames.map((name) => [name, Object.values(relativeRange(name, day)).join(" ~ ")]));

test("named ranges move on with the day: weeks begin on Monday, half-months on the 1st and the 16th [VIEW-03]", () => {
  expect(on("2026-03-01")).toEqual({
    today: "2026-03-01 ~ 2026-03-01",
    yesterday: "2026-02-28 ~ 2026-02-28",
    "last-7-days": "2026-02-23 ~ 2026-03-01",
    "last-28-days": "2026-02-02 ~ 2026-03-01",
    "last-31-days": "2026-01-30 ~ 2026-03-01",
    "this-week": "2026-02-23 ~ 2026-03-01",
    "last-week": "2026-02-16 ~ 2026-02-22",
    "this-half": "2026-03-01 ~ 2026-03-15",
    "last-half": "2026-02-16 ~ 2026-02-28",
    "this-month": "2026-03-01 ~ 2026-03-31",
    "last-month": "2026-02-01 ~ 2026-02-28",
    "this-year": "2026-01-01 ~ 2026-12-31",
    "last-year": "2025-01-01 ~ 2025-12-31",
  });
  expect(on("2028-02-29")).toMatchObject({
    "last-half": "2028-02-01 ~ 2028-02-15",
    "this-half": "2028-02-16 ~ 2028-02-29",
  });
});

test("other names are not ranges", () => {
  for (const name of ["", "tomorrow", "toString", "__proto__", undefined, 1]) expect(isRelative(name)).toBe(false);
});
