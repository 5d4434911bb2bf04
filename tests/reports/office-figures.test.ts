import { expect } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { addDays, dayOf, daysBetween } from "../../server/kernel/time";
import { periodOf, previous } from "../../server/trade/periods";
import { officeFigures } from "../../server/reports";
import { type Agent, anAdmin, anAgent, anOffice, aClick, aReversal, aSale, aSite, type Type } from "../world/builders";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";

/** Noon of days relative to today, in the half-months that the figures cover. */
function days() {
  const today = dayOf(Date.now());
  const half = periodOf(today, "beWeek");
  const last = previous(half, "beWeek");
  const sameDay = addDays(last.start, daysBetween(half.start, today));
  return { today, half, last, before: { start: last.start, end: sameDay < last.end ? sameDay : last.end } };
}
const noon = (day: string) => `${day}T17:00:00Z`;
const read = (actor: Actor, id: number) => ask(officeFigures, actor, { id });

test("an office's half-month so far is beside the same days before and the whole last one", async () => {
  const { today, half, last, before } = days();
  const { actor } = await anAdmin({ earningVisible: true });
  const office = await anOffice({ agents: 2 });
  const [ada, bob] = office.agents as [(typeof office.agents)[0], (typeof office.agents)[0]];
  const site = await aSite({ types: [{ price: { payout: 500, earning: 20 } }] });
  const type = site.types[0]!;
  // The start of the day, which is over at any time of today.
  const at = `${today}T05:00:00Z`;
  await aClick({ agent: ada, type, at });
  await aSale({ agent: ada, type, at });
  await aSale({ agent: ada, type, at });
  const sale = await aSale({ agent: bob, type, at });
  await aReversal(sale, { at });
  for (const day of new Set([before.start, last.end])) await aSale({ agent: bob, type, at: noon(day) });
  const other = await anAgent();
  await aSale({ agent: other, type, at });
  const figures = await read(actor, office.id);
  expect(figures.running).toMatchObject({ start: half.start, end: today, sales: 2, pesos: 1000, earning: 40 });
  expect(figures.before).toMatchObject({ ...before, sales: before.end === last.end ? 2 : 1 });
  expect(figures.last).toMatchObject({ start: last.start, end: last.end, sales: 2, pesos: 1000 });
  expect(figures.top).toEqual([expect.objectContaining({ agentId: ada.id, agent: ada.username, sales: 2 })]);
  expect(figures.silent).toEqual({ items: [], total: 0, active: 2 });
});

test("agents without a sale in both half-months are silent, unless suspended, hidden or waiting for approval", async () => {
  const { last } = days();
  const { actor } = await anAdmin();
  const office = await anOffice();
  const [never, once] = [await anAgent({ office, username: "never" }), await anAgent({ office, username: "once" })];
  await anAgent({ office, active: false });
  await anAgent({ office, hidden: true });
  await anAgent({ office, approved: false });
  const seller = await anAgent({ office });
  const [type] = (await aSite({ types: [{}] })).types;
  const longAgo = addDays(last.start, -40);
  await aSale({ agent: seller, type: type!, at: noon(last.start) });
  await aSale({ agent: once, type: type!, at: noon(longAgo) });
  const { silent } = await read(actor, office.id);
  expect(silent.total).toBe(2);
  expect(silent.items.map(({ agentId }) => agentId).sort()).toEqual([never.id, once.id].sort());
  const sold = await aSale({ agent: never, type: type!, at: noon(last.start) });
  await aReversal(sold, { at: noon(last.end) });
  await rolledUp(never, type!, last.start, 1);
  await rolledUp(never, type!, last.end, -1);
  await rolledUp(once, type!, longAgo, 1);
  const { silent: still } = await read(actor, office.id);
  expect(still.items.map(({ agentId, lastSale }) => [agentId, lastSale])).toEqual([
    [once.id, longAgo],
    [never.id, null],
  ]);
});

/** The sales of a day as the roll-up has them; negative for one that was taken back. */
const rolledUp = (agent: Agent, { id, siteId }: Type, day: string, sales: number) =>
  execute(sql`
    INSERT INTO stats_day (agent_id, day, type_id, company_id, site_id, flags, hits, raws, uniques, events, sales,
      bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
    VALUES (${agent.id}, ${day}, ${id}, ${agent.companyId}, ${siteId}, 0, 0, 0, 0, 1, ${sales}, 0, 0, 0, 0, 0, 0, 0)`);

test("managers read the figures of their own office without payroll and earnings, agents read none", async () => {
  const [mine, theirs] = [await anOffice({ agents: 1 }), await anOffice()];
  const { running } = await read(mine.actor, mine.id);
  expect([running.pesos, running.earning]).toEqual([undefined, undefined]);
  expect((await refused(officeFigures, mine.actor, { id: theirs.id })).status).toBe(404);
  expect((await refused(officeFigures, mine.agents[0]!.actor, { id: mine.id })).status).toBe(403);
  const { actor: blind } = await anAdmin({ earningVisible: false });
  expect((await read(blind, mine.id)).running.earning).toBeUndefined();
  expect((await read(blind, mine.id)).running.pesos).toBe(0);
});
