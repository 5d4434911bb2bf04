import type pg from "pg";
import { migrate } from "../../models/migrate";
import { LOCKS } from "../kernel/database/advisory-locks";
import { REPLICA_CONNECTIONS_PER_WORKER, withOwnConnection, withSchemaLock } from "../kernel/database/connections";
import { closeDatabase, writeTransaction } from "../kernel/database/transactions";
import { followWith } from "../kernel/operation/audit";
import { type Config, overrideConfig, config } from "../kernel/process/config";
import { log } from "../kernel/process/log";
import { dataKeysIn, FIRST_ID } from "../kernel/process/secret-settings";
import { fileSetting } from "../kernel/process/secret-files";
import { loadHashKeys, loadOrCreateSecrets } from "../kernel/process/secrets";
import { requireKeys } from "../keys";
import { openCluster } from "../postgres";
import { requireDemoAllowed } from "./demo-accounts";
import { followChanges } from "./follow-changes";

export type OpenedDatabase = { close(): Promise<void> };

/**
 * Gives this process its database: the one in DATABASE_URL, else the packaged server under DATA_DIR, which is started
 * if it does not run. Secrets without a setting are created once and kept beside it. `asOwner` is for programs that need
 * more rights than a server: it works as the role of MIGRATION_DATABASE_URL if there is one. `watch` restarts the
 * packaged server when it dies. `close` ends this process's connections and leaves the server.
 */
export async function openDatabase({ watch = false, asOwner = false } = {}): Promise<OpenedDatabase> {
  followWith(followChanges);
  const { embedded, DATA_DIR, MIGRATION_DATABASE_URL } = config();
  if (!embedded) {
    if (asOwner && MIGRATION_DATABASE_URL) overrideConfig({ DATABASE_URL: MIGRATION_DATABASE_URL });
    return { close: closeDatabase };
  }
  let cluster = await openCluster({ dataDir: DATA_DIR });
  overrideConfig({ ...generatedSecrets(), DATABASE_URL: cluster.url });
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

/** The generated secrets that no setting replaces. */
function generatedSecrets(): Partial<Config> {
  const { DATA_DIR, DATA_KEY, DATA_KEYS, SESSION_SECRET } = config();
  const secrets = loadOrCreateSecrets(DATA_DIR);
  const hasFirst = dataKeysIn({ DATA_KEY, DATA_KEYS }).some(({ id }) => id === FIRST_ID);
  return {
    ...(hasFirst ? {} : { DATA_KEY: secrets.DATA_KEY }),
    SESSION_SECRET: SESSION_SECRET ?? secrets.SESSION_SECRET,
  };
}

/**
 * Environment variables that another process of this server needs to use the same database and secrets. It reads the files
 * of secrets itself. The address for migrations is withheld, because only the main process changes tables.
 */
export function sharedSettings(): Record<string, string> {
  const { DATABASE_URL, DATA_KEY, SESSION_SECRET, demo } = config();
  const own: Record<string, string | undefined> = { DATABASE_URL, DATA_KEY, SESSION_SECRET };
  const names = Object.keys(own).filter((name) => !process.env[fileSetting(name)]);
  return {
    ...Object.fromEntries(names.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))),
    ...{ MIGRATION_DATABASE_URL: "", [fileSetting("MIGRATION_DATABASE_URL")]: "" },
    DEMO: demo ? "on" : "off",
  };
}

/** Fills an empty database with the demo company. Injected by the process entry point. */
export type FillWithDemo = () => Promise<void>;

/**
 * Migrates the database, fills an empty one with the demo company if DEMO is on, and refuses one whose demo accounts
 * others could reach, or whose sealed values the keys of the settings cannot open. Returns the names of the migrations
 * that ran.
 */
export async function prepareDatabase(fillWithDemo: FillWithDemo): Promise<string[]> {
  const ran = await withSchemaLock(migrate);
  await requireKeys();
  await writeTransaction(loadHashKeys);
  await withOwnConnection("preparation", async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.demoData]);
    if (config().demo && (await isEmpty(client))) await asOwner(fillWithDemo);
    await requireDemoAllowed(client);
  });
  return ran;
}

/** Runs `body` with the rights of the owner: filling the database empties tables that only grow otherwise. */
async function asOwner(body: () => Promise<void>): Promise<void> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL = DATABASE_URL } = config();
  await closeDatabase();
  overrideConfig({ DATABASE_URL: MIGRATION_DATABASE_URL });
  try {
    await body();
  } finally {
    await closeDatabase();
    overrideConfig({ DATABASE_URL });
  }
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
