import { SaleEvent } from "~models";
import { type RowOf, selected, sql } from "../../kernel/database/sql";
import type { Kind } from "../reader/kind";
import { agentShown, officeNames, siteNames, typeNames } from "../reader/names";

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

const ofEvent = selected(
  SaleEvent,
  [
    ...(["id", "receivedAt", "companyId", "agentId", "siteId", "typeId", "earning", "payout", "clickId"] as const),
    ...(["geo", "referer", "reverses", "stolenCard", "resolvedAt"] as const),
  ],
  { from: "l", as: { date: "occurredAt", customerEmail: "email", eventType: "event" } },
);

export type SaleFound = RowOf<typeof ofEvent> &
  RowOf<typeof officeNames> &
  RowOf<typeof siteNames> &
  RowOf<typeof typeNames> & { agent: string; reversal: boolean };

/** Sales, bonuses and clicks that sites report, and their reversals, under the agent's office at that time. */
export const saleLog = {
  table: sql`sale_events`,
  time: sql`l.occurred_at`,
  timeField: "date",
  id: "bigint",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    ${ofEvent}, ${officeNames}, ${siteNames}, ${typeNames}, ${agentShown} AS agent, l.sign < 0 AS reversal`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id JOIN types t ON t.id = l.type_id`,
} satisfies Kind<SaleField>;
