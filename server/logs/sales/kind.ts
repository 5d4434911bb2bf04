import { z } from "zod";
import { SaleEvent } from "~models";
import { abilities } from "../../accounts";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import type { Actor } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/periods";
import { fromCents, toCents } from "../../kernel/text/money";
import { agentShown, type Kind, namesFor, officeNames, siteNames, typeNames } from "../reader/kind";

/** An event reported by a site (SALE-11). A reversal has negative amounts, and `reverses` is the id of its event. */
export const SaleRow = z.object({
  id: z.int(),
  date: z.string(),
  receivedAt: z.string(),
  customerEmail: z.string().nullable(),
  companyId: z.int(),
  officeName: z.string().optional(),
  agentId: z.int(),
  agent: z.string().optional(),
  siteId: z.int(),
  sitename: z.string(),
  typeId: z.int(),
  typename: z.string(),
  earning: z.number().optional(),
  payout: z.number().optional(),
  clickId: z.string(),
  eventType: z.int(),
  geo: z.string(),
  referer: z.string().nullable().optional(),
  reversal: z.boolean(),
  reverses: z.int().nullable(),
  /** The site reported that the sale was paid with a stolen card. */
  stolenCard: z.boolean(),
  /** When a superadmin resolved the stolen-card flag. */
  resolvedAt: z.string().nullable().optional(),
});
export type SaleRow = z.output<typeof SaleRow>;

/**
 * A row as this account may see it: amounts if earnings are visible, the referer for superadmins. Earnings are in
 * dollars, payouts in pesos.
 */
export function saleRow(actor: Actor, record: SaleRecord): SaleRow {
  const { officeName, agent, earning, payout, referer, date, receivedAt, resolvedAt, ...row } = record;
  const can = abilities(actor);
  return {
    ...row,
    date: isoTime(date),
    receivedAt: isoTime(receivedAt),
    ...namesFor(actor, { officeName }, { agent }),
    ...(can.seeEarning ? { earning: fromCents(toCents(earning)), payout: fromCents(toCents(payout)) } : {}),
    ...(can.seeReferer ? { referer, resolvedAt: resolvedAt && isoTime(resolvedAt) } : {}),
  };
}

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

const eventColumns = selectColumns(
  SaleEvent,
  [
    ...(["id", "receivedAt", "companyId", "agentId", "siteId", "typeId", "earning", "payout", "clickId"] as const),
    ...(["geo", "referer", "reverses", "stolenCard", "resolvedAt"] as const),
  ],
  { from: "l", as: { date: "occurredAt", customerEmail: "email", eventType: "event" } },
);

export type SaleRecord = RowOf<typeof eventColumns> &
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
    ${eventColumns}, ${officeNames}, ${siteNames}, ${typeNames}, ${agentShown} AS agent, l.sign < 0 AS reversal`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id JOIN types t ON t.id = l.type_id`,
} satisfies Kind<SaleField>;
