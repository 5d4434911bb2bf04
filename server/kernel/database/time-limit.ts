import { rows, run } from "./transactions";
import { sql } from "./sql";

// SQL by hand: models cannot set savepoints or time limits; no row is read.

const CANCELLED = "57014";

/**
 * Runs `body` with a time limit for each of its statements and returns its result, or undefined if one exceeded the
 * limit. The open transaction continues either way with its previous limit. `body` must not write: it is rolled back.
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
    // The rollback also restores the setting. After an error the savepoint must be rolled back anyway.
    await run(sql`ROLLBACK TO SAVEPOINT read_within`);
    await run(sql`RELEASE SAVEPOINT read_within`);
  }
}
