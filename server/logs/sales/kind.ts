import { sql } from "../../kernel/sql";
import type { Kind } from "../reader/kind";
import { agentShown } from "../reader/names";

export const saleFields = [
  ...["date", "customerEmail", "officeName", "agent", "sitename", "typename", "earning", "payout", "clickId"],
  ...["eventType", "geo", "referer"],
] as unknown as readonly [SaleField, ...SaleField[]];
export type SaleField = keyof typeof columns;

const columns = {
  date: sql`l.occurred_at`,
  customerEmail: sql`lower(l.email)`,
  officeName: sql`lower(o.office_name)`,
  agent: sql`lower(${agentShown})`,
  sitename: sql`lower(s.sitename)`,
  typename: sql`lower(t.typename)`,
  earning: sql`l.earning`,
  payout: sql`l.payout`,
  clickId: sql`l.click_id`,
  eventType: sql`l.event`,
  geo: sql`l.geo`,
  referer: sql`lower(l.referer)`,
};

export type SaleFound = {
  id: number;
  date: Date;
  receivedAt: Date;
  customerEmail: string | null;
  companyId: number;
  officeName: string;
  agentId: number;
  agent: string;
  siteId: number;
  sitename: string;
  typeId: number;
  typename: string;
  earning: string;
  payout: string;
  clickId: string;
  eventType: number;
  geo: string;
  referer: string | null;
  reversal: boolean;
  reverses: number | null;
  stolenCard: boolean;
  resolvedAt: Date | null;
};

/** Sales, bonuses, clicks that sites report, and what took them back, under the office that the agent had then. */
export const saleLog = {
  table: sql`sale_events`,
  time: sql`l.occurred_at`,
  timeField: "date",
  id: "bigint",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    l.id, l.occurred_at AS date, l.received_at AS "receivedAt", l.email AS "customerEmail", l.company_id AS "companyId",
    o.office_name AS "officeName", l.agent_id AS "agentId", ${agentShown} AS agent, l.site_id AS "siteId", s.sitename,
    l.type_id AS "typeId", t.typename, l.earning, l.payout, l.click_id AS "clickId", l.event AS "eventType", l.geo,
    l.referer, l.sign < 0 AS reversal, l.reverses, l.stolen_card AS "stolenCard", l.resolved_at AS "resolvedAt"`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id JOIN types t ON t.id = l.type_id`,
} satisfies Kind<SaleField>;
