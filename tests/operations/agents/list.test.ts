import { expect } from "vitest";
import { exportAgents, listScreen, search } from "../../../server/agents";
import { reject } from "../../../server/approvals";
import { execute, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { readCsv } from "../../../server/kernel/operation/csv";
import { withFixedTime } from "../../../server/kernel/time/now";
import { ask, refusedStream, textOf } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aReversal, aSale, aSite, aSuperadmin } from "../../world/builders";
import { indexesIn, plansOf, touched } from "../../world/plan";
import { test } from "../../world/rollback";

/** 23 November, in the half-month that began on the 16th. */
const NOW = "2026-11-23T17:00:00Z";
const at = <T>(body: () => T) => withFixedTime(NOW, body);

async function aSellingCompany() {
  const office = await anOffice();
  const names = ["ann", "bob", "cy"];
  const [ann, bob, cy] = await Promise.all(names.map((username) => anAgent({ office, username })));
  if (!ann || !bob || !cy) throw new Error("No agents.");
  const { types } = await aSite({ enabledFor: [office] });
  const [type] = types;
  if (!type) throw new Error("No link.");
  const first = await aSale({ agent: ann, type, at: "2026-11-16T05:30:00Z" });
  await aSale({ agent: ann, type, at: "2026-11-20T12:00:00Z" });
  await aSale({ agent: ann, type, at: "2026-11-22T12:00:00Z" });
  await aReversal(first, { at: "2026-11-23T12:00:00Z" });
  await aSale({ agent: bob, type, at: "2026-11-15T12:00:00Z" });
  return { office, ann, bob, cy, type, boss: (await aSuperadmin()).actor };
}

test("the list shows net sales of the half-month and the day of the last sale, so that silent agents are found", async () => {
  const { office } = await aSellingCompany();
  const { agents } = await at(() => ask(listScreen, office.actor));
  expect(agents.items.map(({ username, sales, lastSale }) => [username, sales, lastSale])).toEqual([
    ["ann", 2, "2026-11-22"],
    ["bob", 0, "2026-11-15"],
    ["cy", 0, null],
  ]);
});

test("the list has each agent's net sales of the last 30 days as ten sums of three days, reversals on their own day", async () => {
  const { office } = await aSellingCompany();
  const { agents } = await at(() => ask(listScreen, office.actor));
  const before = [0, 0, 0, 0, 0, 0, 0];
  expect(agents.items.map(({ username, recent }) => [username, recent])).toEqual([
    ["ann", [...before, 1, 1, 0]],
    ["bob", [...before, 1, 0, 0]],
    ["cy", [...before, 0, 0, 0]],
  ]);
});

test("the last sale is found among the days on which the agent sold, without days of clicks and other agents", async () => {
  const { office, ann, type } = await aSellingCompany();
  const { id, siteId } = type;
  const elsewhere = await anAgent({ office: await anOffice() });
  const days = (agentId: number, sales: number) => sql`
      INSERT INTO stats_day (agent_id, day, type_id, company_id, site_id, flags, hits, raws, uniques, events,
        sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
      SELECT ${agentId}, '2010-01-01'::date + n, ${id}, ${office.id}, ${siteId}, 0, 1, 1, 1, ${sales}, ${sales},
        0, 0, 0, 0, 0, 0, 0
      FROM generate_series(1, 5000) AS n`;
  await execute(days(ann.id, 0));
  await execute(days(elsewhere.id, 1));
  await execute(sql`ANALYZE stats_day`);
  const { answer, plans } = await plansOf(() => at(() => ask(listScreen, office.actor)));
  expect(answer.agents.items[0]).toMatchObject({ username: "ann", lastSale: "2026-11-22" });
  expect(plans.flatMap(indexesIn)).toContain("stats_day_agent_sold");
  expect(plans.reduce((sum, plan) => sum + touched(plan), 0)).toBeLessThan(500);
});

