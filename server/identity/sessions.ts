import { endSession } from "../accounts";
import { now } from "../kernel/clock";
import { one, run, writing } from "../kernel/database";
import { HOUR_MS } from "../kernel/durations";
import type { From } from "../kernel/operation";
import type { Scope } from "../kernel/roles";
import { newToken, tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";

const LASTS = 12 * HOUR_MS;

export type NewSession = {
  accountId: number;
  scope?: Scope;
  /** Who made the token that opened it, where that is somebody else. */
  by?: string | null;
  /** The token that opened it, and when the session ends with it. */
  remoteToken?: { id: number; until: Date | null };
};

export type OpenedSession = { id: number; token: string; expiresAt: Date };

/** A JSON call or a program gets a bearer token, a screen a browser's session. */
export const kindOf = ({ channel }: From): "browser" | "bearer" =>
  channel === "call" || channel === "program" ? "bearer" : "browser";

/**
 * Opens a session of 12 hours, leaves its row in the login log and counts the sign-in. Its token is known to the
 * person alone: the database keeps a hash.
 */
export async function openSession(
  { accountId, scope = "all", by = null, remoteToken }: NewSession,
  from: From,
): Promise<OpenedSession> {
  const token = newToken();
  const moment = now();
  const expiresAt = new Date(Math.min(moment.getTime() + LASTS, remoteToken?.until?.getTime() ?? Infinity));
  const { id } = (await one(sql`
    INSERT INTO sessions (hash, account_id, kind, scope, remote_token_id, role, ip, user_agent, created_at,
                          last_seen_at, expires_at)
    SELECT ${tokenHash(token)}, id, ${kindOf(from)}, ${scope}, ${remoteToken?.id ?? null}::int, role, ${from.ip}::inet,
           ${from.userAgent}, ${moment}, ${moment}, ${expiresAt}
    FROM accounts WHERE id = ${accountId}
    RETURNING id`)) as { id: number };
  await run(sql`
    INSERT INTO login_log (session_id, account_id, agent_id, company_id, by, ip, user_agent, in_time)
    SELECT ${id}, accounts.id, agents.id, coalesce(agents.company_id, offices.id), ${by},
           ${from.ip}::inet,
           ${from.userAgent}, ${moment}
    FROM accounts
    LEFT JOIN agents ON agents.account_id = accounts.id
    LEFT JOIN offices ON offices.account_id = accounts.id
    WHERE accounts.id = ${accountId}`);
  await run(sql`
    UPDATE accounts SET login_count = login_count + 1, last_login_at = ${moment} WHERE id = ${accountId}`);
  return { id, token, expiresAt };
}

/** What Remix keeps in a browser's session; null when the session is over. */
export function readSessionData(token: string): Promise<Record<string, unknown> | null> {
  return writing(async () => {
    const row = await one<{ data: Record<string, unknown> }>(sql`SELECT data FROM sessions WHERE ${live(token)}`);
    return row?.data ?? null;
  });
}

export async function writeSessionData(token: string, data: Record<string, unknown>): Promise<void> {
  await writing(() => run(sql`UPDATE sessions SET data = ${JSON.stringify(data)}::jsonb WHERE ${live(token)}`));
}

/** Ends a browser's session by its token; one that is over already stays as it is. */
export async function closeSession(token: string): Promise<void> {
  await writing(async () => {
    const row = await one<{ id: number }>(sql`SELECT id FROM sessions WHERE ${live(token)}`);
    if (row) await endSession(row.id);
  });
}

const live = (token: string) =>
  sql`hash = ${tokenHash(token)} AND kind = 'browser' AND ended_at IS NULL AND expires_at > ${now()}`;
