import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complete } from "../../server/kernel/config";
import { closeDatabase, writing } from "../../server/kernel/database";
import { linksChanged } from "../../server/kernel/link-state";
import { keptKey } from "../../server/kernel/secrets";
import { type Cluster, openCluster } from "../../server/postgres";
import { clickedAt } from "../../server/tracking";
import { folderOf } from "../../server/tracking/spool";
import { differences, ROLLUPS } from "../oracle/rollups";
import { anOffice, aSite } from "../world/builders";
import { times } from "../world/long";
import { isAlive } from "../world/process";
import { aFolder, aServer, childrenOf, type Server } from "../world/server";
import { type Load, startLoad } from "./click-load";
import { aSecret } from "./postback-world";
import { loaded } from "./spool-world";

/**
 * The built product with two workers on a durable PostgreSQL of its own, under load: what happens to machines is done to
 * it from outside. The client keeps the list of what it was told; after each fault every click and every sale of the
 * list is there exactly once, and the roll-ups equal the rows.
 */
const WORKERS = 2;
const CONNECTIONS = 48;
const STOPPED_MS = process.env.LONG === "on" ? 30_000 : 3_000;
let server: Server;
let dataDir: string;
let faults: string;
let paths: string[];
let secret: string;
let folder: string;
let load: Load | undefined;

const port = () => Number(new URL(server.url).port);
// Without DATABASE_URL the server has its own PostgreSQL, with its usual settings, and starts it again when it dies.
const start = () =>
  aServer({
    workers: WORKERS,
    env: {
      ...{ DATABASE_URL: "", DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1", SPOOL_AFTER_MS: "250", LOG_LEVEL: "error" },
      FAULTS: faults,
      NODE_OPTIONS: `--import=${pathToFileURL("tests/tracking/faults.mjs").href}`,
    },
  });

beforeAll(async () => {
  dataDir = await aFolder();
  faults = path.join(dataDir, "faults");
  complete({ DATA_DIR: dataDir });
  server = await start();
  paths = await withDatabase(async ({ url }) => {
    await closeDatabase();
    complete({ DATABASE_URL: url });
    const made = await writing(async () => {
      const office = await anOffice({ agents: 30 });
      const site = await aSite({ types: 4, enabledFor: [office] });
      await linksChanged();
      folder = folderOf(await keptKey("visitors"));
      return { office, site };
    });
    secret = await aSecret(made.site.id);
    await closeDatabase();
    return made.office.agents.flatMap(({ id }) =>
      made.site.types.map((type) => `/api/links/go/${made.site.id}/${type.id}/${id}`),
    );
  });
  await pause(1_000);
}, 300_000);
afterAll(() => load?.stop());

/** The server's own PostgreSQL. */
async function withDatabase<T>(body: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await openCluster({ dataDir });
  try {
    return await body(cluster);
  } finally {
    await cluster.stop();
  }
}

const asked = <T extends pg.QueryResultRow>(text: string) =>
  withDatabase(async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  });

/** Waits until at least 500 answers came within a second, which throws when they do not. */
async function underLoad(load: Load): Promise<void> {
  for (const deadline = Date.now() + 30_000; load.lately() < 500; await pause(50)) {
    if (Date.now() > deadline) throw new Error(`Only ${load.lately()} answers a second.`);
  }
}

async function goesOn(load: Load, clicks = 1_000): Promise<void> {
  const before = load.acknowledged.length;
  for (const deadline = Date.now() + 60_000; load.acknowledged.length < before + clicks; await pause(50)) {
    if (Date.now() > deadline) throw new Error("Clicks were not answered again.");
  }
}

/** Does it under load, as often as asked for, lets the load go on, and compares what was told with what is there. */
async function survives(fault: (load: Load) => Promise<void>): Promise<Load> {
  const own = (load = startLoad(port(), paths, CONNECTIONS, secret));
  for (let round = 0; round < times(1); round++) {
    await underLoad(own);
    await fault(own);
    await goesOn(own);
  }
  own.stop();
  await nothingIsMissing(own);
  return own;
}

/** Of all faults so far: what the client was told of sales. */
const allSold: string[] = [];

async function nothingIsMissing({ acknowledged, sold }: Load): Promise<void> {
  await loaded(folder);
  const stored = new Set((await asked<{ id: string }>("SELECT id FROM clicks")).map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(sold.length).toBeGreaterThan(0);
  allSold.push(...sold);
  await rollupsEqualRows();
}

async function rollupsEqualRows(): Promise<void> {
  for (const table of ROLLUPS) expect({ table, rows: await asked(differences(table)) }).toEqual({ table, rows: [] });
  expect(
    await asked(`
      SELECT (SELECT count(*)::int FROM click_uniques) - (SELECT count(*)::int FROM clicks WHERE is_unique) AS visitors`),
  ).toEqual([{ visitors: 0 }]);
}

const written = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^spool_written_total (\d+)$/m.exec(text)?.[1] ?? 0);
};

