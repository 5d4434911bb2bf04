import { createHash } from "node:crypto";
import { type Client, sql, type Statement } from "./sql";
import { currentClient } from "./transactions";

// SQL by hand: a setting of the transaction, which the ORM does not have.

/**
 * Prepared statements in the open transaction. A long statement takes longer to parse and plan than to run, and a
 * connection does both once for a statement with a name.
 */

/**
 * Prepared statements of a connection. The one unused for longest makes room for the next. A report takes one to two
 * megabytes of the database server's memory.
 */
export const MOST_PREPARED = 32;

/** The driver's record of the statements that a connection has parsed: their texts by name, in order of use. */
type Parsing = { connection: { parsedStatements: Record<string, string> } };

/** The rows of a frequent statement. PostgreSQL decides whether its plan depends on the values. */
export async function queryRowsPrepared<T>(statement: Statement): Promise<T[]> {
  const client = currentClient();
  const { text, values } = statement.bind();
  const name = nameOf(text);
  await makeRoom(client, name);
  return (await client.query({ name, text, values })).rows as T[];
}

/** The first row of such a statement. */
export async function queryPrepared<T>(statement: Statement): Promise<T | undefined> {
  return (await queryRowsPrepared<T>(statement))[0];
}

/**
 * The first row of a frequent statement that is planned once for all values. Only for statements whose best plan is the
 * same for all of them.
 */
export async function queryWithGenericPlan<T>(statement: Statement): Promise<T | undefined> {
  await queryPrepared(GENERIC_PLANS);
  const row = await queryPrepared<T>(statement);
  // Unnamed statements of the same transaction would otherwise be planned without their values, too.
  await currentClient().query("SET LOCAL plan_cache_mode = auto");
  return row;
}

/** A database with distributed tables must know the values to find the servers that have the rows. */
const GENERIC_PLANS = sql`
  SELECT set_config('plan_cache_mode', CASE WHEN count(*) = 0 THEN 'force_generic_plan' ELSE 'auto' END, true)
  FROM pg_extension WHERE extname = 'citus'`;

/** The text decides the name, so that all connections and processes agree. */
const nameOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 24);

/** Marks a statement as used last, or makes room for one that this connection has not parsed. */
async function makeRoom(client: Client, name: string): Promise<void> {
  const { parsedStatements } = (client as unknown as Parsing).connection;
  if (moveToEnd(parsedStatements, name)) return;
  for (const oldest of Object.keys(parsedStatements).slice(0, 1 - MOST_PREPARED)) {
    const text = parsedStatements[oldest] ?? "";
    Reflect.deleteProperty(parsedStatements, oldest);
    try {
      await client.query(`DEALLOCATE "${oldest}"`);
    } catch (error) {
      parsedStatements[oldest] = text;
      throw error;
    }
  }
}

function moveToEnd(statements: Record<string, string>, name: string): boolean {
  const text = statements[name];
  if (text === undefined) return false;
  Reflect.deleteProperty(statements, name);
  statements[name] = text;
  return true;
}
