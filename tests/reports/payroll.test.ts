import { expect } from "vitest";
import { payroll, payrollAvp } from "../../server/reports";
import type { Actor } from "../../server/kernel/operation/roles";
import { aSale, anAgent } from "../world/builders";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { aRate, HALF, thePool } from "./the-pool";

const read = (actor: Actor, asked: Record<string, unknown> = {}) => ask(payroll, actor, { ...HALF, ...asked });
const money = ({ payout, bonusPayout, payoutPhp, payoutDollars }: Record<string, unknown>) => [
  ...[payout, bonusPayout, payoutPhp, payoutDollars],
];

test("each office's rows have stored and paid amounts in pesos and dollars, and their sums [PAYROLL-04, API-67, PRICE-07, PRICE-09]", async () => {
  const { admin, north, south, pool, deep, plain, paidBySecond: card } = await thePool();
  const answer = await read(admin.actor, { groupBy: "company" });
  expect(Object.keys(answer).sort()).toEqual(["hasBonus", "overall", "page", "types", "useApproveSale"]);
  const pesos = { [`${plain.id}Php`]: 0, [`${card.id}Php`]: 0, [`${card.id}bPhp`]: 0, [`${pool.id}bPhp`]: 0 };
  expect(answer.page.items).toMatchObject([
    {
      ...{ companyId: north.id, sales: 6, bonusSales: 2, [pool.id]: 3, [`${pool.id}b`]: 1, [card.id]: 1 },
      ...{ [`${pool.id}Php`]: 400, [`${pool.id}bPhp`]: 250, [`${deep.id}Php`]: 150, [`${plain.id}Php`]: 500 },
      ...{ [`${card.id}Php`]: 0, [`${card.id}bPhp`]: 250 },
      // Dollars: 9.90 from tiers, and 1000.00 pesos at 50.
      ...{ payout: 3000, bonusPayout: 500, payoutPhp: 1550, payoutDollars: 29.9 },
    },
    {
      ...{ companyId: south.id, sales: -1, bonusSales: 0, ...pesos, [`${pool.id}Php`]: -150, [`${deep.id}Php`]: 0 },
      ...{ payout: -150, bonusPayout: 0, payoutPhp: -150, payoutDollars: -3 },
    },
  ]);
  expect(money(answer.overall)).toEqual([2850, 500, 1400, 26.9]);
});

test("the bonus ratio without sales is 100 in rows and totals, and sorts as 100 [PAYROLL-05]", async () => {
  const { admin, dan, ada, bob } = await thePool();
  const { page, overall } = await read(admin.actor, { groupBy: "agent", agentId: dan.id });
  expect([page.items[0]?.bonusRatio, overall.bonusRatio]).toEqual([100, 100]);
  const sorted = await read(admin.actor, { groupBy: "agent", sortField: "bonusRatio", companyId: ada.companyId });
  expect(sorted.page.items.map(({ agentId, bonusRatio }) => [agentId, bonusRatio])).toEqual([
    [ada.id, 25],
    [bob.id, 50],
  ]);
  const all = await read(admin.actor, { groupBy: "agent", sortField: "bonusRatio", sortAsc: false });
  expect(all.page.items[0]).toMatchObject({ agentId: dan.id, bonusRatio: 100 });
});

test("a missing rate leaves a figure unknown only if it needs that rate, and unknown figures sort last [PRICE-09]", async () => {
  const { admin, ada, bob, cid, pool, plain, sale } = await thePool();
  await sale(bob, plain, "2026-03-20T15:00Z");
  await sale(cid, pool, "2026-03-20T15:00Z");
  const asked = { groupBy: "agent", start: "2026-03-01", end: "2026-03-31" };
  const dollars = async (more: Record<string, unknown> = {}) =>
    (await read(admin.actor, { ...asked, ...more })).page.items.map(({ agent, payoutDollars }) => [
      ...[agent, payoutDollars],
    ]);
  expect(await dollars()).toEqual([
    ["ada", 23.1],
    ["bob", null],
    ["cid", -1.2],
    ["dan", 0],
  ]);
  expect((await read(admin.actor, asked)).overall.payoutDollars).toBeNull();
  const order = async (sortAsc: boolean) =>
    (await dollars({ sortField: "payoutDollars", sortAsc })).map(([agent]) => agent);
  expect(await order(true)).toEqual(["cid", "dan", "ada", "bob"]);
  expect(await order(false)).toEqual(["ada", "dan", "cid", "bob"]);
  await aRate({ start: "2026-03-16", end: "2026-03-31" }, 62.5);
  expect((await dollars())[1]).toEqual(["bob", 14.8]);
  expect(ada.id).toBeLessThan(bob.id);
});

