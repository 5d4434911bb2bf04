import { now } from "../kernel/clock";
import { rows } from "../kernel/database";
import { sql } from "../kernel/sql";
import { endSession } from "./end-sessions";
import { maySignIn } from "./may-sign-in";

/**
 * Ends the sessions that have expired, at the moment at which they did, and those of accounts that may not sign in any
 * more. SQL by hand: who may sign in is the one condition that every page asks for.
 */
export async function endDeadSessions(): Promise<number> {
  const dead = await rows<{ id: number }>(sql`
    SELECT sessions.id FROM sessions JOIN accounts ON accounts.id = account_id
    WHERE ended_at IS NULL AND (expires_at <= ${now()} OR NOT ${maySignIn()})`);
  return endSession(dead.map(({ id }) => id));
}
