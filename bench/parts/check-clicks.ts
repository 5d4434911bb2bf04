import { queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { classes } from "../../server/tracking";

/** The server copies the list into the condition of each partition. A longer one does not fit into its memory. */
const IDS_AT_ONCE = 10_000;
const MIN_OK_SHARE = 0.95;

/**
 * Throws unless every returned id is a stored row and nearly all are of class ok: a rate of redirects that lose clicks
 * would be meaningless.
 */
export async function checkClicks(ids: string[], of: { firstAgent: number; since: Date }): Promise<void> {
  let stored = 0;
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    const [row] = await writeTransaction(() =>
      queryRows<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM clicks WHERE clicked_at >= ${of.since} AND id = ANY(${some}::uuid[])`),
    );
    stored += row?.count ?? 0;
  }
  if (stored !== ids.length) throw new Error(`${ids.length - stored} clicks were not stored.`);
  const counts = await writeTransaction(() =>
    queryRows<{ class: number; count: number }>(sql`
      SELECT class, count(*)::int AS count FROM clicks
      WHERE clicked_at >= ${of.since} AND agent_id >= ${of.firstAgent} GROUP BY class`),
  );
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const ok = counts.find((row) => row.class === classes.ok)?.count ?? 0;
  if (ok < MIN_OK_SHARE * all) throw new Error(`Too few clicks were of class ok: ${JSON.stringify(counts)}`);
}
