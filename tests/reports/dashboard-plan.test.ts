import { beforeAll, expect, test } from "vitest";
import { reading, rows } from "../../server/kernel/database";
import { dayOf, periodOf, previous } from "../../server/kernel/periods";
import { sql, type Statement } from "../../server/kernel/sql";
import { topAgents, topOffices } from "../../server/reports/dashboard/rankings";
import { aDatabase } from "../world/database";

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
}, 600_000);

function* tablesOf({ "Relation Name": name, Plans = [] }: Plan): Generator<string> {
  if (name !== undefined) yield name;
  for (const plan of Plans) yield* tablesOf(plan);
}

async function tables(statement: Statement): Promise<string[]> {
  const found = await reading(() => rows<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`EXPLAIN (FORMAT JSON) ${statement}`));
  return [...new Set(found.flatMap((row) => [...tablesOf(row["QUERY PLAN"][0].Plan)]))].sort();
}

test("no ranking reads clicks or events: days for the week, half-months for the rest, and what is not folded yet", async () => {
  const today = dayOf(Date.now());
  const half = periodOf(today, "beWeek");
  const people = ["accounts", "agents", "offices"];
  expect(await tables(topAgents(periodOf(today, "week"), true))).toEqual([...people, "stats_day", "stats_delta"]);
  const always = { start: "2000-01-01", end: half.end };
  expect(await tables(topAgents(always, false))).toEqual([...people, "stats_delta", "stats_half"]);
  expect(await tables(topOffices(half, previous(half, "beWeek")))).toEqual(["offices", "stats_delta", "stats_half"]);
});
