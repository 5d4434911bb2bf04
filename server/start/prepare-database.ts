import pg from "pg";
import { migrate } from "../../models/migrate";
import { config } from "../kernel/config";
import { connectionTo } from "../kernel/database-address";
import { closeDatabase } from "../kernel/database";
import { guardDemoAccounts } from "./demo-accounts";

/** One process at a time looks whether the database is empty and fills it. */
const FILLING = 7_310_002;

/**
 * Brings the database up to date, fills an empty one with the demo company where DEMO is on, and refuses one whose
 * demo accounts could be reached by others. Answers the names of the migrations that ran.
 */
export async function prepareDatabase(): Promise<string[]> {
  const { DATABASE_URL, demo } = config();
  if (!DATABASE_URL) throw new Error("The database has no address yet.");
  const ran = await migrate(DATABASE_URL);
  const client = new pg.Client(connectionTo(DATABASE_URL, { connectionTimeoutMillis: 10_000 }));
  // A lost connection shows at the next statement, too; unheard it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [FILLING]);
    if (demo && (await isEmpty(client))) await fillWithDemo();
    await guardDemoAccounts(client);
  } finally {
    await client.end();
  }
  return ran;
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  return (await client.query("SELECT 1 FROM accounts LIMIT 1")).rowCount === 0;
}

/** Loaded only where it is needed: a server in its every day never plans a company. */
async function fillWithDemo(): Promise<void> {
  const [{ seedDemo }, { progressBar }] = await Promise.all([
    import("../../seeders/demo"),
    import("../../seeders/progress"),
  ]);
  await seedDemo({ onProgress: progressBar() });
  await closeDatabase();
}
