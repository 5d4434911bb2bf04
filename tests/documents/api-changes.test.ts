import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contract } from "~/http/contract/index.server";
import { isDay } from "../../server/kernel/time";

const page = readFileSync("docs/api-changes.md", "utf8");
const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

test("the changes of the API are listed by day, the newest first, above the first version", () => {
  const days = headings.slice(0, -1);
  expect(headings.at(-1)).toBe("1.0.0");
  expect(days.filter((day) => !isDay(day))).toEqual([]);
  expect(days).toEqual([...new Set(days)].sort().reverse());
});

test("a deprecated call is listed with the call to use", () => {
  const deprecated = Object.entries(contract).filter(([, { deprecatedSince }]) => deprecatedSince);
  expect(deprecated.length).toBeGreaterThan(0);
  for (const [line, { sunset }] of deprecated) {
    expect(page).toContain(`**Deprecated:** \`${line}\``);
    expect(sunset).toBeDefined();
  }
});
