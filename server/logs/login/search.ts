import type { Attributes } from "sequelize";
import { z } from "zod";
import { Account, LoginLogRow } from "~models";
import { abilities } from "../../accounts";
import { all, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import {
  Filter,
  fromAddress,
  isIndexed,
  checkCriteria,
  type CheckedCriteria,
  LogCriteria,
  ScreenFields,
} from "../reader/criteria";
import type { Kind } from "../reader/kind";
import { readLog } from "../reader/read";

const loginFields = ["username", "ip", "inTime", "outTime"] as const;
export type LoginField = (typeof loginFields)[number];

const loginColumns = selectColumns(LoginLogRow, ["id", "agentId", "companyId", "by", "inTime"], { from: "l" });
const accountColumns = selectColumns(Account, ["username"], { from: "a" });

export type LoginRecord = RowOf<typeof loginColumns> &
  RowOf<typeof accountColumns> &
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
    select: sql`${loginColumns}, ${accountColumns}, host(l.ip) AS ip, ${out} AS "outTime"`,
    joins: sql`JOIN accounts a ON a.id = l.account_id LEFT JOIN sessions s ON s.id = l.session_id`,
  } satisfies Kind<LoginField>;
}

const Criteria = LogCriteria(loginFields, "inTime").extend({ ipAddress: Filter(Text(64)) });
export const LoginForm = Criteria.extend(ScreenFields);
export type LoginForm = z.output<typeof LoginForm>;

export const LoginRow = z
  .object({
    id: z.int(),
    username: z.string(),
    agentId: z.int().nullable(),
    companyId: z.int().nullable(),
    /** Username of the creator of the link that opened the session, if that is another account. */
    by: z.string().nullable(),
    ip: z.string().nullable().optional(),
    inTime: z.string(),
    outTime: z.string().nullable(),
  })
  .meta({ id: "SignIn", description: "A sign-in." });

export type LoginRow = z.output<typeof LoginRow>;

/** Sign-ins with address, start and end. Agents see their own, managers those of their office, admins all. */
export const searchLogins = query({
  name: "logs.logins",
  does: "read login logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: Criteria,
  output: List(LoginRow),
  async run({ actor }, criteria) {
    const { question } = await checkLoginCriteria(actor, criteria);
    const { items, ...counted } = await readLog<LoginRecord, LoginField>(loginLog(), question);
    return { items: items.map((row) => loginRow(actor, row)), ...counted };
  },
});

/** Throws like `judge`, and 422 for an IP address filter if the brand does not show IP addresses. */
export async function checkLoginCriteria(actor: Actor, input: LoginForm): Promise<CheckedCriteria<LoginField>> {
  const kind = loginLog();
  const hidden: LoginField[] = abilities(actor).seeIp ? [] : ["ip"];
  const { question, chosen } = await checkCriteria(actor, kind, input, hidden);
  const address = fromAddress(kind.columns.ip, input.ipAddress);
  if (address && hidden.includes("ip")) throw invalid({ ipAddress: ["Addresses are not shown here."] });
  const matching = all([question.matching, address]);
  return { question: { ...question, matching, selective: isIndexed(input.ipAddress) }, chosen };
}

export function loginRow(actor: Actor, { ip, inTime, outTime, ...row }: LoginRecord): LoginRow {
  return {
    ...row,
    ...(abilities(actor).seeIp ? { ip } : {}),
    inTime: isoTime(inTime),
    outTime: outTime && isoTime(outTime),
  };
}
