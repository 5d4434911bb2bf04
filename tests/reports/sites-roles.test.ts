import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { sites } from "../../server/reports";
import { anAdmin, aPrice, aSale } from "../world/builders";
import { test } from "../world/rollback";
import { ask } from "./ask";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-06", end: "2026-03-09" };
const read = (actor: Actor, asked: Record<string, unknown> = {}) => ask(sites, actor, { ...WEEK, ...asked });

test("an agent gets ids without names, a manager no office names, and an admin without the flag no dollars [ROLE-20, ROLE-22, STAT-12, STAT-13]", async () => {
  const { ada, north } = await theWeek();
  const keys = async (actor: Actor, groupBy: string) =>
    Object.keys((await read(actor, { groupBy })).page.items[0] ?? {}).filter((key) => !/^\d/.test(key));
  const counts = ["raws", "uniques", "sales", "bonusSales", "bonusRatio"];
  expect(await keys(ada.actor, "date")).toEqual(["date", ...counts, "figures"]);
  expect(await keys(ada.actor, "detail")).toEqual([
    ...["date", "companyId", "agentId", ...counts, "lpp", "lppPrev", "figures"],
  ]);
  expect(await keys(north.actor, "agent")).toEqual(
    expect.arrayContaining(["agentId", "agent", "agentFullName", "companyId", "lpp", "lppPrev"]),
  );
  expect(await keys(north.actor, "agent")).not.toContain("officeName");
  const plain = await anAdmin({ earningVisible: false });
  const answer = await read(plain.actor, { groupBy: "company" });
  expect(answer).toMatchObject({ earningVisible: false, payoutVisible: true });
  expect(JSON.stringify(answer)).not.toMatch(/earn"|earning"|bonusEarn/);
  const agents = await read(ada.actor, { groupBy: "detail" });
  expect(agents).toMatchObject({ payoutVisible: false, earningVisible: false, overall: { raws: 6, lpp: 9 } });
  expect(JSON.stringify(agents)).not.toMatch(/Ada|Berg|North/);
});

test("agents read their own rows, managers their office's, admins all [ROLE-18, ROLE-19, ROLE-21]", async () => {
  const { admin, ada, bob, cid, north, south } = await theWeek();
  const raws = async (actor: Actor) => (await read(actor)).overall.raws;
  const seen: number[] = [];
  for (const { actor } of [ada, bob, cid, north, south, admin]) seen.push(await raws(actor));
  expect(seen).toEqual([6, 1, 4, 7, 4, 11]);
});

test("a later price, office or flag changes no past row, and an agent who moves leaves their history behind [PRICE-04, PRICE-06]", async () => {
  const { admin, north, south, ada, quick, site } = await theWeek();
  const seen = async () => ({
    all: await read(admin.actor, { groupBy: "company" }),
    north: (await read(north.actor)).overall,
    south: (await read(south.actor)).overall,
  });
  const before = await seen();
  await aPrice({ type: quick, payout: 1, earning: 1, lpp: 50 });
  await execute(sql`UPDATE sites SET use_approve_sale = TRUE, avp = TRUE WHERE id = ${site.id}`);
  await execute(sql`UPDATE agents SET company_id = ${south.id} WHERE id = ${ada.id}`);
  expect(await seen()).toEqual(before);
  const moved = { ...ada, companyId: south.id };
  await aSale({ agent: moved, type: quick, at: "2026-03-09T20:00Z" });
  const after = await seen();
  expect(after.north).toEqual(before.north);
  expect(after.south).toMatchObject({ raws: 5, sales: 1 });
  const [agent] = (await read(admin.actor, { groupBy: "agent", agentId: ada.id })).page.items;
  expect(agent).toMatchObject({ officeName: "South", raws: 7 });
  const own = (await read(north.actor, { groupBy: "agent", agentId: ada.id })).page.items;
  expect(own).toMatchObject([{ companyId: north.id, raws: 6, agent: ada.username }]);
});
