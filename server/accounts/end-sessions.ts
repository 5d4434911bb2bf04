import { now } from "../kernel/clock";
import { rows, run } from "../kernel/database";
import { sql, type Statement } from "../kernel/sql";
import { maySignIn } from "./may-sign-in";

/**
 * Ends the sessions and bearer tokens of one account or several, save one, at once; its remote tokens stay. Answers how
 * many there were.
 */
export function endSessions(
  accounts: number | readonly number[],
  exceptSessionId: number | null = null,
): Promise<number> {
  return end(sql`account_id = ANY(${[accounts].flat()}::int[]) AND id IS DISTINCT FROM ${exceptSessionId}::bigint`);
}

/** Ends one session. */
export const endSession = (sessionId: number): Promise<number> => end(sql`id = ${sessionId}`);

type Kept = {
  /** The session that asked. */
  sessionId?: number | null;
  /** The client tokens of the accounts, and what they opened. */
  clientTokens?: boolean;
};

/**
 * Ends every way into the accounts, save what is kept: sessions, remote tokens, and what was opened in other accounts by
 * links that these made. For any change of how an account is signed in to, or whether it may.
 */
export async function endAccess(accounts: number | readonly number[], kept: Kept = {}): Promise<void> {
  const ids = [accounts].flat();
  const { sessionId = null, clientTokens = false } = kept;
  const which = sql`(account_id = ANY(${ids}::int[]) OR created_by = ANY(${ids}::int[]))`;
  await revokeTokens(clientTokens ? sql`${which} AND kind <> 'client'` : which, sessionId);
  await end(sql`account_id = ANY(${ids}::int[]) AND id IS DISTINCT FROM ${sessionId}::bigint
    AND NOT EXISTS (SELECT 1 FROM remote_tokens t WHERE t.id = remote_token_id AND t.revoked_at IS NULL)`);
}

/** Revokes remote tokens and ends the sessions that they opened, save one. */
export async function revokeTokens(which: Statement, exceptSessionId: number | null = null): Promise<void> {
  const revoked = await rows<{ id: number }>(sql`
    UPDATE remote_tokens SET revoked_at = coalesce(revoked_at, ${now()}) WHERE ${which} RETURNING id`);
  const ids = revoked.map(({ id }) => id);
  await end(sql`remote_token_id = ANY(${ids}::int[]) AND id IS DISTINCT FROM ${exceptSessionId}::bigint`);
}

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
