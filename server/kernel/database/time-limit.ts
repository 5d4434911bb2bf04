import { execute } from "./transactions";
import { constant, sql } from "./sql";

const CANCELLED = "57014";

/**
 * Runs `body` with a time limit for each of its statements and returns its result, or undefined if one exceeded the
 * limit. The open transaction continues either way with its previous limit. `body` must not write: it is rolled back.
 */
export async function readWithTimeout<T>(milliseconds: number, body: () => Promise<T>): Promise<T | undefined> {
  await execute(sql`SAVEPOINT read_within; SET LOCAL statement_timeout = ${constant(milliseconds)}`);
  try {
    return await body();
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELLED) throw error;
    return undefined;
  } finally {
    // The rollback also restores the setting. After an error the savepoint must be rolled back anyway.
    await execute(sql`ROLLBACK TO SAVEPOINT read_within; RELEASE SAVEPOINT read_within`);
  }
}
