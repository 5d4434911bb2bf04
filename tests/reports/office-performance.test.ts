import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { periods } from "../../server/reports";
import { performanceStatement } from "../../server/reports/performance/rows";
import { aReversal, aSale, aSuperadmin } from "../world/builders";
import { planOf } from "../world/plan";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { theWeek } from "./the-week";

const EARLY = "2026-03-06,2026-03-07,day";
const LATE = "2026-03-08,2026-03-09,day";
const read = (actor: Actor, asked: Record<string, unknown> = {}) =>
  ask(periods, actor, { period1: EARLY, period2: LATE, ...asked });

/** The known week, with a sale of South's before its clicks. */
async function theWeeks() {
  const week = await theWeek();
  await aSale({ agent: week.cid, type: week.slow, at: "2026-03-06T15:00Z" });
  const { north, south } = week;
  return {
    ...week,
    rows: {
      north: { companyId: north.id, name: "North", sales1: 1, sales2: 3, progress: 200 },
      south: { companyId: south.id, name: "South", sales1: 1, sales2: 0, progress: -100 },
    },
  };
}

test("each office that sold in one of two periods is listed with its growth [PERF-01, PERF-11, PERF-12, API-63]", async () => {
  const { admin, rows } = await theWeeks();
  expect(await read(admin.actor)).toEqual([rows.north, rows.south]);
  expect(await read(admin.actor, { period1: LATE, period2: "2026-03-10,2026-03-10,day" })).toEqual([
    { ...rows.north, sales1: 3, sales2: 0, progress: -100 },
  ]);
  expect(await read(admin.actor, { period1: "2026-01-01,2026-01-31,month", period2: EARLY })).toEqual([
    { ...rows.north, sales1: 0, sales2: 1, progress: 100 },
    { ...rows.south, sales1: 0, sales2: 1, progress: 100 },
  ]);
  const empty = "2026-01-01,2026-01-15,beWeek";
  expect(await read(admin.actor, { period1: empty, period2: empty })).toEqual([]);
});

test("a reversal reduces its own day: a negative count is a decline, and an office at zero in both periods has no row", async () => {
  const { admin, south, cid, slow } = await theWeek();
  const ofSouth = async () => (await read(admin.actor)).find(({ companyId }) => companyId === south.id);
  const sale = await aSale({ agent: cid, type: slow, at: "2026-03-06T15:00Z" });
  await aReversal(sale, { at: "2026-03-06T16:00Z" });
  expect(await ofSouth()).toBeUndefined();
  const second = await aSale({ agent: cid, type: slow, at: "2026-03-06T17:00Z" });
  await aReversal(second, { at: "2026-03-09T15:00Z" });
  expect(await ofSouth()).toMatchObject({ sales1: 1, sales2: -1, progress: -200 });
});

test("rows can be sorted by every column in both directions, by name by default [PERF-04, PERF-05]", async () => {
  const { admin, north, south, cid, slow } = await theWeeks();
  for (let i = 0; i < 4; i++) await aSale({ agent: cid, type: slow, at: `2026-03-06T16:0${i}Z` });
  const order = async (asked: Record<string, unknown>) =>
    (await read(admin.actor, asked)).map(({ companyId }) => companyId);
  const [first, second] = [
    [north.id, south.id],
    [south.id, north.id],
  ];
  expect(await order({})).toEqual(first);
  expect(await order({ sortField: "name", sortAsc: false })).toEqual(second);
  expect(await order({ sortField: "sales1" })).toEqual(first);
  expect(await order({ sortField: "sales1", sortAsc: false })).toEqual(second);
  expect(await order({ sortField: "sales2" })).toEqual(second);
  expect(await order({ sortField: "sales2", sortAsc: false })).toEqual(first);
  expect(await order({ sortField: "progress" })).toEqual(second);
  expect(await order({ sortField: "progress", sortAsc: false })).toEqual(first);
});

