import { migrate } from "../models/migrate";
import { migrations } from "../models/migrations";
import { closeDatabase } from "../server/kernel/database/transactions";
import { complete, config } from "../server/kernel/process/config";
import { openConnection, withSchemaLock } from "../server/kernel/database/connections";
import { keepSecrets } from "../server/kernel/process/secrets";
import { openCluster } from "../server/postgres";

/** The benchmark's own databases on the server. It never touches any other database, and drops its own. */
export type OwnDatabases = {
  /** Creates an empty, migrated database and connects this process to it. */
  enter(name: string): Promise<void>;
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
  complete({ ...keepSecrets(`${DATA_DIR}/bench`), demo: true });
  const made: string[] = [];
  const keeper = await openConnection("bench", { url: server });
  const drop = (own: string) => keeper.query(`DROP DATABASE IF EXISTS ${own} WITH (FORCE)`);
  const workWith = async (own: string) => {
    const url = new URL(server);
    url.pathname = `/${own}`;
    await withSchemaLock(migrate, { url: url.href });
    complete({ DATABASE_URL: url.href });
  };
  return {
    async enter(name) {
      await closeDatabase();
      const own = `bench_${name}_${process.pid}`;
      made.push(own);
      await keeper.query(`CREATE DATABASE ${own}`);
      await workWith(own);
    },
    async enterKept(name, fill) {
      await closeDatabase();
      const own = `bench_${name}`;
      const { rows } = await keeper.query<{ note: string | null }>(
        "SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1",
        [own],
      );
      const filled = rows[0]?.note === FILLED;
      if (!filled) {
        await drop(own);
        await keeper.query(`CREATE DATABASE ${own}`);
      }
      await workWith(own);
      if (filled) return;
      await fill();
      await keeper.query(`COMMENT ON DATABASE ${own} IS '${FILLED}'`);
    },
    async close() {
      await closeDatabase();
      for (const own of made) await drop(own);
      await keeper.end();
      await cluster?.stop();
    },
  };
}