test("the figures sort the list both ways; agents without sales come last in the one and first in the other", async () => {
  const { office } = await aSellingCompany();
  const order = async (sortField: string, sortAsc: boolean) => {
    const { agents } = await at(() => ask(listScreen, office.actor, { sortField, sortAsc }));
    return agents.items.map(({ username }) => username);
  };
  expect((await order("sales", false))[0]).toBe("ann");
  expect((await order("sales", true)).at(-1)).toBe("ann");
  expect(await order("lastSale", false)).toEqual(["ann", "bob", "cy"]);
  expect(await order("lastSale", true)).toEqual(["cy", "bob", "ann"]);
});

test("a manager does not see what an agent sold for another office", async () => {
  const { ann, boss, type } = await aSellingCompany();
  const next = await anOffice();
  await queryRows(sql`UPDATE agents SET company_id = ${next.id} WHERE id = ${ann.id}`);
  const moved = { ...ann, companyId: next.id };
  const figures = async (actor: typeof boss) => {
    const { agents } = await at(() => ask(listScreen, actor, { username: "ann", sortField: "sales" }));
    return agents.items.map(({ sales, lastSale }) => [sales, lastSale]);
  };
  expect(await figures(next.actor)).toEqual([[0, null]]);
  await aSale({ agent: moved, type, at: "2026-11-18T12:00:00Z" });
  expect(await figures(next.actor)).toEqual([[1, "2026-11-18"]]);
  expect(await figures(boss)).toEqual([[3, "2026-11-22"]]);
});

test("one search text finds a username, a name, an e-mail address or a campaign", async () => {
  const office = await anOffice();
  const agent = await anAgent({ office, username: "mpell" });
  await anAgent({ office, username: "other" });
  await queryRows(sql`
      UPDATE agents SET first_name = 'Mara', last_name = 'Pellcombe', email = 'mara@example.org', campaign_id = 'autumn-7'
      WHERE id = ${agent.id}`);
  const found = async (text: string) =>
    (await ask(listScreen, office.actor, { search: text })).agents.items.map(({ username }) => username);
  for (const text of ["PELL", "mara p", "@example", "tumn-7", " mara "]) expect(await found(text)).toEqual(["mpell"]);
  expect(await found("%")).toEqual([]);
  expect(await found("")).toHaveLength(2);
});

test("the search call keeps to approved agents, and finds the others when it is asked to", async () => {
  const { boss } = await aSellingCompany();
  const office = await anOffice();
  const [waits, refused] = [await anAgent({ office, approved: false }), await anAgent({ office, approved: false })];
  await ask(reject, boss, { ids: [refused.id], reason: "Unknown person." });
  const found = async (input: object) =>
    (await ask(search, office.actor, { ...input })).items.map(({ username }) => username);
  expect(await found({})).toEqual([]);
  expect(await found({ approval: "waiting" })).toEqual([waits.username]);
  expect(await found({ approval: "rejected" })).toEqual([refused.username]);
});

test("the export has the rows of the list in its order, with figures and without passwords", async () => {
  const { office } = await aSellingCompany();
  const text = await at(() => textOf(exportAgents, office.actor, { sortField: "lastSale", sortAsc: false }));
  const [head, ...rows] = readCsv(text).map(({ cells }) => cells);
  expect(head?.slice(0, 6)).toEqual([
    ...["Username", "First name", "Last name", "E-mail", "Campaign ID", "Registered (New York)"],
  ]);
  expect(text).not.toMatch(/password/i);
  expect(rows.map((cells) => [cells[0], ...cells.slice(-4, -2)])).toEqual([
    ["ann", "2", "2026-11-22"],
    ["bob", "0", "2026-11-15"],
    ["cy", "0", ""],
  ]);
  expect(rows[0]?.[5]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const searched = await textOf(exportAgents, office.actor, { search: "bob" });
  expect(readCsv(searched)).toHaveLength(2);
});

test("the export is limited to what the account may see: office names for admins, nothing for agents", async () => {
  const { office, ann } = await aSellingCompany();
  const elsewhere = await anAgent();
  const admin = await anAdmin();
  expect(readCsv(await textOf(exportAgents, admin.actor))[0]?.cells).toContain("Office");
  const own = await textOf(exportAgents, office.actor);
  expect(own).toContain(ann.username);
  expect(own).not.toContain(elsewhere.username);
  expect(await refusedStream(exportAgents, ann.actor)).toEqual({ status: 403 });
});
