import { beforeAll, expect, test } from "vitest";
import { dayOf, periodOf, previous } from "../../server/kernel/periods";
import { topAgents, topOffices } from "../../server/reports/dashboard/dashboard";
import { aDatabase } from "../world/database";
import { tablesReadBy } from "../world/plan";

beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
}, 600_000);

test("the rankings read days for the week, half-months for the rest and pending deltas, but no clicks or events", async () => {
  const today = dayOf(Date.now());
  const half = periodOf(today, "beWeek");
  const people = ["accounts", "agents", "offices"];
  expect(await tablesReadBy(topAgents(periodOf(today, "week"), true))).toEqual([...people, "stats_day", "stats_delta"]);
  const always = { start: "2000-01-01", end: half.end };
  expect(await tablesReadBy(topAgents(always, false))).toEqual([...people, "stats_delta", "stats_half"]);
  expect(await tablesReadBy(topOffices(half, previous(half, "beWeek")))).toEqual([
    "offices",
    "stats_delta",
    "stats_half",
  ]);
});
