import type pg from "pg";
import { type Login, expiryOf } from "../demo/logins";
import { copyRows } from "./copy-rows";

const date = (moment: number | null): Date | null => (moment === null ? null : new Date(moment));

/**
 * Writes sessions that cannot be used (their tokens were never created), the log of sign-ins, and the accounts' last
 * sign-ins and sign-in counts.
 */
export async function writeLogins(client: pg.Client, logins: readonly Login[]): Promise<void> {
  await copyRows(
    client,
    "sessions",
    "id hash account_id kind role ip user_agent created_at last_seen_at expires_at ended_at".split(" "),
    logins.map((l) => [
      ...[l.id, l.hash, l.accountId, "browser", l.role, l.ip, l.userAgent, date(l.inTime), date(l.outTime ?? l.inTime)],
      ...[date(expiryOf(l)), date(l.outTime)],
    ]),
  );
  await copyRows(
    client,
    "login_log",
    "id session_id account_id agent_id company_id ip user_agent in_time out_time".split(" "),
    logins.map((l) => [
      ...[l.id, l.id, l.accountId, l.agentId, l.companyId, l.ip, l.userAgent, date(l.inTime), date(l.outTime)],
    ]),
  );
  await client.query(`
    UPDATE accounts SET last_login_at = seen.last, login_count = seen.count + accounts.id % 40
    FROM (SELECT account_id, max(in_time) AS last, count(*) FROM login_log GROUP BY account_id) seen
    WHERE seen.account_id = accounts.id`);
}
