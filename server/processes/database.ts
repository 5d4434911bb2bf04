import type pg from "pg";
import { migrate } from "../../models/migrate";
import { LOCKS } from "../kernel/database/advisory-locks";
import { REPLICA_CONNECTIONS_PER_WORKER, withOwnConnection, withSchemaLock } from "../kernel/database/connections";
import { closeDatabase } from "../kernel/database/transactions";
import { announceWith } from "../kernel/operation/audit";
import { overrideConfig, config } from "../kernel/process/config";
import { log } from "../kernel/process/log";
import { loadOrCreateSecrets } from "../kernel/process/secrets";
import { openCluster } from "../postgres";
import { announceChanges } from "../webhooks/changes";
import { requireDemoAllowed } from "./demo-accounts";

export type OpenedDatabase = { close(): Promise<void> };

/**
 * Gives this process its database: the one in DATABASE_URL, else the packaged server under DATA_DIR, which is started
 * if it does not run. Secrets without a setting are created once and kept beside it. `watch` restarts the packaged
 * server when it dies. `close` ends this process's connections and leaves the server.
 */
export async function openDatabase({ watch = false } = {}): Promise<OpenedDatabase> {
  announceWith(announceChanges);
  const { embedded, DATA_DIR, DATA_KEY, SESSION_SECRET } = config();
  if (!embedded) return { close: closeDatabase };
  const secrets = loadOrCreateSecrets(DATA_DIR);
  let cluster = await openCluster({ dataDir: DATA_DIR });
  overrideConfig({
    DATABASE_URL: cluster.url,
    DATA_KEY: DATA_KEY ?? secrets.DATA_KEY,
    SESSION_SECRET: SESSION_SECRET ?? secrets.SESSION_SECRET,
  });
  let closing = false;
  const restart = async () => {
    if (closing) return;
    log().error({ event: "packaged PostgreSQL ended", effect: "it is started again" });
    const restarted = await openCluster({ dataDir: DATA_DIR });
    if (restarted.url !== cluster.url) throw new Error("PostgreSQL came back at another port; please start again.");
    cluster = restarted;
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- close() sets it while the cluster opens
    if (closing) await cluster.stop();
    else restartWhenLost();
  };
  const restartWhenLost = () =>
    cluster.onLost(() => {
      restart().catch((error: unknown) => {
        log().fatal({ event: "packaged PostgreSQL restart failed", err: error });
        process.kill(process.pid, "SIGTERM");
      });
    });
  if (watch) restartWhenLost();
  return {
    async close() {
      closing = true;
      await closeDatabase();
      await cluster.stop();
    },
  };
}

/** Environment variables that another process of this server needs to use the same database and secrets. */
export function sharedSettings(): Record<string, string> {
  const { DATABASE_URL, DATA_KEY, SESSION_SECRET, demo } = config();
  return {
    ...(DATABASE_URL ? { DATABASE_URL } : {}),
    ...(DATA_KEY ? { DATA_KEY } : {}),
    ...(SESSION_SECRET ? { SESSION_SECRET } : {}),
    DEMO: demo ? "on" : "off",
  };
}

/** Fills an empty database with the demo company. Injected by the process entry point. */
export type FillWithDemo = () => Promise<void>;

/**
 * Migrates the database, fills an empty one with the demo company if DEMO is on, and refuses one whose demo accounts
 * others could reach. Returns the names of the migrations that ran.
 */
export async function prepareDatabase(fillWithDemo: FillWithDemo): Promise<string[]> {
  const ran = await withSchemaLock(migrate);
  await withOwnConnection("preparation", async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.demoData]);
    if (config().demo && (await isEmpty(client))) await fillWithDemo();
    await requireDemoAllowed(client);
  });
  return ran;
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  return (await client.query("SELECT 1 FROM accounts LIMIT 1")).rowCount === 0;
}

type ReplicaLimit = { replica: string; room: number; needed: number };

/**
 * The replicas that accept fewer connections than all workers together may open; the primary has to answer what they
 * refuse. A replica that is unreachable now is skipped because no start depends on it.
 */
export async function replicasBelowLimit(workers: number): Promise<ReplicaLimit[]> {
  const needed = workers * REPLICA_CONNECTIONS_PER_WORKER;
  const checks = [...new Set(config().DATABASE_READ_URLS)].map(async (url): Promise<ReplicaLimit[]> => {
    const available = await availableConnections(url).catch(() => undefined);
    return available === undefined || available >= needed
      ? []
      : [{ replica: new URL(url).host, room: available, needed }];
  });
  return (await Promise.all(checks)).flat();
}

const availableConnections = (url: string): Promise<number | undefined> =>
  withOwnConnection(
    "capacity",
    async (client) => {
      const { rows } = await client.query<{ room: number }>(`
        SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) AS room`);
      return rows[0]?.room;
    },
    { url },
  );
