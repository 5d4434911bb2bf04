import { rows, run } from "./database";
import { sql } from "./sql";

// SQL by hand: a savepoint and a setting of the transaction; no row is read.

const CANCELLED = "57014";

/**
 * What `body` reads when no statement of it takes longer than so many milliseconds; undefined when one did. The open
 * transaction goes on either way, with the limit that it had before. `body` must not write.
 */
export async function readWithin<T>(milliseconds: number, body: () => Promise<T>): Promise<T | undefined> {
  await run(sql`SAVEPOINT read_within`);
  try {
    await rows(sql`SELECT set_config('statement_timeout', ${String(milliseconds)}, true)`);
    return await body();
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== CANCELLED) throw thrown;
    return undefined;
  } finally {
    // The setting goes with the savepoint, which an error has left to be rolled back anyway.
    await run(sql`ROLLBACK TO SAVEPOINT read_within`);
    await run(sql`RELEASE SAVEPOINT read_within`);
  }
}
