import pg from "pg";
import { migrate } from "../models/migrate";
import { closeDatabase } from "../server/kernel/database";
import { complete, config } from "../server/kernel/config";
import { keepSecrets } from "../server/kernel/secrets";
import { openCluster } from "../server/postgres";

/** The benchmark's own databases, beside whatever the server holds: it never touches another, and drops them. */
export type OwnDatabases = { enter(name: string): Promise<void>; close(): Promise<void> };

export async function openOwnDatabases(): Promise<OwnDatabases> {
  const { DATABASE_URL, DATA_DIR } = config();
  const cluster = DATABASE_URL === undefined ? await openCluster({ dataDir: DATA_DIR }) : undefined;
  const server = cluster?.url ?? DATABASE_URL ?? "";
  complete({ ...keepSecrets(`${DATA_DIR}/bench`), demo: true });
  const made: string[] = [];
  const keeper = new pg.Client({ connectionString: server });
  await keeper.connect();
  return {
    /** Makes an empty, migrated database and lets this process work with it. */
    async enter(name) {
      await closeDatabase();
      const own = `bench_${name}_${process.pid}`;
      made.push(own);
      await keeper.query(`CREATE DATABASE ${own}`);
      const url = new URL(server);
      url.pathname = `/${own}`;
      await migrate(url.href);
      complete({ DATABASE_URL: url.href });
    },
    async close() {
      await closeDatabase();
      for (const own of made) await keeper.query(`DROP DATABASE IF EXISTS ${own} WITH (FORCE)`);
      await keeper.end();
      await cluster?.stop();
    },
  };
}
