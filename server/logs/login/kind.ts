import { now } from "../../kernel/clock";
import { sql } from "../../kernel/sql";
import type { Kind } from "../reader/kind";

export const loginFields = ["username", "ip", "inTime", "outTime"] as const;
export type LoginField = (typeof loginFields)[number];

export type LoginFound = {
  id: number;
  username: string;
  agentId: number | null;
  companyId: number | null;
  by: string | null;
  ip: string | null;
  inTime: Date;
  outTime: Date | null;
};

/** Sign-ins. A session that ran out has ended at that moment, whether or not a timer has written it down yet. */
export function loginLog() {
  const out = sql`coalesce(l.out_time, CASE WHEN s.expires_at <= ${now()} THEN s.expires_at END)`;
  return {
    table: sql`login_log`,
    time: sql`l.in_time`,
    timeField: "inTime",
    id: "bigint",
    agent: sql`l.agent_id`,
    company: sql`l.company_id`,
    columns: { username: sql`lower(a.username)`, ip: sql`l.ip`, inTime: sql`l.in_time`, outTime: out },
    select: sql`
      l.id, a.username, l.agent_id AS "agentId", l.company_id AS "companyId", l.by, host(l.ip) AS ip,
      l.in_time AS "inTime", ${out} AS "outTime"`,
    joins: sql`JOIN accounts a ON a.id = l.account_id LEFT JOIN sessions s ON s.id = l.session_id`,
  } satisfies Kind<LoginField>;
}
