import pg from "pg";
import { connectionTo } from "../server/kernel/database-address";
import { Umzug } from "umzug";
import { commandsOf } from "./commands";
import { migrations } from "./migrations";
import { ensurePartitions } from "./partitions";

/** One process at a time changes what tables there are, and where they lie. */
export const LOCK = 7_310_001;

/**
 * Brings the database at `url` up to date and answers the names of the migrations that ran. Two at once do not
 * collide: the second waits. A migration and its record are one transaction.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client(connectionTo(url, { connectionTimeoutMillis: 10_000 }));
  // A lost connection shows at the next statement, too; unheard it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())",
    );
    const umzug = new Umzug({
      migrations: migrations.map(({ name, text }) => ({
        name,
        up: async () => {
          await client.query("BEGIN");
          try {
            for (const command of commandsOf(text)) await client.query(command);
            await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
            await client.query("COMMIT");
          } catch (fault) {
            await client.query("ROLLBACK");
            throw fault;
          }
        },
      })),
      storage: {
        // The record is written with the migration itself, so that the two cannot part.
        logMigration: async () => undefined,
        unlogMigration: async () => undefined,
        executed: async () => {
          const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
          return rows.map(({ name }) => name);
        },
      },
      logger: undefined,
    });
    const ran = await umzug.up();
    await ensurePartitions(client, new Date());
    return ran.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** True when every migration of this program has run; asks on the given connection. */
export async function isCurrent(client: Pick<pg.Client, "query">): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  const ran = new Set(rows.map(({ name }) => name));
  return migrations.every(({ name }) => ran.has(name));
}
