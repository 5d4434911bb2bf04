import { createHash } from "node:crypto";
import type { QueryResult } from "pg";
import { makeRoomFor } from "./driver";
import { type Client, sql, type Statement } from "./sql";

/** How statements are sent: what PostgreSQL plans them for, and several without waiting. */

/**
 * - `prepared`: for a frequent statement, which takes longer to parse and plan than to run. A connection does both once.
 *   PostgreSQL decides whether the plan depends on the values.
 * - `generic`: prepared, and planned once for all values. Only for statements whose best plan is the same for all of them.
 * - `hash`: for a statement that joins many rows of its own subqueries. The planner knows nothing about the values of such
 *   rows, expects crowded hash buckets and would sort both sides instead.
 */
export type Plan = "prepared" | "generic" | "hash";

/**
 * Prepared statements of a connection. The one unused for longest makes room for the next. A report takes one to two
 * megabytes of the database server's memory.
 */
export const MOST_PREPARED = 24;

/** Sends a statement. Without `plan` it is parsed, and planned for its values, each time. */
export function send(client: Client, statement: Statement, plan?: Plan): Promise<QueryResult> {
  switch (plan) {
    case undefined:
      return client.query(statement.bind());
    case "prepared":
      return prepare(client, statement);
    case "generic":
      return second(
        prepare(client, GENERIC_PLANS),
        prepare(client, statement),
        client.query("SET LOCAL plan_cache_mode = auto"),
      );
    case "hash":
      return second(
        client.query("SET LOCAL enable_mergejoin = off"),
        client.query(statement.bind()),
        client.query("SET LOCAL enable_mergejoin = on"),
      );
  }
}

/** Sent at once: no other statement of the transaction comes between the settings, to be planned under them, too. */
const second = async (...sent: [Promise<unknown>, Promise<QueryResult>, Promise<unknown>]): Promise<QueryResult> =>
  (await together(...sent))[1];

/** A database with distributed tables must know the values to find the servers that have the rows. */
const GENERIC_PLANS = sql`
  SELECT set_config('plan_cache_mode', CASE WHEN count(*) = 0 THEN 'force_generic_plan' ELSE 'auto' END, true)
  FROM pg_extension WHERE extname = 'citus'`;

/** The text decides the name, so that all connections and processes agree. */
function prepare(client: Client, statement: Statement): Promise<QueryResult> {
  const { text, values } = statement.bind();
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  makeRoomFor(name, client, MOST_PREPARED);
  return client.query({ name, text, values });
}

/**
 * Independent reads in the open transaction, sent one behind the other without waiting for answers in between. Waits for
 * all of them before it throws the first failure: none may use the connection after the end of the transaction.
 */
export async function together<T extends readonly unknown[]>(
  ...reads: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(reads);
  await all.catch(() => Promise.allSettled(reads));
  return all;
}