test("agents are compared in the same way, with the sales that they made for the office, and a deleted one without a name", async () => {
  const { admin, north, south, ada, bob, cid, rows } = await theWeeks();
  const byAgent = { groupBy: "agent", sortField: "sales2", sortAsc: false };
  const all = await read(admin.actor, byAgent);
  expect(all.map(({ agentId }) => agentId)).toEqual([ada.id, bob.id, cid.id]);
  expect(all[0]).toMatchObject({ companyId: north.id, name: "ada", agentName: "Ada Berg" });
  expect(all.reduce((sum, { sales2 }) => sum + sales2, 0)).toBe(rows.north.sales2 + rows.south.sales2);
  expect(await read(north.actor, byAgent)).toEqual(all.slice(0, 2));
  expect(await read(admin.actor, { ...byAgent, companyId: south.id })).toEqual([
    { companyId: south.id, agentId: cid.id, name: "cid", agentName: "Cid Ek", sales1: 1, sales2: 0, progress: -100 },
  ]);
  expect(await refused(periods, north.actor, { period1: EARLY, period2: LATE, companyId: south.id })).toEqual({
    status: 404,
  });
  await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${cid.accountId}`);
  const [gone] = await read(admin.actor, { ...byAgent, companyId: south.id });
  expect([gone?.name, gone?.agentName]).toEqual(["deleted agent", null]);
});

test("a manager reads their own office, an agent nothing [ROLE-22]", async () => {
  const { north, ada, rows } = await theWeeks();
  expect(await read(north.actor)).toEqual([rows.north]);
  expect(await refused(periods, ada.actor, { period1: EARLY, period2: LATE })).toEqual({ status: 403 });
});

test("a period is two days with a matching unit and at most ten years, and other groupings and sort fields are refused [WIDGET-37]", async () => {
  const { actor } = await aSuperadmin();
  const NONE = "Please choose a period.";
  const wrong: [unknown, string][] = [
    ["", NONE],
    ["2026-03-06", NONE],
    ["2026-03-07,2026-03-06,day", NONE],
    ["2026-02-30,2026-03-01,day", NONE],
    ["2026-03-01,2026-03-16,beWeek", NONE],
    ["2026-03-01,2026-03-15,fortnight", NONE],
    ["2026-03-01,2026-03-15,beWeek,", NONE],
    ["2016-01-01,2026-01-01,day", "Please choose at most 10 years."],
    [null, NONE],
    [["2026-03-06,2026-03-07,day"], NONE],
  ];
  for (const [period1, message] of wrong) {
    const answer = await refused(periods, actor, { period1, period2: LATE });
    expect(answer, JSON.stringify(period1)).toEqual({ status: 422, data: { period1: [message] } });
  }
  expect(await refused(periods, actor, { period1: EARLY })).toEqual({ status: 422, data: { period2: [NONE] } });
  for (const [name, value] of [
    ["groupBy", "site"],
    ["sortField", "companyId"],
    ["sortAsc", "yes"],
  ] as const) {
    const answer = await refused(periods, actor, { period1: EARLY, period2: LATE, [name]: value });
    expect([answer.status, Object.keys(answer.data as object)]).toEqual([422, [name]]);
  }
  expect(await read(actor, { period1: "2030-01-01,2030-12-31,year", period2: "2016-03-16,2026-03-15,day" })).toEqual(
    [],
  );
});

test("Office Performance reads the roll-ups, not clicks or events", async () => {
  const { actor } = await aSuperadmin();
  await execute(sql`ANALYZE stats_half`);
  const range = { start: "2026-03-01", end: "2026-03-31" };
  const plan = JSON.stringify(
    await planOf(performanceStatement(actor, { one: range, two: range, groupBy: "company" })),
  );
  expect(plan).toContain('"Relation Name":"stats_half"');
  expect(plan).not.toMatch(/"Relation Name":"(clicks|sale_events)/);
});
