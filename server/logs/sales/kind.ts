import { z } from "zod";
import { SaleEvent } from "~models";
import { abilities } from "../../accounts";
import { queryRows } from "../../kernel/database/transactions";
import { type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import type { Actor } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/periods";
import { fromCents, toCents } from "../../kernel/text/money";
import { clickedAt, clickMoment } from "../../tracking";
import type { Subs } from "../../types";
import { hasSubId, SubIds } from "../sub-ids";
import { agentShown, type Kind, namesFor, officeNames, siteNames, typeNames } from "../reader/kind";

/** An event reported by a site (SALE-11). A reversal has negative amounts, and `reverses` is the id of its event. */
export const SaleRow = z
  .object({
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
    /** The site's ID of the transaction. */
    txid: z.string().nullable(),
    /** The amount at the site, as the site sent it; left out unless the account sees earnings. */
    amount: z.string().nullable().optional(),
    currency: z.string().nullable().optional(),
    /** The sub IDs sub1 to sub5 of the click; null without any. */
    subs: SubIds.nullable(),
    eventType: z.int(),
    geo: z.string(),
    referer: z.string().nullable().optional(),
    reversal: z.boolean(),
    reverses: z.int().nullable(),
    /** The site reported that the sale was paid with a stolen card. */
    stolenCard: z.boolean(),
    /** When a superadmin resolved the stolen-card flag. */
    resolvedAt: z.string().nullable().optional(),
  })
  .meta({ id: "Event", description: "A sale or bonus, or the reversal of one." });
export type SaleRow = z.output<typeof SaleRow>;

/** Rows as this account may see them, with the sub IDs of their clicks. */
export async function saleRows(actor: Actor, records: readonly SaleRecord[]): Promise<SaleRow[]> {
  const subs = await subsByClick(records);
  return records.map((record) => ({ ...saleRow(actor, record), subs: subs.get(record.clickId) ?? null }));
}

/**
 * The sub IDs of the clicks that have any. Read apart from the log, because a subquery in a list of columns cannot be
 * distributed by agent. A click ID contains the time, so only the partitions of these clicks are read.
 */
async function subsByClick(records: readonly SaleRecord[]): Promise<Map<string, Subs>> {
  if (records.length === 0) return new Map();
  const moments = records.map(({ clickId }) => clickedAt(clickId));
  const [from, to] = [new Date(Math.min(...moments)), new Date(Math.max(...moments) + 1)];
  const clickTime = clickMoment(sql`sold.click_id`);
  const clicks = await queryRows<{ id: string; subs: Subs }>(sql`
    SELECT c.id, c.subs
    FROM unnest(${records.map(({ agentId }) => agentId)}::int[], ${records.map(({ clickId }) => clickId)}::uuid[])
      AS sold (agent_id, click_id)
    JOIN clicks c ON c.agent_id = sold.agent_id AND c.id = sold.click_id
      AND c.clicked_at >= ${clickTime} AND c.clicked_at < ${clickTime} + interval '1 millisecond'
    WHERE c.subs IS NOT NULL AND c.clicked_at >= ${from} AND c.clicked_at < ${to}`);
  return new Map(clicks.map(({ id, subs }) => [id, subs]));
}

/** Amounts only if earnings are visible, the referer for superadmins. Earnings are in dollars, payouts in pesos. */
function saleRow(actor: Actor, record: SaleRecord): Omit<SaleRow, "subs"> {
  const { officeName, agent, earning, payout, amount, currency, ...others } = record;
  const { referer, date, receivedAt, resolvedAt, ...row } = others;
  const can = abilities(actor);
  return {
    ...row,
    date: isoTime(date),
    receivedAt: isoTime(receivedAt),
    ...namesFor(actor, { officeName }, { agent }),
    ...(can.seeEarning
      ? { earning: fromCents(toCents(earning)), payout: fromCents(toCents(payout)), amount, currency }
      : {}),
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
    ...(["txid", "geo", "referer", "reverses", "stolenCard", "resolvedAt", "amount", "currency"] as const),
  ],
  { from: "l", as: { date: "occurredAt", customerEmail: "email", eventType: "event" } },
);

export type SaleRecord = RowOf<typeof eventColumns> &
  RowOf<typeof officeNames> &
  RowOf<typeof siteNames> &
  RowOf<typeof typeNames> & { agent: string; reversal: boolean };

// SQL by hand: the click of an event, within the statements that page through the log.

/** The event's click. Its ID contains the time, so one partition is read. */
const fromClick = sql`
  FROM clicks c
  WHERE c.agent_id = l.agent_id AND c.id = l.click_id
    AND c.clicked_at >= ${clickMoment(sql`l.click_id`)} AND c.clicked_at < ${clickMoment(sql`l.click_id`)} + interval '1 millisecond'`;

/** Condition for events whose click has this value as one of its sub IDs. */
export const hasClickWithSubId = (value: string): Statement =>
  sql`EXISTS (SELECT 1 ${fromClick} AND ${hasSubId(sql`c.subs`, value)})`;

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
