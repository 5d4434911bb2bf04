import { beforeAll, expect, test } from "vitest";
import { agentsEverIn } from "../../server/agents";
import type { Actor } from "../../server/kernel/operation/roles";
import { levels, system } from "../../server/kernel/operation/roles";
import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { addDays, dayOf } from "../../server/kernel/time";
import { periodOf, previous } from "../../server/trade/periods";
import { topAgents, topOffices } from "../../server/reports/dashboard/dashboard";
import { dailyFigures, sameDays } from "../../server/reports/dashboard/figures";
import { aDatabase } from "../world/database";
import { indexesIn, planOf, tablesReadBy } from "../world/plan";

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
  const earlier = previous(half, "beWeek");
  expect(await tablesReadBy(topOffices(half, earlier, earlier))).toEqual(["offices", "stats_delta", "stats_half"]);
  const day = { start: half.start, end: half.start };
  expect(await tablesReadBy(topOffices(half, earlier, sameDays(day, earlier)))).toEqual([
    ...["offices", "stats_day", "stats_delta", "stats_half"],
  ]);
});

test("the figures read roll-ups by day and the tiers of half-months, and those of an office or agent by primary key", async () => {
  const today = dayOf(Date.now());
  const range = { start: addDays(today, -47), end: today };
  const sold = ["avp_tiers", "stats_day", "stats_delta", "stats_half"];
  expect(await tablesReadBy(dailyFigures(system, range))).toEqual(["avp_tiers", "clicks_by_day", ...sold.slice(1)]);
  const row = await readTransaction(() =>
    queryOne<{ id: number; office: number }>(sql`SELECT id, company_id AS office FROM agents ORDER BY id LIMIT 1`),
  );
  if (!row) throw new Error("The demo has no agents.");
  const agent: Actor = { ...system, role: levels.agent, agentId: row.id, companyId: row.office };
  const manager: Actor = { ...agent, role: levels.company, agentId: null };
  const ids = await readTransaction(() => agentsEverIn(row.office));
  for (const statement of [dailyFigures(agent, range), dailyFigures(manager, range, ids)]) {
    expect(await tablesReadBy(statement)).toEqual(sold);
    expect(indexesIn(await planOf(statement))).toContain("stats_day_pkey");
  }
});
