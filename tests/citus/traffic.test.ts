import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatFinding, runChecks } from "../../server/invariants";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { sql } from "../../server/kernel/database/sql";
import { closeDatabase, execute, readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import { loadOrCreateKey } from "../../server/kernel/process/secrets";
import { folderOf } from "../../server/tracking/log/folder";
import { overrideConfig } from "../../server/kernel/process/config";
import { type Load, startLoad } from "../tracking/click-load";
import { aSecret } from "../tracking/postback-world";
import { loaded } from "../tracking/log-world";
import { anOffice, aSite, enable } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { aFolder, aServer, type Server } from "../world/server";
import { addressesOf, cluster, isOurs, killNode, query, startNodes } from "./nodes";

/**
 * The built product on a distributed database under load, while nodes of the cluster and the product itself are killed
 * and shards move. The client records what was acknowledged to it.
 */
let database: TestDatabase;
let server: Server;
let dataDir: string;
let secret: string;
let paths: string[];
let folder: string;
let load: Load;
const sold: string[] = [];

const start = () =>
  aServer({
    database,
    env: { DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1", SPOOL_AFTER_MS: "500", LOG_LEVEL: "warn" },
  });
const port = () => Number(new URL(server.url).port);

beforeAll(async () => {
  database = await aDatabase();
  dataDir = await aFolder();
  overrideConfig({ DATA_DIR: dataDir });
  await database.enter();
  ({ secret, paths, folder } = await writeTransaction(async () => {
    const office = await anOffice({ agents: 12 });
    const site = await aSite({ types: 2, enabledFor: [office] });
    await enable(site, office);
    for (const table of [sql`prices`, sql`agent_offices`, sql`site_flags`])
      await execute(sql`UPDATE ${table} SET since = now()`);
    await markLinksChanged();
    const links = office.agents.flatMap(({ id }) =>
      site.types.map((type) => `/api/links/go/${site.id}/${type.id}/${id}`),
    );
    return { secret: await aSecret(site.id), paths: links, folder: folderOf(await loadOrCreateKey("visitors")) };
  }));
  server = await start();
}, 600_000);
afterAll(() => load?.stop());

/** Waits until so many more clicks are acknowledged. */
const answered = async (more: number): Promise<void> => {
  const due = load.acknowledged.length + more;
  await expect.poll(() => load.acknowledged.length, { timeout: 180_000, interval: 100 }).toBeGreaterThanOrEqual(due);
};

/** Every acknowledged click and sale is stored exactly once, and the integrity check finds nothing. */
async function nothingIsLostOrDoubled(): Promise<void> {
  load.stop();
  sold.push(...load.sold);
  await loaded(folder);
  await expect
    .poll(() => query(database.url, "SELECT 1 FROM postbacks WHERE verdict = 'held' LIMIT 1"), { timeout: 120_000 })
    .toEqual([]);
  const clicks = await query<{ id: string; n: number }>(
    database.url,
    "SELECT id, count(*)::int AS n FROM clicks GROUP BY id",
  );
  const stored = new Map(clicks.map(({ id, n }) => [id, n]));
  expect(load.acknowledged.filter((id) => stored.get(id) !== 1)).toEqual([]);
  const events = await query<{ txid: string; n: number }>(
    database.url,
    "SELECT txid, count(*)::int AS n FROM sale_events GROUP BY txid",
  );
  const booked = new Map(events.map(({ txid, n }) => [txid, n]));
  expect(sold.length).toBeGreaterThan(0);
  expect(sold.filter((txid) => booked.get(txid) !== 1)).toEqual([]);
  expect(events.filter(({ n }) => n !== 1)).toEqual([]);
  await database.enter();
  expect((await readTransaction(() => runChecks())).map(formatFinding)).toEqual([]);
  await closeDatabase();
}

/** Sends clicks and sales while `body` runs. */
async function underLoad(body: () => Promise<void>): Promise<void> {
  load = startLoad(port(), paths, 6, secret, 20);
  try {
    await answered(60);
    await body();
    await answered(60);
    await nothingIsLostOrDoubled();
  } catch (error) {
    load.stop();
    throw new Error(`${(error as Error).message}\n${server.said().slice(-2_000)}`, { cause: error });
  } finally {
    if (isOurs) await startNodes();
  }
}

test("200 sales, each reported ten times at once, are booked once each", async () => {
  load = startLoad(port(), paths, 6, undefined, 0);
  await answered(200);
  load.stop();
  await loaded(folder);
  const clicks = load.acknowledged.slice(0, 200);
  await expect
    .poll(() => query(database.url, `SELECT 1 FROM clicks WHERE id = ANY('{${clicks.join(",")}}'::uuid[])`), {
      timeout: 60_000,
    })
    .toHaveLength(200);
  const report = async (id: string): Promise<{ id: string; verdict?: string }> => {
    for (;;) {
      const answer = await fetch(
        `${server.url}/api/postback?clickid=${id}&txid=once-${id}&event=sale&secret=${secret}`,
      );
      const text = await answer.text();
      // On a busy machine some are spooled and booked a moment later.
      if (answer.ok) return { id, verdict: /"verdict":"(\w+)"/.exec(text)?.[1] };
      await pause(100);
    }
  };
  const answers = await Promise.all(clicks.flatMap((id) => Array.from({ length: 10 }, () => report(id))));
  const accepted = answers.filter(({ verdict }) => verdict === "accepted").map(({ id }) => id);
  expect(new Set(accepted).size).toBe(accepted.length);
  await loaded(folder);
  const decided = "SELECT verdict, count(*)::int AS n FROM postbacks WHERE txid LIKE 'once-%' GROUP BY 1 ORDER BY 1";
  expect(await query(database.url, decided)).toEqual([
    { verdict: "accepted", n: 200 },
    { verdict: "duplicate", n: 1_800 },
  ]);
  const events = await query<{ n: number }>(
    database.url,
    "SELECT count(*)::int AS n FROM sale_events WHERE txid LIKE 'once-%'",
  );
  expect(events).toEqual([{ n: 200 }]);
  // A batch that the cluster refuses is decided one by one, which takes ten times as long.
  expect(server.said()).not.toContain("postback batch failed");
}, 600_000);

describe.runIf(isOurs)("under load", () => {
  test(
    "a killed worker node loses and doubles nothing, and clicks are answered meanwhile",
    () =>
      underLoad(async () => {
        const [, worker = ""] = await addressesOf(database.url);
        await killNode(worker);
        await answered(40);
        await startNodes();
      }),
    900_000,
  );

  test(
    "a killed coordinator loses and doubles nothing, and clicks are answered meanwhile",
    () =>
      underLoad(async () => {
        const [coordinator = ""] = await addressesOf(database.url);
        await killNode(coordinator);
        await answered(40);
        await startNodes();
      }),
    900_000,
  );

  test(
    "a killed product loses and doubles nothing",
    () =>
      underLoad(async () => {
        await server.kill("SIGKILL");
        server = await start();
        load.moveTo(port());
      }),
    900_000,
  );

  test(
    "a third worker takes shards over while clicks come in",
    () =>
      underLoad(async () => {
        const name = new URL(database.url).pathname.slice(1);
        const host = new URL(database.url).hostname;
        const added = Number(/(\d+)$/.exec(await cluster("add"))?.[1]);
        const node = (database_: string) => `postgres://postgres@${host}:${added}/${database_}`;
        try {
          await query(node("postgres"), `CREATE DATABASE ${name}`);
          await query(node(name), "CREATE EXTENSION citus");
          const shards = `
          SELECT shardid AS id, nodeport AS port FROM citus_shards
          WHERE table_name = 'stats_half'::regclass ORDER BY shardid LIMIT 2`;
          await query(
            database.url,
            `SELECT citus_add_node('${host}', ${added})`,
            "SELECT replicate_reference_tables('force_logical')",
          );
          for (const { id, port: from } of await query<{ id: number; port: number }>(database.url, shards))
            await query(
              database.url,
              `SELECT citus_move_shard_placement(${id}, '${host}', ${from}, '${host}', ${added}, 'force_logical')`,
            );
          const moved = `SELECT count(*)::int AS n FROM citus_shards WHERE table_name = 'clicks'::regclass AND nodeport = ${added}`;
          expect(await query(database.url, moved)).toEqual([{ n: 2 }]);
        } finally {
          await query(process.env.CITUS_URL ?? "", `SELECT citus_remove_node('${host}', ${added})`);
        }
      }),
    900_000,
  );
});
