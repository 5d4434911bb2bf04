import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type pg from "pg";
import { LOCKS } from "../../server/kernel/database/advisory-locks";
import { openConnection } from "../../server/kernel/database/connections";
import { sql } from "../../server/kernel/database/sql";
import { clickId } from "../../server/tracking/clicks/click-id";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import { aDatabase, type TestDatabase } from "../world/database";
import { asKeeper } from "../world/keeper";
import { times } from "../world/long";
import { nodesOf } from "../world/nodes";
import { aShop, measuresOf, read, type Shop } from "./click-world";
import { aClickOf as aClickNow, store } from "./log-world";

/** Batches of clicks, on one server and, in `npm run test:citus`, on a cluster. */
let database: TestDatabase;
let clients: pg.Client[];
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  clients = await Promise.all(Array.from({ length: 3 }, () => openConnection("clicks")));
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

const DAY = "2026-11-02";
const aClickOf = (shop: Shop, visitor: number, more: Partial<Click> = {}) =>
  aClickNow(shop, visitor, { day: DAY, ...more });
const newShop = () => aShop({ heard: false });

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, order: randomBytes(4).readUInt32BE() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);

async function deadlocks(): Promise<number> {
  const counts = (await nodesOf(inject("server"))).map((node) =>
    asKeeper(node, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        "SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = $1",
        [new URL(database.url).pathname.slice(1)],
      );
      return rows[0]?.n ?? 0;
    }),
  );
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
}

/** The batches of the agent's clicks, each with the number of these clicks. */
const batchesOf = ({ agent }: Shop) =>
  read<{ clicks: number; stored: number }>(sql`
    SELECT b.clicks, c.stored FROM click_batches b
    JOIN (SELECT arrival, count(*)::int AS stored FROM clicks WHERE agent_id = ${agent.id} GROUP BY arrival) AS c USING (arrival)
    ORDER BY arrival`);

describe("clicks", () => {
  test("are unique again each New York day, whatever the order in which days are stored [TRACK-16]", async () => {
    const shop = await newShop();
    const days = ["2026-03-07", "2026-03-08", "2026-03-08", "2026-11-01", "2026-10-31"];
    for (const [i, day] of days.entries())
      await store(clients[0] as pg.Client, [aClickOf(shop, 1, { day, id: clickId(i) })]);
    const clicks = await read<{ is_unique: boolean }>(
      sql`SELECT is_unique FROM clicks WHERE agent_id = ${shop.agent.id} ORDER BY clicked_at`,
    );
    expect(clicks.map((click) => click.is_unique)).toEqual([true, true, false, true, true]);
    const stored = await read(
      sql`SELECT day::text, uniques FROM stats_delta WHERE agent_id = ${shop.agent.id} ORDER BY seq`,
    );
    expect(stored.map((row) => Object.values(row as object))).toEqual(days.map((day, i) => [day, i === 2 ? 0 : 1]));
  });

  test("in batches that share visitors and arrive in any order never deadlock [TRACK-16]", async () => {
    const shops = [await newShop(), await newShop(), await newShop()];
    const visitors = Array.from({ length: 60 }, (_, i) => i);
    const rounds = times(25);
    for (let round = 0; round < rounds; round++) {
      const batch = () => shuffled(shops.flatMap((shop) => visitors.map((n) => aClickOf(shop, n + round * 1_000))));
      await Promise.all(clients.map((client) => store(client, batch())));
    }
    for (const { agent } of shops) {
      expect(await measuresOf(agent)).toEqual({ hits: rounds * 180, raws: rounds * 180, uniques: rounds * 60 });
    }
    expect(await deadlocks()).toBe(0);
  });

  test("that are sent twice count once, also mixed with new clicks [TRACK-08]", async () => {
    const shop = await newShop();
    const [client] = clients as [pg.Client];
    const clicks = Array.from({ length: 50 }, (_, i) => aClickOf(shop, i % 20));
    await store(client, clicks);
    await store(client, clicks, { again: true });
    await store(client, [...clicks, aClickOf(shop, 99)], { again: true });
    expect(await measuresOf(shop.agent)).toEqual({ hits: 51, raws: 51, uniques: 21 });
    expect(await batchesOf(shop)).toEqual([
      { clicks: 50, stored: 50 },
      { clicks: 1, stored: 1 },
    ]);
  });

  test("are stored all or none, and their connection takes the next batch [TRUST-05]", async () => {
    const shop = await newShop();
    const [client] = clients as [pg.Client];
    const good = aClickOf(shop, 1);
    for (const fault of [{ geo: null as never }, { visitor: 2n ** 64n }])
      await expect(store(client, [good, aClickOf(shop, 2, fault)])).rejects.toThrow();
    expect(await measuresOf(shop.agent)).toEqual({ hits: 0, raws: 0, uniques: 0 });
    await store(client, [good]);
    expect(await measuresOf(shop.agent)).toEqual({ hits: 1, raws: 1, uniques: 1 });
    expect(await batchesOf(shop)).toEqual([{ clicks: 1, stored: 1 }]);
  });
});

test("a batch holds its lock before its number until it is committed", async () => {
  const shop = await newShop();
  const [holder, client, observer] = clients as [pg.Client, pg.Client, pg.Client];
  const { rows: before } = await observer.query("SELECT pg_sequence_last_value('click_arrivals') AS last");
  await holder.query("BEGIN");
  await holder.query("LOCK TABLE stats_delta IN EXCLUSIVE MODE");
  const stored = store(client, [aClickOf(shop, 1)]);
  const locks = async () =>
    (
      await observer.query(
        `SELECT objid::int AS last, mode FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND database =
           (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [LOCKS.clickArrivals],
      )
    ).rows as unknown[];
  try {
    await expect.poll(locks).toEqual([{ ...before[0], mode: "ShareLock" }]);
  } finally {
    await holder.query("COMMIT");
  }
  await stored;
  expect(await locks()).toEqual([]);
  expect(await batchesOf(shop)).toEqual([{ clicks: 1, stored: 1 }]);
});