test("dollars are summed unrounded, each at its period's rate, and each figure is rounded half up once [PRICE-09, PRICE-05]", async () => {
  const { admin, north, plain } = await thePool();
  const small = (agent: Awaited<ReturnType<typeof anAgent>>, at: string, payout: number) =>
    aSale({ agent, type: plain, at, price: { payout } });
  const [eve, fay] = [
    await anAgent({ office: north, username: "eve" }),
    await anAgent({ office: north, username: "fay" }),
  ];
  await aRate({ start: "2026-04-01", end: "2026-04-15" }, 60);
  await aRate({ start: "2026-04-16", end: "2026-04-30" }, 30);
  // Three times 0.00833… dollars are 0.025, which rounds to 0.03; rounding each row would give 0.02 or less.
  for (const hour of ["15", "16", "17"]) await small(eve, `2026-04-02T${hour}:00Z`, 0.5);
  // 0.10 at 60 and 0.10 at 30 are 0.001666… and 0.00333…, together half a cent.
  await small(fay, "2026-04-03T15:00Z", 0.1);
  await small(fay, "2026-04-20T15:00Z", 0.1);
  const asked = { groupBy: "agent", start: "2026-04-01", end: "2026-04-30" };
  const { page, overall } = await read(admin.actor, asked);
  expect(page.items.map(({ agent, payoutDollars }) => [agent, payoutDollars])).toEqual([
    ["eve", 0.03],
    ["fay", 0.01],
  ]);
  // 0.025 and 0.005 are 0.03; the sum of the rounded ones would be 0.04.
  expect(overall.payoutDollars).toBe(0.03);
});

test("an agent who moves within the half-month is paid at the tier of all their sales, each office paying for its own [PRICE-07]", async () => {
  const { admin, north, south, pool, sale } = await thePool();
  const eve = await anAgent({ office: north, username: "eve" });
  const moved = { ...eve, companyId: south.id };
  for (let day = 1; day <= 6; day++) await sale(eve, pool, `2026-04-0${day}T15:00Z`);
  for (let day = 10; day <= 14; day++) await sale(moved, pool, `2026-04-${day}T15:00Z`);
  const half = { start: "2026-04-01", end: "2026-04-15", groupBy: "company" };
  const paid = async (asked: Record<string, unknown> = {}) =>
    (await ask(payrollAvp, admin.actor, { ...half, ...asked })).page.items.map(
      ({ companyId, payoutPhp, payoutDollars }) => [...[companyId, payoutPhp, payoutDollars]],
    );
  const both = [
    [north.id, 1200, 21.6],
    [south.id, 1000, 18],
  ];
  expect(await paid()).toEqual(both);
  expect(await paid({ siteId: pool.siteId, typeId: pool.id, agentId: eve.id })).toEqual(both);
  expect(await paid({ companyId: south.id })).toEqual(both.slice(1));
});

test("a range over two half-months pays each by its own tier, and a correction is paid as stored and counts in no tier [PRICE-07]", async () => {
  const { admin, ada, cid, pool, sale } = await thePool();
  for (let count = 0; count < 5; count++) await sale(ada, pool, `2026-03-20T15:0${count}Z`);
  const of = async (agentId: number, range: Record<string, string>) => {
    const [row] = (await read(admin.actor, { groupBy: "agent", agentId, ...range })).page.items;
    return row?.[`${pool.id}Php`];
  };
  expect(await of(ada.id, {})).toBe(300);
  expect(await of(ada.id, { start: "2026-03-08", end: "2026-03-20" })).toBe(1000);
  expect(await of(ada.id, { start: "2026-03-02", end: "2026-03-20" })).toBe(1300);
  expect(await of(cid.id, {})).toBe(-150);
});

test("a link with two steps has pesos only in its second and sorts by those [PAYROLL-03]", async () => {
  const { admin, card, paidBySecond: type } = await thePool();
  const answer = await read(admin.actor, { siteId: card.id });
  expect(answer).toMatchObject({
    useApproveSale: true,
    types: [
      { id: `${type.id}`, bonus: false, payout: false },
      { id: `${type.id}b`, bonus: true, payout: true },
    ],
    overall: {
      [type.id]: 1,
      [`${type.id}b`]: 1,
      [`${type.id}bPhp`]: 250,
      payout: 500,
      payoutPhp: 250,
      payoutDollars: 5,
    },
  });
  const sorted = (sortField: string) => refused(payroll, admin.actor, { ...HALF, siteId: card.id, sortField });
  expect(await sorted(`${type.id}Php`)).toEqual({
    status: 422,
    data: { sortField: ["This column cannot be sorted."] },
  });
  expect(await read(admin.actor, { siteId: card.id, sortField: `${type.id}bPhp` })).toMatchObject({
    page: { total: 1 },
  });
});

test("rows sort by every sum and by the pesos of a link [PAYROLL-02, STAT-27]", async () => {
  const { admin, pool } = await thePool();
  const order = async (sortField: string) =>
    (await read(admin.actor, { groupBy: "agent", sortField })).page.items.map(({ agent }) => agent).join(" ");
  expect(await order("payoutPhp")).toBe("cid dan bob ada");
  expect(await order("payout")).toBe("cid dan bob ada");
  expect(await order("bonusPayout")).toBe("cid dan ada bob");
  expect(await order(`${pool.id}Php`)).toBe("cid dan bob ada");
  expect(await order(`${pool.id}bPhp`)).toBe("bob cid dan ada");
});
