import type pg from "pg";
import { migrate } from "../../models/migrate";
import { LOCKS } from "../kernel/database/advisory-locks";
import { config } from "../kernel/process/config";
import { withOwnConnection, withSchemaLock } from "../kernel/database/connections";
import { guardDemoAccounts } from "./demo-accounts";

// SQL by hand: an advisory lock on a connection of its own; no row is loaded.

/** Fills an empty database with the demo company. Injected by the process entry point. */
export type FillWithDemo = () => Promise<void>;

/**
 * Migrates the database, fills an empty one with the demo company if DEMO is on, and refuses one whose demo accounts
 * others could reach. Returns the names of the migrations that ran.
 */
export async function prepareDatabase(fillWithDemo: FillWithDemo): Promise<string[]> {
  const ran = await withSchemaLock(migrate);
  await withOwnConnection("preparation", async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.filling]);
    if (config().demo && (await isEmpty(client))) await fillWithDemo();
    await guardDemoAccounts(client);
  });
  return ran;
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  return (await client.query("SELECT 1 FROM accounts LIMIT 1")).rowCount === 0;
}
