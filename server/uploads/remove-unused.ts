import { now } from "../kernel/time/now";
import { queryOne, execute, writeTransaction } from "../kernel/database/transactions";
import { DAY_MS } from "../kernel/time/durations";
import { sql } from "../kernel/database/sql";

const GRACE_MS = 30 * DAY_MS;
const LOCK_TIMEOUT = "2s";

/** Every formatted text. An image that none of them contains is unused. */
const USED_NAMES = sql`
  SELECT DISTINCT named[1] AS name
  FROM (
    SELECT html FROM news UNION ALL SELECT html FROM alerts UNION ALL SELECT html FROM site_manuals
    UNION ALL SELECT agent_notes FROM offices UNION ALL SELECT html FROM messages
  ) texts, regexp_matches(html, '/images/([A-Za-z0-9_-]{24}\\.[a-z]{3,4})', 'g') named`;

/**
 * Removes images that no text has used for 30 days. Until then a text may be restored, or one in progress saved.
 * Returns how many were removed.
 */
export async function removeUnused(): Promise<number> {
  const moment = now();
  const cutoff = new Date(moment.getTime() - GRACE_MS);
  await writeTransaction(() =>
    execute(sql`
      WITH named AS MATERIALIZED (${USED_NAMES})
      UPDATE images SET unused_since = CASE WHEN unused_since IS NULL THEN ${moment}::timestamptz END
      WHERE (unused_since IS NULL) <> (name IN (SELECT name FROM named))`),
  );
  return writeTransaction(async () => {
    const expired = await queryOne(sql`SELECT 1 FROM images WHERE unused_since <= ${cutoff} LIMIT 1`);
    if (!expired) return 0;
    // The locks keep texts from using an image between the last check and its deletion. Saving a text waits for a
    // moment.
    await execute(sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
    await execute(sql`LOCK TABLE news, alerts, site_manuals, offices IN SHARE MODE`);
    return execute(sql`
      WITH named AS MATERIALIZED (${USED_NAMES})
      DELETE FROM images WHERE unused_since <= ${cutoff} AND name NOT IN (SELECT name FROM named)`);
  });
}
