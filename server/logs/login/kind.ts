import type { Attributes } from "sequelize";
import { Account, LoginLogRow } from "~models";
import { now } from "../../kernel/periods/now";
import { type RowOf, selected, sql } from "../../kernel/database/sql";
import type { Kind } from "../reader/kind";

export const loginFields = ["username", "ip", "inTime", "outTime"] as const;
export type LoginField = (typeof loginFields)[number];

const ofLogin = selected(LoginLogRow, ["id", "agentId", "companyId", "by", "inTime"], { from: "l" });
const ofAccount = selected(Account, ["username"], { from: "a" });

export type LoginFound = RowOf<typeof ofLogin> &
  RowOf<typeof ofAccount> &
  Pick<Attributes<LoginLogRow>, "ip" | "outTime">;

/** The log of sign-ins. An expired session counts as ended at its expiry, even before the timer records it. */
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
    select: sql`${ofLogin}, ${ofAccount}, host(l.ip) AS ip, ${out} AS "outTime"`,
    joins: sql`JOIN accounts a ON a.id = l.account_id LEFT JOIN sessions s ON s.id = l.session_id`,
  } satisfies Kind<LoginField>;
}
