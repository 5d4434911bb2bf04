import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatFinding, runChecks } from "../../server/invariants";
import { closeDatabase, readTransaction } from "../../server/kernel/database/transactions";
import { aDatabase, type TestDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { aShop, MINUTE } from "../tracking/postback-world";
import { addressesOf, isOurs, killNode, query, startNodes } from "./nodes";

/**
 * A sale is written on two servers: its key on the coordinator, its event and its measures on the worker of its agent. A
 * server that waits for a standby that does not exist stops a transaction after its own part is on disk.
 */
let database: TestDatabase;
let server: Server;
let coordinator: string;
let worker: string;
let shop: Awaited<ReturnType<typeof aShop>>;
let clicks: string[];

const waitForStandby = (node: string, name: string) =>
  query(node, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`, "SELECT pg_reload_conf()");
const isWaiting = (name: string) =>
  expect.poll(async () =>
    (await query<{ n: string }>(name, "SHOW synchronous_standby_names")).map((row) => Object.values(row)[0]),
  );

beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  shop = await aShop();
  clicks = [];
  while (clicks.length < 4) clicks.push((await shop.click(new Date(Date.now() - MINUTE))).id);
  const [place] = await query<{ port: number }>(
    database.url,
    `SELECT nodeport AS port FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('sale_events', ${shop.agent.id})`,
  );
  const addresses = await addressesOf(database.url);
  coordinator = addresses[0] ?? "";
  worker = addresses.find((address) => new URL(address).port === String(place?.port)) ?? "";
  await closeDatabase();
  server = await aServer({ database });
}, 600_000);
afterAll(async () => {
  if (!isOurs) return;
  await startNodes();
  for (const node of [coordinator, worker]) await waitForStandby(node, "");
});

const report = async (click = "") =>
  (await fetch(`${server.url}/api/postback?clickid=${click}&txid=${click}&event=sale&secret=${shop.secret}`)).text();

/** Reports a sale until it is accepted, as sites do. */
async function reportUntilTaken(click = ""): Promise<void> {
  for (;;) {
    const answer = await report(click).catch(() => "");
    if (/"verdict":"(accepted|duplicate)"|"reason":"spooled"/.test(answer)) return;
    await pause(200);
  }
}

const prepared = async () =>
  (
    await query<{ n: number }>(
      worker,
      "SELECT count(*)::int AS n FROM pg_prepared_xacts WHERE database = current_database()",
    )
  )[0]?.n;

/** Settles what the lost connections have left, as the extension does every minute by itself. */
const settled = () =>
  expect
    .poll(
      async () => {
        await query(coordinator, "SELECT recover_prepared_transactions()");
        return prepared();
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(0);

async function isBookedOnce(click = ""): Promise<void> {
  const count = (text: string) =>
    expect.poll(() => query(database.url, text), { timeout: 120_000, interval: 500 }).toEqual([{ n: 1 }]);
  await count(`SELECT count(*)::int AS n FROM sale_events WHERE txid = '${click}'`);
  await count(`SELECT count(*)::int AS n FROM postback_keys k JOIN sale_events e ON e.id = event_id AND e.agent_id = k.agent_id
    WHERE txid = '${click}'`);
  await database.enter();
  expect((await readTransaction(() => runChecks())).map(formatFinding)).toEqual([]);
  await closeDatabase();
}

describe.runIf(isOurs)("a sale is booked once on both servers", () => {
  test("when its worker is killed after the coordinator committed and before the worker did", async () => {
    await reportUntilTaken(clicks[0]);
    const holder = new pg.Client({ connectionString: coordinator });
    await holder.connect();
    // Holds the sale back until the coordinator waits for a standby: requests are committed before it, too.
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE postback_keys IN EXCLUSIVE MODE");
    const answer = reportUntilTaken(clicks[1]);
    const held =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'postbacks' AND wait_event_type = 'Lock' LIMIT 1";
    await expect.poll(() => query(coordinator, held), { interval: 50 }).toHaveLength(1);
    await waitForStandby(coordinator, "none");
    await isWaiting(coordinator).toEqual(["none"]);
    await holder.end();
    await expect.poll(prepared, { interval: 50 }).toBeGreaterThan(0);
    const waiting = `SELECT DISTINCT wait_event AS event FROM pg_stat_activity
      WHERE application_name = 'postbacks' AND datname = current_database() AND wait_event = 'SyncRep'`;
    await expect.poll(() => query(coordinator, waiting), { interval: 50 }).toEqual([{ event: "SyncRep" }]);
    await killNode(worker);
    await waitForStandby(coordinator, "");
    await startNodes();
    await answer;
    await settled();
    await isBookedOnce(clicks[1]);
  }, 600_000);

  test("when its worker is killed after it prepared and before the coordinator committed", async () => {
    await reportUntilTaken(clicks[2]);
    await waitForStandby(worker, "none");
    await isWaiting(worker).toEqual(["none"]);
    const answer = reportUntilTaken(clicks[3]);
    const waiting = `SELECT DISTINCT wait_event AS event FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'SyncRep' AND query LIKE 'PREPARE TRANSACTION%'`;
    await expect.poll(() => query(worker, waiting), { interval: 50 }).toEqual([{ event: "SyncRep" }]);
    await killNode(worker);
    await startNodes();
    await waitForStandby(worker, "");
    await answer;
    await settled();
    await isBookedOnce(clicks[3]);
  }, 600_000);
});
