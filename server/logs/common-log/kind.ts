import type { Attributes } from "sequelize";
import { CommonLogRow } from "~models";
import { type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import type { Kind } from "../reader/kind";

// SQL by hand: parts of the statements that page through a log.

export const commonFields = [
  ...["role", "date", "username", "ip", "accountName", "agentName", "officeName", "actionType", "actionName"],
  "responseCode",
] as unknown as readonly [CommonField, ...CommonField[]];
export type CommonField = keyof typeof columns;

const columns = {
  role: sql`l.role`,
  date: sql`l.at`,
  username: sql`lower(l.username)`,
  ip: sql`l.ip`,
  accountName: sql`lower(l.account_name)`,
  agentName: sql`lower(l.agent_name)`,
  officeName: sql`lower(l.office_name)`,
  actionType: sql`l.action_type`,
  actionName: sql`l.action_name`,
  responseCode: sql`l.response_code`,
};

/** Bytes. The journal writes no row above this limit. */
const MAX_BYTES = sql`8192`;

/** A JSON column for display. A value above the limit is replaced by its field names and their lengths in bytes. */
export const shownJson = (column: Statement): Statement => sql`
  CASE WHEN ${column} IS NULL OR octet_length(${column}::text) <= ${MAX_BYTES} THEN ${column}
  ELSE jsonb_build_object('lengths', (
    SELECT jsonb_object_agg(left(part.key, 64), octet_length(part.value::text))
    FROM (SELECT key, value FROM jsonb_each(CASE jsonb_typeof(${column}) WHEN 'object' THEN ${column} ELSE
            jsonb_build_object('', ${column}) END) LIMIT 50) part)) END`;

const logColumns = selectColumns(
  CommonLogRow,
  [
    "id",
    "role",
    "username",
    "by",
    "accountName",
    "agentName",
    "officeName",
    "actionType",
    "actionName",
    "responseCode",
  ],
  { from: "l", as: { date: "at" } },
);

export type CommonRecord = RowOf<typeof logColumns> &
  Pick<Attributes<CommonLogRow>, "ip" | "auditIds"> & { postParams: unknown; getParams: unknown };

/** The log of calls and posted forms. */
export const commonLog = {
  table: sql`common_log`,
  time: sql`l.at`,
  timeField: "date",
  id: "bigint",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    ${logColumns}, host(l.ip) AS ip, ${shownJson(sql`l.post_params`)} AS "postParams",
    ${shownJson(sql`l.get_params`)} AS "getParams", l.audit_ids[1:100] AS "auditIds"`,
  joins: sql``,
} satisfies Kind<CommonField>;
