import { LOCKS } from "../kernel/advisory-locks";
import { writeAudit } from "../kernel/audit";
import { now } from "../kernel/clock";
import { one, rows, run, writing } from "../kernel/database";
import { sql } from "../kernel/sql";
import { endAccess } from "./end-sessions";

type Ended = { id: number; blocked: boolean; until: Date; record: string; recordId: number };

/**
 * A sign-in that was enabled up to 01:00 is blocked again from that moment on, and its sessions are over since then. A
 * timer's act, for the start and every minute: what was due while no process lived is done by the next one. Of several
 * at the same moment one does it. Answers how many sign-ins ended.
 */
export const endEnabledLogins = (): Promise<number> =>
  writing(async () => {
    const lock = await one<{ mine: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${LOCKS.endingLogins}::bigint) AS mine`,
    );
    if (!lock?.mine) return 0;
    const ended = await rows<Ended>(sql`
      SELECT a.id, login_blocked AS blocked, login_enabled_until AS until, coalesce(agents.id, offices.id, admins.id, a.id) AS "recordId",
        CASE WHEN agents.id IS NOT NULL THEN 'agent' WHEN offices.id IS NOT NULL THEN 'office' ELSE 'admin' END AS record
      FROM accounts a
      LEFT JOIN agents ON agents.account_id = a.id
      LEFT JOIN offices ON offices.account_id = a.id
      LEFT JOIN admins ON admins.account_id = a.id
      WHERE login_enabled_until <= ${now()} ORDER BY a.id FOR UPDATE OF a`);
    const ids = ended.map(({ id }) => id);
    await run(sql`
      WITH over AS (
        UPDATE sessions SET ended_at = least(expires_at, login_enabled_until) FROM accounts
        WHERE account_id = ANY(${ids}::int[]) AND accounts.id = account_id AND login_blocked AND ended_at IS NULL
        RETURNING sessions.id, ended_at)
      UPDATE login_log SET out_time = over.ended_at FROM over WHERE session_id = over.id AND out_time IS NULL`);
    await endAccess(ended.filter(({ blocked }) => blocked).map(({ id }) => id));
    await run(sql`
      UPDATE accounts SET login_enabled_until = NULL, version = version + 1 WHERE id = ANY(${ids}::int[])`);
    await writeAudit(
      "accounts.endEnabledLogins",
      null,
      ended.map(({ id, until, record, recordId }) => ({
        record,
        id: recordId,
        before: { loginEnabledUntil: until },
        after: { loginEnabledUntil: null },
        onBehalfOf: id,
      })),
    );
    return ended.length;
  });
