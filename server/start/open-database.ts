import { complete, config } from "../kernel/process/config";
import { closeDatabase } from "../kernel/database/transactions";
import { log } from "../kernel/process/log";
import { keepSecrets } from "../kernel/process/secrets";
import { openCluster } from "../postgres";

export type OpenedDatabase = { close(): Promise<void> };

/**
 * Gives this process its database: the one in DATABASE_URL, else the packaged server under DATA_DIR, which is started
 * if it does not run. Secrets without a setting are created once and kept beside it. `watch` restarts the packaged
 * server when it dies. `close` ends this process's connections and leaves the server.
 */
export async function openDatabase({ watch = false } = {}): Promise<OpenedDatabase> {
  const { embedded, DATA_DIR, DATA_KEY, SESSION_SECRET } = config();
  if (!embedded) return { close: closeDatabase };
  const kept = keepSecrets(DATA_DIR);
  let cluster = await openCluster({ dataDir: DATA_DIR });
  complete({
    DATABASE_URL: cluster.url,
    DATA_KEY: DATA_KEY ?? kept.DATA_KEY,
    SESSION_SECRET: SESSION_SECRET ?? kept.SESSION_SECRET,
  });
  let closing = false;
  const revive = async () => {
    if (closing) return;
    log().error("PostgreSQL ended; it is started again.");
    const again = await openCluster({ dataDir: DATA_DIR });
    if (again.url !== cluster.url) throw new Error("PostgreSQL came back at another port; please start again.");
    cluster = again;
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- close() sets it while the cluster opens
    if (closing) await cluster.stop();
    else guard();
  };
  const guard = () =>
    cluster.onLost(() => {
      revive().catch((fault: unknown) => {
        log().fatal({ err: fault }, "PostgreSQL could not be started again.");
        process.kill(process.pid, "SIGTERM");
      });
    });
  if (watch) guard();
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
