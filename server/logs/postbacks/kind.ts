import { Postback } from "~models";
import { type Nullable, type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { type Kind, siteNames } from "../reader/kind";

export const postbackFields = [
  ...["receivedAt", "verdict", "reason", "sitename", "agentUsername", "event", "txid", "status"],
] as unknown as readonly [PostbackField, ...PostbackField[]];
export type PostbackField = keyof typeof columns;

const columns = {
  receivedAt: sql`l.received_at`,
  verdict: sql`l.verdict`,
  reason: sql`l.reason`,
  sitename: sql`lower(s.sitename)`,
  agentUsername: sql`lower(CASE WHEN a.deleted_at IS NULL THEN a.username END)`,
  event: sql`l.event`,
  txid: sql`l.txid`,
  status: sql`l.status`,
};

const postbackColumns = selectColumns(
  Postback,
  [
    ...(["id", "receivedAt", "verdict", "reason", "siteId", "agentId", "clickId", "event", "txid", "status"] as const),
    ...(["params", "eventId", "receipt", "tries", "decidedAt"] as const),
  ],
  { from: "l" },
);

export type PostbackRecord = RowOf<typeof postbackColumns> &
  Nullable<RowOf<typeof siteNames>> & {
    agentUsername: string | null;
    ip: string | null;
    params: Record<string, unknown>;
  };

/** Postbacks of sites, including those without a known site or agent. */
export const postbackLog = {
  table: sql`postbacks`,
  time: sql`l.received_at`,
  timeField: "receivedAt",
  id: "bigint",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    ${postbackColumns}, ${siteNames}, CASE WHEN a.deleted_at IS NULL THEN a.username END AS "agentUsername",
    host(l.ip) AS ip`,
  joins: sql`
    LEFT JOIN sites s ON s.id = l.site_id LEFT JOIN agents g ON g.id = l.agent_id
    LEFT JOIN accounts a ON a.id = g.account_id`,
} satisfies Kind<PostbackField>;
