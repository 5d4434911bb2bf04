import { queryOne } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { addDays, type Day } from "../kernel/time";

/** Rows per batch, whose locks last for a moment: the loader of the click log waits for them. */
const BATCH_SIZE = 5_000;
/** A batch of clicks may be loaded over midnight. */
const MARGIN_DAYS = 1;
/** Below every key. */
const FIRST = "-9223372036854775808";

/**
 * Deletes user agents that no click since `before` has used; earlier clicks must have been blanked. The loader of the click
 * log stores the day of use once a day (`storeUserAgents`), so one that comes back meanwhile is inserted again. With
 * `dryRun` it only counts. Runs on the context's connection, which must not have an open transaction.
 */
export async function pruneUserAgents(before: Day, dryRun: boolean): Promise<number> {
  const unused = sql`used_on < ${addDays(before, -MARGIN_DAYS)}::date`;
  if (dryRun) {
    const row = await queryOne<{ count: number }>(sql`SELECT count(*)::int AS count FROM user_agents WHERE ${unused}`);
    return row?.count ?? 0;
  }
  let total = 0;
  for (let last = FIRST; ;) {
    const row = await queryOne<{ count: number; last: string | null }>(sql`
      WITH due AS MATERIALIZED (
        SELECT id FROM user_agents WHERE id > ${last}::bigint AND ${unused} ORDER BY id LIMIT ${BATCH_SIZE}
      ), deleted AS (
        DELETE FROM user_agents AS u USING due WHERE u.id = due.id AND ${unused} RETURNING u.id
      )
      SELECT (SELECT count(*) FROM deleted)::int AS count, (SELECT max(id) FROM due)::text AS last`);
    total += row?.count ?? 0;
    if (!row?.last) return total;
    last = row.last;
  }
}
