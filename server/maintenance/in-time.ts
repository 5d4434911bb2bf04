import { one, writeTransaction } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";

// SQL by hand: a setting of the transaction.

const QUERY_CANCELED = "57014";
const ALL_WITHIN_MS = 3_000;
const ONE_WITHIN_MS = 1_000;

/** Queries a part. Null if the database does not answer within its share of the remaining time. */
export type Ask = <T>(part: () => Promise<T>) => Promise<T | null>;

/**
 * A transaction for several parts, each of which may be slow. A part takes at most one second, all of them at most
 * three. Always queries the primary, even if there are replicas.
 */
export function inTime<T>(body: (ask: Ask) => Promise<T>): Promise<T> {
  const deadline = performance.now() + ALL_WITHIN_MS;
  return writeTransaction(() =>
    body(async (part) => {
      const left = Math.floor(Math.min(ONE_WITHIN_MS, deadline - performance.now()));
      if (left < 1) return null;
      try {
        return await writeTransaction(async () => {
          await limit(left);
          const answer = await part();
          await limit(60_000);
          return answer;
        });
      } catch (fault) {
        if ((fault as { code?: string }).code !== QUERY_CANCELED) throw fault;
        return null;
      }
    }),
  );
}

const limit = (ms: number) => one(sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`);
