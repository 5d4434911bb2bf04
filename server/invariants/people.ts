import { now } from "../kernel/time/now";
import { sql } from "../kernel/database/sql";
import { type Check, sqlCheck } from "./finding";

/** Checks of agents, their offices and open sessions. */
export const people: Check[] = [
  sqlCheck(
    "Offices with the same name",
    sql`SELECT min(office_name) AS example FROM offices GROUP BY folded(office_name) HAVING count(*) > 1`,
  ),
  sqlCheck(
    "Agents whose office differs from their current office history entry",
    sql`
      SELECT format('agent %s', a.id) AS example FROM agents a
      LEFT JOIN agent_offices s ON s.agent_id = a.id AND s.until IS NULL
      WHERE s.company_id IS DISTINCT FROM a.company_id`,
  ),
  sqlCheck(
    "Agents with overlapping office history entries",
    sql`
      SELECT format('agent %s', agent_id) AS example FROM (
        SELECT agent_id, since, lag(coalesce(until, 'infinity')) OVER (PARTITION BY agent_id ORDER BY since) AS before
        FROM agent_offices
      ) AS stays WHERE before > since`,
  ),
  // A sign-in enabled until 01:00 ends with a server's next sweep, so it is not a fault while no server runs.
  sqlCheck(
    "Open sessions of accounts that are blocked, deleted or not approved",
    sql`
      SELECT format('session %s of account %s', s.id, a.id) AS example FROM sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.ended_at IS NULL AND s.expires_at > ${now()}
        AND (a.deleted_at IS NOT NULL OR NOT a.approved OR (a.login_blocked AND a.login_enabled_until IS NULL))`,
  ),
];
