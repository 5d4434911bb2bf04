import { migrate } from "../models/migrate";
import { migrations } from "../models/migrations";
import { closeDatabase } from "../server/kernel/database/transactions";
import { overrideConfig, config } from "../server/kernel/process/config";
import { openConnection, withSchemaLock } from "../server/kernel/database/connections";
import { loadOrCreateSecrets } from "../server/kernel/process/secrets";
import { openCluster } from "../server/postgres";

/** The benchmark's own databases on the server. It never touches any other database, and drops its own. */
export type OwnDatabases = {
  /** Creates an empty, migrated database and connects this process to it. */
  enter(name: string): Promise<void>;
  /**
   * Connects this process to a fresh copy of a database that is filled once, and drops the copy before. A part that
   * writes does not change what the next one measures.
   */
  enterCopy(name: string, fill: () => Promise<unknown>): Promise<void>;
  /** Enters a database that was filled in an earlier run, or fills it now. It stays for the next run. */
  enterKept(name: string, fill: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** The COMMENT of a filled database. One with other migrations is filled again. */
const FILLED = `filled after ${migrations.at(-1)?.name}`;

export async function openOwnDatabases(): Promise<OwnDatabases> {
  const { DATABASE_URL, DATA_DIR } = config();
  const cluster = DATABASE_URL === undefined ? await openCluster({ dataDir: DATA_DIR }) : undefined;
  const server = cluster?.url ?? DATABASE_URL ?? "";
  overrideConfig({ ...loadOrCreateSecrets(`${DATA_DIR}/bench`), demo: true });
  const created: string[] = [];
  const adminClient = await openConnection("bench", { url: server });
  const drop = (database: string) => adminClient.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  const originals = new Set<string>();
  let copies = 0;
  const connectTo = async (database: string) => {
    const url = new URL(server);
    url.pathname = `/${database}`;
    await withSchemaLock(migrate, { url: url.href });
    overrideConfig({ DATABASE_URL: url.href });
  };
  // Autovacuum would otherwise start on the original while a part is measured, and took a fifth of its clicks a second.
  const vacuum = async () => {
    const client = await openConnection("bench");
    await client.query("VACUUM (FREEZE, ANALYZE)");
    await client.end();
  };
  const enter = async (name: string) => {
    await closeDatabase();
    const database = `bench_${name}_${process.pid}`;
    created.push(database);
    await adminClient.query(`CREATE DATABASE ${database}`);
    await connectTo(database);
  };
  return {
    enter,
    async enterCopy(name, fill) {
      if (!originals.has(name)) {
        await enter(name);
        await fill();
        await vacuum();
        originals.add(name);
      }
      await closeDatabase();
      if (copies > 0) await drop(`bench_copy${copies}_${process.pid}`);
      const copy = `bench_copy${++copies}_${process.pid}`;
      created.push(copy);
      await adminClient.query(`CREATE DATABASE ${copy} TEMPLATE bench_${name}_${process.pid} STRATEGY file_copy`);
      await connectTo(copy);
    },
    async enterKept(name, fill) {
      await closeDatabase();
      const database = `bench_${name}`;
      const { rows } = await adminClient.query<{ note: string | null }>(
        "SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1",
        [database],
      );
      const filled = rows[0]?.note === FILLED;
      if (!filled) {
        await drop(database);
        await adminClient.query(`CREATE DATABASE ${database}`);
      }
      await connectTo(database);
      if (filled) return;
      await fill();
      await adminClient.query(`COMMENT ON DATABASE ${database} IS '${FILLED}'`);
    },
    async close() {
      await closeDatabase();
      for (const database of created) await drop(database);
      await adminClient.end();
      await cluster?.stop();
    },
  };
}
