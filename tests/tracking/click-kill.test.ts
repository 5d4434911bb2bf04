import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { times } from "../world/long";
import { complete } from "../../server/kernel/config";
import { closeDatabase, writing } from "../../server/kernel/database";
import { linksChanged } from "../../server/kernel/link-state";
import { sql } from "../../server/kernel/sql";
import { type Cluster, openCluster } from "../../server/postgres";
import { anOffice, aSite } from "../world/builders";
import { aFolder, aServer, type Server } from "../world/server";
import { type Load, startLoad } from "./click-load";
import { read } from "./click-world";

/** The built product with two workers on a durable PostgreSQL of its own; both are killed under load. */
const WORKERS = 2;
const CONNECTIONS = 48;
let server: Server;
let dataDir: string;
let paths: string[];

beforeAll(async () => {
  dataDir = await aFolder();
  // Without DATABASE_URL the server has its own PostgreSQL, with its usual settings, and starts it again when it dies.
  server = await aServer({ workers: WORKERS, env: { DATABASE_URL: "", DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1" } });
  paths = await (
    await enter()
  ).use(async () => {
    const office = await anOffice({ agents: 30 });
    const { types } = await aSite({ types: 4, enabledFor: [office] });
    await linksChanged();
    return office.agents.flatMap(({ id }) => types.map((type) => `/api/links/go/${type.siteId}/${type.id}/${id}`));
  });
  await pause(1_000);
}, 300_000);

/** The server's own PostgreSQL, for this process too. */
async function enter(): Promise<{ cluster: Cluster; use: <T>(body: () => Promise<T>) => Promise<T> }> {
  const cluster = await openCluster({ dataDir });
  await closeDatabase();
  complete({ DATABASE_URL: cluster.url });
  return {
    cluster,
    async use(body) {
      const result = await writing(body);
      await closeDatabase();
      await cluster.stop();
      return result;
    },
  };
}

/** Waits until at least 500 answers came within a second, which throws when they do not. */
async function underLoad(load: Load): Promise<void> {
  for (const deadline = Date.now() + 20_000; load.lately() < 500; await pause(50)) {
    if (Date.now() > deadline) throw new Error(`Only ${load.lately()} answers a second.`);
  }
}

/** Waits for a moment without any answer: the database is away. */
async function quiet(load: Load): Promise<void> {
  for (const deadline = Date.now() + 10_000; ;) {
    const before = load.acknowledged.length;
    await pause(40);
    if (load.acknowledged.length === before) return;
    if (Date.now() > deadline) throw new Error("Redirects went on without a database.");
  }
}

async function goesOn(load: Load): Promise<void> {
  const before = load.acknowledged.length;
  for (const deadline = Date.now() + 30_000; load.acknowledged.length < before + 1_000; await pause(50)) {
    if (Date.now() > deadline) throw new Error("Clicks were not answered again.");
  }
}

/** Every acknowledged id is a row, each once, and the measures count the rows. */
async function nothingIsMissing(load: Load): Promise<void> {
  const { use } = await enter();
  await use(async () => {
    const stored = new Set((await read<{ id: string }>(sql`SELECT id FROM clicks`)).map(({ id }) => id));
    expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(new Set(load.acknowledged).size).toBe(load.acknowledged.length);
    const [counts] = await read(sql`
      SELECT (SELECT count(*)::int FROM clicks) AS clicks,
        (SELECT coalesce(sum(hits), 0)::int FROM stats_day) + (SELECT coalesce(sum(hits), 0)::int FROM stats_delta) AS hits,
        (SELECT count(*)::int FROM click_uniques) AS visitors,
        (SELECT coalesce(sum(uniques), 0)::int FROM stats_day)
          + (SELECT coalesce(sum(uniques), 0)::int FROM stats_delta) AS uniques`);
    const { clicks, visitors } = counts as Record<string, number>;
    expect(counts).toEqual({ clicks, hits: clicks, visitors, uniques: visitors });
  });
}

test(
  "kill -9 of a worker under load: no acknowledged click is missing or counted twice [TRUST-01]",
  async () => {
    const load = startLoad(Number(new URL(server.url).port), paths, CONNECTIONS);
    for (let kill = 0; kill < times(1); kill++) {
      await underLoad(load);
      const [worker] = await workers();
      process.kill(worker ?? 0, "SIGKILL");
      await goesOn(load);
    }
    load.stop();
    expect(load.cut()).toBeGreaterThanOrEqual(1);
    expect(await workers()).toHaveLength(WORKERS);
    await nothingIsMissing(load);
  },
  times(120_000),
);

test("kill -9 of a backend and of the postmaster under load: the same [TRUST-02]", async () => {
  const load = startLoad(Number(new URL(server.url).port), paths, CONNECTIONS);
  await underLoad(load);
  const { cluster, use } = await enter();
  const backend = await use(async () => {
    const [found] = await read<{ pid: number }>(
      sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'clicks-1' AND state = 'active' LIMIT 1`,
    );
    const [any] = await read<{ pid: number }>(
      sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'clicks-1'`,
    );
    return (found ?? any)?.pid;
  });
  process.kill(backend ?? 0, "SIGKILL");
  await goesOn(load);
  await underLoad(load);
  // What was on its way is not lost with the server: it is sent again, or its visitor is told.
  expect(load.waiting()).toBeGreaterThanOrEqual(1);
  process.kill(cluster.pid, "SIGKILL");
  await quiet(load);
  await goesOn(load);
  load.stop();
  await nothingIsMissing(load);
}, 120_000);

/** The workers alone: the process that watches them has also started PostgreSQL. */
async function workers(): Promise<number[]> {
  const postmaster = await openCluster({ dataDir });
  await postmaster.stop();
  return (await server.workerPids()).filter((pid) => pid !== postmaster.pid);
}
