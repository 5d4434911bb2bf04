import { readTogether } from "./read-together";
import type { Statement } from "./sql";
import { currentClient } from "./transactions";

// SQL by hand: a setting of the transaction, which the ORM does not have.

/**
 * The first row of a statement that joins many rows of its own subqueries, in the open transaction. The planner knows
 * nothing about the values of such rows, expects crowded hash buckets and would sort both sides instead.
 */
export async function queryWithHashJoins<T>(statement: Statement): Promise<T | undefined> {
  const client = currentClient();
  // Sent at once: no other statement of the transaction comes between them.
  const [, { rows }] = await readTogether(
    client.query("SET LOCAL enable_mergejoin = off"),
    client.query(statement.bind()),
    client.query("SET LOCAL enable_mergejoin = on"),
  );
  return (rows as T[])[0];
}