/** The workers alone: the process that watches them has also started PostgreSQL. */
const workers = () => withDatabase(async ({ pid }) => (await server.workerPids()).filter((worker) => worker !== pid));

const LONG = times(120_000);

test(
  "kill -9 of a worker under load: no acknowledged click or sale is missing or counted twice [TRUST-01]",
  async () => {
    const { cut } = await survives(async () => {
      const [worker = 0] = await workers();
      process.kill(worker, "SIGKILL");
    });
    expect(cut()).toBeGreaterThanOrEqual(1);
    expect(await workers()).toHaveLength(WORKERS);
  },
  LONG,
);

test(
  "kill -9 of the process that watches the workers: the same after the next start [TRUST-01]",
  async () => {
    const { cut } = await survives(async (load) => {
      await server.kill("SIGKILL");
      server = await start();
      load.moveTo(port());
    });
    expect(cut()).toBeGreaterThanOrEqual(1);
  },
  LONG,
);

test(
  "kill -9 of a backend and of the postmaster under load: the same [TRUST-02]",
  async () => {
    await survives(async (load) => {
      const [backend] = await asked<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'clicks-1' ORDER BY state LIMIT 1",
      );
      process.kill(backend?.pid ?? 0, "SIGKILL");
      await goesOn(load);
      await underLoad(load);
      const postmaster = await withDatabase(({ pid }) => Promise.resolve(pid));
      process.kill(postmaster, "SIGKILL");
      // Redirects go on without it.
      await goesOn(load, 200);
    });
    expect(await written()).toBeGreaterThan(0);
  },
  LONG,
);

test(
  "a PostgreSQL that is stopped with all of its processes, and a worker killed at the load: loaded once each [TRUST-03]",
  async () => {
    const before = await written();
    await survives(async (load) => {
      const postmaster = await withDatabase(({ pid }) => Promise.resolve(pid));
      const all = [postmaster, ...(await childrenOf(postmaster))];
      for (const pid of all) process.kill(pid, "SIGSTOP");
      try {
        const since = load.acknowledged.length;
        await pause(STOPPED_MS);
        expect(load.acknowledged.length - since).toBeGreaterThan(500);
        expect(await written()).toBeGreaterThan(before + 500);
      } finally {
        for (const pid of all) if (isAlive(pid)) process.kill(pid, "SIGCONT");
      }
    });
  },
  LONG,
);

test(
  "a full disk while the database is stopped: 503, and nothing that was acknowledged is lost [TRUST-07]",
  async () => {
    const { statuses } = await survives(async (load) => {
      const postmaster = await withDatabase(({ pid }) => Promise.resolve(pid));
      const all = [postmaster, ...(await childrenOf(postmaster))];
      for (const pid of all) process.kill(pid, "SIGSTOP");
      try {
        await goesOn(load, 200);
        const before = load.statuses.get("503") ?? 0;
        await writeFile(faults, "full");
        for (const deadline = Date.now() + 20_000; (load.statuses.get("503") ?? 0) < before + 100; await pause(20)) {
          if (Date.now() > deadline) throw new Error("A full disk took clicks.");
        }
        await rm(faults);
        await goesOn(load, 200);
      } finally {
        for (const pid of all) if (isAlive(pid)) process.kill(pid, "SIGCONT");
      }
    });
    expect(statuses.get("503")).toBeGreaterThanOrEqual(100);
  },
  LONG,
);

test(
  "a clock that is set back by an hour, and goes right again: no click or sale is missing or counted twice",
  async () => {
    await survives(async (load) => {
      await writeFile(faults, "clock");
      await goesOn(load, 500);
      const anHourAgo = Date.now() - 3_000_000;
      expect(clickedAt(load.acknowledged.at(-1) ?? "")).toBeLessThan(anHourAgo);
      await rm(faults);
    });
  },
  LONG,
);

test(
  "each sale that was acknowledged during the faults is booked once, also where its click came later [TRUST-01]",
  async () => {
    const held = "SELECT id FROM postbacks WHERE verdict = 'held' LIMIT 1";
    for (const deadline = Date.now() + 30_000; (await asked(held)).length > 0; await pause(250)) {
      if (Date.now() > deadline) throw new Error("Sales stay held though their clicks are loaded.");
    }
    const events = await asked<{ txid: string; n: number }>(
      "SELECT txid, count(*)::int AS n FROM sale_events GROUP BY txid",
    );
    const booked = new Set(events.map(({ txid }) => txid));
    expect(new Set(allSold).size).toBe(allSold.length);
    expect(allSold.filter((txid) => !booked.has(txid))).toEqual([]);
    expect(events.filter(({ n }) => n !== 1)).toEqual([]);
    await rollupsEqualRows();
  },
  LONG,
);
