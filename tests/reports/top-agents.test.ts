import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { top10, top10Computed } from "../../server/reports";
import { rankedAgents } from "../../server/reports/rankings";
import { anAgent, aReversal, aSale, aSite } from "../world/builders";
import { planOf } from "../world/plan";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-03", end: "2026-03-09" };
const LONGER = { start: "2026-03-02", end: "2026-03-09" };
const read = (actor: Actor, asked: Record<string, unknown> = {}) => ask(top10, actor, { ...WEEK, ...asked });

test("up to a week lists agents with sales, most sales first, ties by name [TOP-05, TOP-06, API-61]", async () => {
  const { admin, cid, slow } = await theWeek();
  const [ada, bob] = [
    { office: "North", agent: "ada", agentName: "Ada Berg", sales: 3 },
    { office: "North", agent: "bob", agentName: "Bob Dahl", sales: 1 },
  ];
  expect(await read(admin.actor)).toEqual([ada, bob]);
  const sale = await aSale({ agent: cid, type: slow, at: "2026-03-09T20:00Z" });
  const cids = { office: "South", agent: "cid", agentName: "Cid Ek", sales: 1 };
  expect(await read(admin.actor, { groupBy: "agent" })).toEqual([ada, bob, cids]);
  await aReversal(sale, { at: "2026-03-09T21:00Z" });
  expect(await read(admin.actor)).toEqual([ada, bob]);
  expect(await read(admin.actor, { start: "2026-03-20", end: "2026-03-21" })).toEqual([]);
});

test("more than a week lists offices, and no other grouping is accepted [TOP-05]", async () => {
  const { admin, cid, slow } = await theWeek();
  for (const day of [2, 6, 7, 8, 9]) await aSale({ agent: cid, type: slow, at: `2026-03-0${day}T20:00Z` });
  const rows = [
    { office: "South", sales: 5 },
    { office: "North", sales: 4 },
  ];
  expect(await ask(top10, admin.actor, LONGER)).toEqual(rows);
  expect(await ask(top10, admin.actor, { ...LONGER, groupBy: "company" })).toEqual(rows);
  const message = ["A range of up to 7 days is grouped by agent, a longer one by company."];
  expect(await refused(top10, admin.actor, { ...LONGER, groupBy: "agent" })).toEqual({
    status: 422,
    data: { groupBy: message },
  });
  expect(await refused(top10, admin.actor, { ...WEEK, groupBy: "company" })).toEqual({
    status: 422,
    data: { groupBy: message },
  });
});

test("the ranking covers one site or the sum of several [TOP-01, TOP-02, API-62]", async () => {
  const { admin, ada, bob, site } = await theWeek();
  const other = await aSite({ sitename: "Zinc", types: [{ typename: "z" }] });
  const [type] = other.types;
  for (let i = 0; i < 5; i++) await aSale({ agent: bob, type: type!, at: `2026-03-06T15:0${i}Z` });
  const sold = async (operation: typeof top10, siteIds?: number[]) =>
    (await ask(operation, admin.actor, { ...WEEK, ...(siteIds && { siteIds }) })).map(({ agent, sales }) => [
      agent,
      sales,
    ]);
  const all = [
    ["bob", 6],
    ["ada", 3],
  ];
  expect(await sold(top10)).toEqual(all);
  expect(await sold(top10, [])).toEqual(all);
  expect(await sold(top10, [site.id])).toEqual([
    ["ada", 3],
    ["bob", 1],
  ]);
  expect(await sold(top10Computed, [other.id])).toEqual([["bob", 5]]);
  expect(await sold(top10Computed, [site.id, other.id])).toEqual(all);
  expect(await refused(top10, admin.actor, { ...WEEK, siteIds: [site.id, other.id] })).toEqual({
    status: 422,
    data: { siteIds: ["Please choose one site."] },
  });
  expect(await refused(top10, admin.actor, { ...WEEK, siteIds: [999_999] })).toEqual({ status: 404 });
  await execute(
    sql`UPDATE accounts SET deleted_at = now() WHERE id = (SELECT account_id FROM agents WHERE id = ${ada.id})`,
  );
  expect(await sold(top10, [site.id])).toEqual([["bob", 1]]);
});

test("suspended and hidden agents are ranked, 50 agents at most", async () => {
  const { admin, ada, north, quick } = await theWeek();
  await execute(sql`
      UPDATE accounts SET active = false, hidden = true WHERE id = (SELECT account_id FROM agents WHERE id = ${ada.id})`);
  expect((await read(admin.actor)).map(({ agent }) => agent)).toEqual(["ada", "bob"]);
  for (let i = 0; i < 50; i++) {
    const agent = await anAgent({ office: north, username: `many${i}` });
    for (let sold = 0; sold < 2; sold++) await aSale({ agent, type: quick, at: "2026-03-05T15:00Z" });
  }
  const most = await read(admin.actor);
  expect(most).toHaveLength(50);
  expect(most.map(({ agent }) => agent)).not.toContain("bob");
});

test("a manager's rows name only their own office in both groupings and both calls, and an agent reads nothing [ROLE-17, API-61, API-62]", async () => {
  const { north, ada } = await theWeek();
  for (const operation of [top10, top10Computed]) {
    expect(await ask(operation, north.actor, WEEK)).toEqual([
      { office: "North", agent: "ada", agentName: "Ada Berg", sales: 3 },
      { office: "North", agent: "bob", agentName: "Bob Dahl", sales: 1 },
    ]);
    expect(await ask(operation, north.actor, LONGER)).toEqual([{ office: "North", sales: 4 }]);
  }
  for (const operation of [top10, top10Computed])
    expect(await refused(operation, ada.actor, WEEK)).toEqual({ status: 403 });
});

test("a range that is invalid, reversed or longer than ten years is refused at its start", async () => {
  const { admin } = await theWeek();
  for (const [asked, message] of [
    [{ start: "2026-03-09", end: "2026-03-03" }, "Date Range is not valid"],
    [{ start: "2026-02-30", end: "2026-03-03" }, "Date Range is not valid"],
    [{ end: "2026-03-03" }, "Date Range is not valid"],
    [{ start: "2016-03-03", end: "2026-03-03" }, "Please choose at most 10 years."],
  ] as const)
    expect(await refused(top10, admin.actor, asked)).toEqual({ status: 422, data: { start: [message] } });
});

test("Top Agents reads the roll-ups, not clicks or events", async () => {
  const { admin } = await theWeek();
  const plan = JSON.stringify(
    await planOf(
      rankedAgents({
        actor: admin.actor,
        reach: { range: { start: "2026-03-01", end: "2026-03-31" }, byDay: false },
        most: 50,
      }),
    ),
  );
  expect(plan).toContain('"Relation Name":"stats_half"');
  expect(plan).not.toMatch(/"Relation Name":"(clicks|sale_events)/);
});
