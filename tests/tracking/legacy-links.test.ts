import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { aShop, change, type Clicking, clicksOf, openClicking, type Shop } from "./click-world";

let site: Clicking;
let shop: Shop;
beforeAll(async () => {
  await (await aDatabase()).enter();
  shop = await aShop({ heard: false });
  site = await openClicking();
});
afterAll(() => site.close());

const add = (code: string, { agent, type } = shop) =>
  change(sql`
    INSERT INTO legacy_links (code, site_id, type_id, agent_id)
    VALUES (${code}, ${type.siteId}, ${type.id}, ${agent.id})`);

test("an old server's code redirects once its agent has migrated, and its click counts as theirs and their office's [TRACK-20, ROLE-02]", async () => {
  expect((await site.open("/api/l/old-17")).status).toBe(404);
  await add("old-17");
  await add("x".repeat(64));
  const before = (await clicksOf(shop.agent)).length;
  for (const code of ["old-17", "x".repeat(64)]) {
    const answer = await site.open(`/api/l/${code}?sub1=a`);
    expect([answer.status, answer.headers.location]).toEqual([302, expect.stringContaining("https://shop.example/in")]);
  }
  const clicks = (await clicksOf(shop.agent)).slice(before);
  const counted = {
    site_id: shop.type.siteId,
    type_id: shop.type.id,
    company_id: shop.office.id,
    class: 0,
    subs: { sub1: "a" },
  };
  expect(clicks).toMatchObject([counted, counted]);
  expect((await site.open("/api/l/old-17", {}, "HEAD")).status).toBe(302);
  expect((await site.open("/api/l/OLD-17")).status).toBe(404);
});

test("an old code stops while its agent is suspended, ends when they are deleted, and works again afterwards [TRACK-20]", async () => {
  await add("old-18");
  const account = sql`id = ${shop.agent.accountId}`;
  await change(sql`UPDATE accounts SET active = false WHERE ${account}`);
  expect((await site.open("/api/l/old-18")).status).toBe(410);
  await change(sql`UPDATE accounts SET active = true WHERE ${account}`);
  expect((await site.open("/api/l/old-18")).status).toBe(302);
  await change(sql`UPDATE accounts SET deleted_at = now() WHERE ${account}`);
  expect((await site.open("/api/l/old-18")).status).toBe(404);
  await change(sql`UPDATE accounts SET deleted_at = NULL WHERE ${account}`);
  expect((await site.open("/api/l/old-18")).status).toBe(302);
});
