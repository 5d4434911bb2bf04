import { now } from "../kernel/periods/now";
import { rows } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { endSession } from "./end-sessions";
import { maySignIn } from "./may-sign-in";

/**
 * Ends expired sessions, with their expiry as the end time, and the sessions of accounts that may no longer sign in.
 * Returns how many sessions ended.
 * SQL by hand: reuses the `maySignIn` condition that every request checks.
 */
export async function endDeadSessions(): Promise<number> {
  const dead = await rows<{ id: number }>(sql`
    SELECT sessions.id FROM sessions JOIN accounts ON accounts.id = account_id
    WHERE ended_at IS NULL AND (expires_at <= ${now()} OR NOT ${maySignIn()})`);
  return endSession(dead.map(({ id }) => id));
}
