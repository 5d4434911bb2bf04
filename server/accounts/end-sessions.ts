import { now } from "../kernel/clock";
import { run } from "../kernel/database";
import { sql, type Statement } from "../kernel/sql";
import { maySignIn } from "./may-sign-in";

/**
 * Ends the sessions and bearer tokens of one account or several, save one, at once: on a block, a change of role or a new
 * password. Answers how many there were.
 */
export function endSessions(
  accounts: number | readonly number[],
  exceptSessionId: number | null = null,
): Promise<number> {
  return end(sql`account_id = ANY(${[accounts].flat()}::int[]) AND id IS DISTINCT FROM ${exceptSessionId}::bigint`);
}

/** Ends one session. */
export const endSession = (sessionId: number): Promise<number> => end(sql`id = ${sessionId}`);

/** Ends what was opened by a remote token. */
export const endSessionsOfToken = (tokenId: number): Promise<number> => end(sql`remote_token_id = ${tokenId}`);

/** Ends those that have expired, at the moment at which they did, and those of accounts that may not sign in any more. */
export const endDeadSessions = (): Promise<number> =>
  end(sql`expires_at <= ${now()} OR account_id IN (SELECT id FROM accounts WHERE NOT ${maySignIn()})`);

function end(which: Statement): Promise<number> {
  return run(sql`
    WITH ended AS (
      UPDATE sessions SET ended_at = least(expires_at, ${now()}) WHERE ended_at IS NULL AND (${which})
      RETURNING id, ended_at)
    UPDATE login_log SET out_time = ended.ended_at FROM ended
    WHERE session_id = ended.id AND out_time IS NULL`);
}
