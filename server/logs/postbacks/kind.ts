import { sql } from "../../kernel/sql";
import type { Kind } from "../reader/kind";

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

export type PostbackFound = {
  id: number;
  receivedAt: Date;
  verdict: string;
  reason: string | null;
  siteId: number | null;
  sitename: string | null;
  agentId: number | null;
  agentUsername: string | null;
  clickId: string | null;
  event: string | null;
  txid: string | null;
  status: string | null;
  ip: string | null;
  params: Record<string, unknown>;
  eventId: number | null;
};

/** Requests of sites, also those of which nobody knows whose they are. */
export const postbackLog = {
  table: sql`postbacks`,
  time: sql`l.received_at`,
  timeField: "receivedAt",
  id: "bigint",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    l.id, l.received_at AS "receivedAt", l.verdict, l.reason, l.site_id AS "siteId", s.sitename, l.agent_id AS "agentId",
    CASE WHEN a.deleted_at IS NULL THEN a.username END AS "agentUsername", l.click_id AS "clickId", l.event, l.txid,
    l.status, host(l.ip) AS ip, l.params, l.event_id AS "eventId"`,
  joins: sql`
    LEFT JOIN sites s ON s.id = l.site_id LEFT JOIN agents g ON g.id = l.agent_id
    LEFT JOIN accounts a ON a.id = g.account_id`,
} satisfies Kind<PostbackField>;
