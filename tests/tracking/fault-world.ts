import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { overrideConfig } from "../../server/kernel/process/config";
import { closeDatabase, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { loadOrCreateKey } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { type Cluster, openCluster } from "../../server/postgres";
import { clickedAt } from "../../server/tracking/clicks/click-id";
import { folderOf } from "../../server/tracking/log/folder";
import { differences, ROLLUPS } from "../oracle/rollups";
import { anAgent, anOffice, aSite, aSuperadmin, enable, type Site } from "../world/builders";
import { aFolder, aServer, childrenOf, type Server } from "../world/server";
import { anEndpoint } from "../operations/webhooks/world";
import type { Load } from "./click-load";
import { aSecret } from "./postback-world";
import { loaded } from "./log-world";

export const WORKERS = 2;
type Given = { /** Modules that are loaded before the product. */ preload: string[]; env: Record<string, string> };

/**
 * The built product with two workers on its own durable PostgreSQL, which it starts and restarts; a company with links
 * to click on, the superadmin "boss" and the agent "ann"; and checks that everything acknowledged to clients is stored.
 */
export async function openFaultWorld(given: (dataDir: string) => Given) {
  const dataDir = await aFolder();
  const { preload, env } = given(dataDir);
  overrideConfig({ DATA_DIR: dataDir });
  const imports = preload.map((file) => `--import=${pathToFileURL(file).href}`);
  // Without DATABASE_URL the server has its own PostgreSQL, with its usual settings.
  const start = (): Promise<Server> =>
    aServer({
      workers: WORKERS,
      env: {
        ...{ DATABASE_URL: "", DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1", SPOOL_AFTER_MS: "250", LOG_LEVEL: "error" },
        ...{ NODE_OPTIONS: imports.join(" "), ...env },
      },
    });
  let server = await start();

  const withDatabase = async <T>(body: (cluster: Cluster) => Promise<T>): Promise<T> => {
    const cluster = await openCluster({ dataDir });
    try {
      return await body(cluster);
    } finally {
      await cluster.stop();
    }
  };
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

  /** Runs `body` in this process on the server's database. */
  const inside = <T>(body: () => Promise<T>): Promise<T> =>
    withDatabase(async ({ url }) => {
      await closeDatabase();
      overrideConfig({ DATABASE_URL: url });
      try {
        return await writeTransaction(body);
      } finally {
        await closeDatabase();
      }
    });

  const company = await inside(async () => {
    const office = await anOffice({ agents: 30 });
    const site: Site = await aSite({ types: 4, enabledFor: [office] });
    await anAgent({ office, username: "ann" });
    await enable(site, office);
    await aSuperadmin({ username: "boss" });
    // Created now, so that a clock set back is before all of it.
    await execute(sql`UPDATE prices SET since = now()`);
    await execute(sql`UPDATE agent_offices SET since = now()`);
    await execute(sql`UPDATE site_flags SET since = now()`);
    await markLinksChanged();
    return { office, site, folder: folderOf(await loadOrCreateKey("visitors")), secret: await aSecret(site.id) };
  });
  const paths = company.office.agents.flatMap(({ id }) =>
    company.site.types.map((type) => `/api/links/go/${company.site.id}/${type.id}/${id}`),
  );

  async function rollupsEqualRows(): Promise<void> {
    for (const table of ROLLUPS) expect({ table, rows: await asked(differences(table)) }).toEqual({ table, rows: [] });
    expect(
      await asked(`
        SELECT (SELECT count(*)::int FROM click_uniques) - (SELECT count(*)::int FROM clicks WHERE is_unique) AS visitors`),
    ).toEqual([{ visitors: 0 }]);
  }

  /** Transaction ids of all sales acknowledged in all loads so far. */
  const allSold: string[] = [];
  const heldIsDecided = async () => {
    const held = `
      SELECT postbacks.reason, count(*)::int AS n, min(tries) AS tries, count(next_try_at)::int AS due, min(next_try_at) AS first,
        count(clicks.id)::int AS clicked
      FROM postbacks LEFT JOIN clicks ON clicks.id = click_id WHERE verdict = 'held' GROUP BY 1`;
    for (const deadline = Date.now() + 60_000; ; await pause(250)) {
      const rows = await asked(held);
      if (rows.length === 0) return;
      if (Date.now() > deadline) throw new Error(`Sales stay held: ${JSON.stringify(rows)}`);
    }
  };

  return {
    ...{ company, paths, secret: company.secret, dataDir, asked, withDatabase, rollupsEqualRows },
    url: () => server.url,
    workers: () => server.workerPids(),
    /** The product's output. */
    said: () => server.said(),
    port: () => Number(new URL(server.url).port),
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    async startAgain() {
      server = await start();
    },
    postmaster: () => withDatabase(({ pid }) => Promise.resolve(pid)),
    /** The process that loads the log, as soon as one exists. */
    theLoader: () => soon(async () => (await server.loaderPids())[0]),
    /** One of the workers, as soon as one exists. */
    aWorker: () => soon(async () => (await server.workerPids())[0]),
    /** The PostgreSQL process that loads the clicks, as soon as one exists. */
    aBackend: () =>
      soon(async () => {
        const text = "SELECT pid FROM pg_stat_activity WHERE application_name = 'clicks' ORDER BY state LIMIT 1";
        return (await asked<{ pid: number }>(text))[0]?.pid;
      }),
    /** Freezes PostgreSQL and all of its processes while `body` runs. */
    async whilePostgresStops(body: () => Promise<void>): Promise<void> {
      const postmaster = await withDatabase(({ pid }) => Promise.resolve(pid));
      const stopped = [postmaster];
      try {
        signal(postmaster, "SIGSTOP");
        // A frozen postmaster does not replace its processes.
        for (const pid of await childrenOf(postmaster)) {
          stopped.push(pid);
          signal(pid, "SIGSTOP");
        }
        await body();
      } finally {
        for (const pid of stopped) signal(pid, "SIGCONT");
      }
    },
    addEndpoint: (endpointUrl: string) => inside(() => anEndpoint({ url: endpointUrl, events: ["sale.accepted"] })),
    /** The IDs of the events for the endpoint, in their order. Each booked sale since it was added has exactly one. */
    async announcedEvents(): Promise<string[]> {
      await heldIsDecided();
      const unequal = await asked(`
        SELECT id, n FROM sale_events LEFT JOIN (
          SELECT (data ->> 'saleId')::bigint AS id, count(*) AS n FROM webhook_deliveries GROUP BY 1) AS told USING (id)
        WHERE id >= (SELECT min((data ->> 'saleId')::bigint) FROM webhook_deliveries) AND n IS DISTINCT FROM 1`);
      expect(unequal).toEqual([]);
      return (
        await asked<{ id: string }>("SELECT 'evt_' || id AS id FROM webhook_deliveries ORDER BY webhook_deliveries.id")
      ).map(({ id }) => id);
    },
    /** Number of records in the log since the start. */
    async spooled() {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^spool_written_total (\d+)$/m.exec(text)?.[1] ?? 0);
    },
    /** Every acknowledged click of a load is stored; the roll-ups show that it is stored once. */
    async nothingIsMissing({ acknowledged, sold }: Load): Promise<void> {
      await loaded(company.folder);
      const times = acknowledged.map(clickedAt);
      const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
      const found = await asked<{ id: string }>(
        `SELECT id FROM clicks WHERE clicked_at BETWEEN to_timestamp(${from} / 1000.0) AND to_timestamp(${to} / 1000.0)`,
      );
      const stored = new Set(found.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect(sold.length).toBeGreaterThan(0);
      allSold.push(...sold);
    },
    /** Every sale ever acknowledged is booked exactly once. */
    async allIsBooked(): Promise<void> {
      await heldIsDecided();
      const events = await asked<{ txid: string; n: number }>(
        "SELECT txid, count(*)::int AS n FROM sale_events GROUP BY txid",
      );
      const booked = new Set(events.map(({ txid }) => txid));
      expect(new Set(allSold).size).toBe(allSold.length);
      expect(allSold.filter((txid) => !booked.has(txid))).toEqual([]);
      expect(events.filter(({ n }) => n !== 1)).toEqual([]);
      await rollupsEqualRows();
    },
  };
}
/** Waits for a process. A signal to an undefined pid would end this run and all of its processes. */
async function soon(find: () => Promise<number | undefined>): Promise<number> {
  for (const deadline = Date.now() + 60_000; ; await pause(50)) {
    const pid = await find();
    if (pid !== undefined) return pid;
    if (Date.now() > deadline) throw new Error("There is no such process.");
  }
}

/** A process that has already ended needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (!(pid > 1)) throw new Error(`${pid} is no process of the product.`);
  try {
    process.kill(pid, name);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
  }
}

export type FaultWorld = Awaited<ReturnType<typeof openFaultWorld>>;

/** Waits for 500 more answers, however long they take: by then every connection of the load is in use. */
export const underLoad = (load: Load): Promise<void> => goesOn(load, 500);

export async function goesOn(load: Load, clicks = 1_000): Promise<void> {
  const before = load.acknowledged.length;
  for (const deadline = Date.now() + 60_000; load.acknowledged.length < before + clicks; await pause(50)) {
    if (Date.now() > deadline) throw new Error("Clicks were not answered again.");
  }
}
