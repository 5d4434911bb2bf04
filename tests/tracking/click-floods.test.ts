import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withOwnConnection } from "../../server/kernel/database/connections";
import { sql } from "../../server/kernel/database/sql";
import { withConnection } from "../../server/kernel/database/transactions";
import { withFixedTime } from "../../server/kernel/time/now";
import { parseAddress } from "../../server/kernel/addresses/address";
import { pruneUserAgents } from "../../server/tracking";
import { AddressRate } from "../../server/tracking/clicks/address-rate";
import { storeUserAgents } from "../../server/tracking/clicks/store-clicks";
import { fewSubs } from "../../server/tracking/clicks/subs";
import { userAgents } from "../../server/tracking/clicks/user-agents";
import { aDatabase, type TestDatabase } from "../world/database";
import { figure } from "../world/figure";
import { aShop, aVisitor, BROWSER, type Clicking, clicksOf, openClicking, read } from "./click-world";
import { aClickOf } from "./log-world";

let site: Clicking;
let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  site = await openClicking({ CLICK_RATE: 1 });
});
afterAll(() => site.close());

const SUB = "s".repeat(255);

test("an address that clicks too often fills no table with browsers and parameters, and its redirects stay the same", async () => {
  const shop = await aShop();
  const address = aVisitor();
  const before = await figure("clicks_shortened_total");
  const open = (i: number, from = address) =>
    site.open(`${shop.path}?sub1=${SUB}&sub2=two`, {
      ...{
        "X-Forwarded-For": from,
        "User-Agent": `${BROWSER} ${i}`,
        Referer: `https://blog.example/${"r".repeat(500)}`,
      },
    });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => open(i)));
  const others = await open(99, aVisitor());
  for (const { status, headers } of [...answers, others]) {
    expect(status).toBe(302);
    expect(headers.location).toContain(SUB);
    expect(headers.location).toContain("sub2=two");
  }
  const clicks = await clicksOf(shop.agent);
  const [whole, short] = [clicks.filter(({ ua }) => ua !== null), clicks.filter(({ ua }) => ua === null)];
  expect([whole.length, short.length]).toEqual([11, 2]);
  for (const { referer, subs } of whole) expect([referer?.length, subs]).toEqual([521, { sub1: SUB, sub2: "two" }]);
  for (const click of short) {
    expect([click.referer?.length, click.subs, click.class, click.ip]).toEqual([255, { sub1: SUB }, 0, address]);
  }
  expect((await figure("clicks_shortened_total")) - before).toBe(2);
});

test("an IPv6 network counts as one address, the next minute starts at 0, and without a rate there is no limit", () => {
  const rate = new AddressRate(2);
  const words = (text: string) => parseAddress(text) ?? [];
  const [one, same, other] = [words("2001:db8:1:2::1"), words("2001:db8:1:2:ff::"), words("2001:db8:1:3::1")];
  expect([one, same, same, other].map((address) => rate.exceeded(address, 1_000))).toEqual([false, false, true, false]);
  expect(rate.exceeded(one, 60_999)).toBe(true);
  expect(rate.exceeded(one, 61_000)).toBe(false);
  // The clock was set back.
  expect([1, 2, 3].map(() => rate.exceeded(one, -500_000))).toEqual([false, false, true]);
  const off = new AddressRate(0);
  expect([1, 2].map(() => off.exceeded(one, 1))).toEqual([false, false]);
});

test("of the sub IDs of such a click those stay that fit into 255 characters", () => {
  expect(fewSubs(null)).toBeNull();
  expect(fewSubs({ sub1: "a".repeat(200), sub2: "b".repeat(56), sub3: "c".repeat(55) })).toEqual({
    sub1: "a".repeat(200),
    sub3: "c".repeat(55),
  });
  expect(fewSubs({ sub1: "a".repeat(256) })).toBeNull();
});

const stored = () => read<{ text: string; day: string }>(sql`SELECT text, used_on::text AS day FROM user_agents`);
const daysOf = async (...texts: string[]) =>
  (await stored())
    .filter(({ text }) => texts.includes(text))
    .map(({ text, day }) => [text, day])
    .sort();

/** Stores a click's browser as the loader of the click log does. */
const use = (client: pg.Client, agentOf: ReturnType<typeof userAgents>, text: string, moment: string) =>
  withFixedTime(moment, () =>
    storeUserAgents(client, [
      aClickOf({ agent: { id: 1, companyId: 1 }, type: { id: 1, siteId: 1 } }, 1, { agent: agentOf(text) }),
    ]),
  );

test("browsers that no click has used for long are deleted, those in use are not, and one may come back", async () => {
  await withOwnConnection("clicks", async (client) => {
    const agentOf = userAgents();
    for (const name of ["gone", "kept"]) await use(client, agentOf, name, "2025-01-10T12:00:00Z");
    await use(client, agentOf, "kept", "2025-06-10T12:00:00Z");
    expect(await daysOf("gone", "kept")).toEqual([
      ["gone", "2025-01-10"],
      ["kept", "2025-06-10"],
    ]);
    const prune = (dryRun: boolean) => withConnection(client, () => pruneUserAgents("2025-06-01", dryRun));
    expect([await prune(true), (await daysOf("gone", "kept")).length]).toEqual([1, 2]);
    expect([await prune(false), await daysOf("gone", "kept")]).toEqual([1, [["kept", "2025-06-10"]]]);
    // The loader remembers it from before.
    await use(client, agentOf, "gone", "2025-06-20T12:00:00Z");
    expect(await daysOf("gone")).toEqual([["gone", "2025-06-20"]]);
  });
});

test("a browser that comes back while it is deleted is stored", async () => {
  await withOwnConnection("clicks", async (client) => {
    const agentOf = userAgents();
    await use(client, agentOf, "back", "2025-01-10T12:00:00Z");
    await withOwnConnection("purge", async (other) => {
      await other.query("BEGIN");
      await other.query("DELETE FROM user_agents WHERE text = 'back'");
      const returning = use(client, agentOf, "back", "2025-06-20T12:00:00Z");
      const waiting = async () =>
        (await other.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")).rowCount;
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      await other.query("COMMIT");
      await returning;
    });
    expect(await daysOf("back")).toEqual([["back", "2025-06-20"]]);
  });
});
