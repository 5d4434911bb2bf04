import type pg from "pg";
import { Umzug } from "umzug";
import { splitCommands } from "./split-commands";
import { migrations } from "./migrations";
import { refreshNameOrder } from "./name-order";
import { ensurePartitions, mayCreateTables } from "./partitions";

/** The database has run migrations that this program does not have, so its tables may differ in any way. */
export class UnknownMigrations extends Error {
  constructor(names: readonly string[]) {
    super(
      `This database belongs to another version of the product: it has the migrations ${names.join(", ")}, which this ` +
        "version does not know. Please start that version, or give this one an empty database.",
    );
  }
}

/** The role of the connection may not create tables, and there are migrations to run. */
export class NeedsOwner extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database needs the migrations ${names.join(", ")}, and this role may not change its tables. Please run ` +
        "`npm run migrate` with MIGRATION_DATABASE_URL first.",
    );
  }
}

/**
 * Brings the database up to date and returns the names of the migrations that ran. A migration and its record are one
 * transaction. `client` holds the schema lock. Throws UnknownMigrations before it changes anything. A role that may not
 * create tables checks only that there is nothing to run, and throws NeedsOwner otherwise.
 */
export async function migrate(client: pg.Client): Promise<string[]> {
  if (!(await mayCreateTables(client))) {
    await requireNothingToRun(client);
    return [];
  }
  await client.query(
    "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())",
  );
  const umzug = new Umzug({
    migrations: migrations.map(({ name, text }) => ({
      name,
      up: async () => {
        await client.query("BEGIN");
        try {
          for (const command of splitCommands(text)) await client.query(command);
          await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
          await client.query("COMMIT");
        } catch (error) {
          await client.query("ROLLBACK");
          throw error;
        }
      },
    })),
    storage: {
      // The record is written in the migration's own transaction, so that neither exists without the other.
      logMigration: async () => undefined,
      unlogMigration: async () => undefined,
      executed: () => known(client),
    },
    logger: undefined,
  });
  const ran = await umzug.up();
  await refreshNameOrder(client);
  await ensurePartitions(client, new Date());
  return ran.map(({ name }) => name);
}

/** Throws UnknownMigrations or NeedsOwner unless exactly the migrations of this program have run. */
async function requireNothingToRun(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS exists");
  const ran = rows[0]?.exists ? await known(client) : [];
  const missing = migrations.map(({ name }) => name).filter((name) => !ran.includes(name));
  if (missing.length > 0) throw new NeedsOwner(missing);
}

/** The migrations that ran. Throws UnknownMigrations. */
async function known(client: pg.Client): Promise<string[]> {
  const ran = await executed(client);
  const unknown = ran.filter((name) => migrations.every((one) => one.name !== name));
  if (unknown.length > 0) throw new UnknownMigrations(unknown);
  return ran;
}

/** Whether every migration of this program has run, queried on the given connection. */
export async function isCurrent(client: Pick<pg.Client, "query">): Promise<boolean> {
  const ran = new Set(await executed(client));
  return migrations.every(({ name }) => ran.has(name));
}

async function executed(client: Pick<pg.Client, "query">): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  return rows.map(({ name }) => name);
}
