import { one } from "./database";
import type { Change } from "./operation";
import type { Asker } from "./roles";
import { masked } from "./mask";
import { sql } from "./sql";

/** Writes who did what to which record, what it was and what it is. Answers the ids of the rows. */
export async function writeAudit(operation: string, asker: Asker, changes: readonly Change[]): Promise<number[]> {
  const ids: number[] = [];
  for (const change of changes) {
    const row = await one<{ id: number }>(sql`
      INSERT INTO audit (operation, account_id, username, on_behalf_of, session_id, record, record_id, before, after)
      VALUES (${operation}, ${asker?.accountId || null}, ${asker?.username ?? null}, ${change.onBehalfOf ?? null},
              ${asker?.sessionId ?? null}, ${change.record}, ${String(change.id)},
              ${JSON.stringify(masked(change.before))}::jsonb, ${JSON.stringify(masked(change.after))}::jsonb)
      RETURNING id`);
    if (row) ids.push(row.id);
  }
  return ids;
}
