import { createHash } from "node:crypto";
import { type Client, sql, type Statement } from "./sql";
import { readTogether } from "./read-together";
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
export const MOST_PREPARED = 24;

type Texts = Record<string, string>;
/** The driver's record of the statements that a connection has parsed, in order of use, and of those being sent, by name. */
type Parsing = { connection: { parsedStatements: Texts; submittedNamedStatements: Texts } };

/** The rows of a frequent statement. PostgreSQL decides whether its plan depends on the values. */
export async function queryRowsPrepared<T>(statement: Statement): Promise<T[]> {
  const client = currentClient();
  const prepared = named(statement);
  makeRoom(client, prepared.name);
  return (await client.query(prepared)).rows as T[];
}

/** The first row of such a statement. */
export async function queryPrepared<T>(statement: Statement): Promise<T | undefined> {
  return (await queryRowsPrepared<T>(statement))[0];
}

/**
 * The rows of a frequent statement that is planned once for all values. Only for statements whose best plan is the same
 * for all of them.
 */
export async function queryRowsWithGenericPlan<T>(statement: Statement): Promise<T[]> {
  const client = currentClient();
  const [setting, prepared] = [named(GENERIC_PLANS), named(statement)];
  makeRoom(client, setting.name);
  makeRoom(client, prepared.name);
  // Sent at once: no other statement of the transaction comes between them, to be planned without its values.
  const [, { rows }] = await readTogether(
    client.query(setting),
    client.query(prepared),
    client.query("SET LOCAL plan_cache_mode = auto"),
  );
  return rows as T[];
}

/** The first row of such a statement. */
export async function queryWithGenericPlan<T>(statement: Statement): Promise<T | undefined> {
  return (await queryRowsWithGenericPlan<T>(statement))[0];
}

/** A database with distributed tables must know the values to find the servers that have the rows. */
const GENERIC_PLANS = sql`
  SELECT set_config('plan_cache_mode', CASE WHEN count(*) = 0 THEN 'force_generic_plan' ELSE 'auto' END, true)
  FROM pg_extension WHERE extname = 'citus'`;

/** The text decides the name, so that all connections and processes agree. */
function named(statement: Statement): { name: string; text: string; values: unknown[] } {
  const { text, values } = statement.bind();
  return { name: createHash("sha256").update(text).digest("base64url").slice(0, 24), text, values };
}

/**
 * Marks a statement as used last, or makes room for one that this connection has not parsed. Statements are dropped
 * without waiting, in the order in which they are sent: one that is needed again meanwhile is parsed after that.
 */
function makeRoom(client: Client, name: string): void {
  const { parsedStatements, submittedNamedStatements } = (client as unknown as Parsing).connection;
  if (name in submittedNamedStatements || moveToEnd(parsedStatements, name)) return;
  for (const oldest of Object.keys(parsedStatements).slice(0, 1 - MOST_PREPARED)) {
    const text = parsedStatements[oldest] ?? "";
    Reflect.deleteProperty(parsedStatements, oldest);
    // Fails in a transaction that has failed already, as the statement behind it does.
    client.query(`DEALLOCATE "${oldest}"`).catch(() => (parsedStatements[oldest] = text));
  }
}

function moveToEnd(statements: Texts, name: string): boolean {
  const text = statements[name];
  if (text === undefined) return false;
  Reflect.deleteProperty(statements, name);
  statements[name] = text;
  return true;
}
