import { z } from "zod";
import { Click as ClickModel, Postback as PostbackModel, SaleEvent } from "~models";
import { brand } from "../kernel/process/brand";
import { now } from "../kernel/periods/now";
import { queryRows } from "../kernel/database/transactions";
import { DAY_MS } from "../kernel/periods/durations";
import { fromCents, toCents } from "../kernel/text/money";
import { isoTime } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { classNames, clickedAt, describeOutcome } from "../tracking";

// SQL by hand: the newest rows of large tables, read from an index.

/** Maximum number of clicks, of events and of postbacks shown, newest first. */
const SHOWN = 10;
/** For one link, only this many of the agent's newest rows are searched, within DAYS days. */
const MAX_SCANNED = 5_000;
const DAYS = 30;

export const Click = z.object({
  id: z.string(),
  clickTime: z.string(),
  class: z.enum(classNames),
  /** Why the click does not count. */
  reason: z.string().nullable(),
  geo: z.string(),
  fromIp: z.string().nullable().optional(),
  siteId: z.int(),
  typeId: z.int(),
  agentId: z.int(),
});
export type Click = z.output<typeof Click>;

export const Event = z.object({
  id: z.int(),
  date: z.string(),
  eventType: z.int(),
  reversal: z.boolean(),
  /** For reversals: why the site reversed the sale. */
  reason: z.string().nullable(),
  geo: z.string(),
  clickId: z.string(),
  txid: z.string().nullable(),
  payout: z.number().optional(),
  earning: z.number().optional(),
  siteId: z.int(),
  typeId: z.int(),
  agentId: z.int(),
});
export type Event = z.output<typeof Event>;

export const Postback = z.object({
  id: z.int(),
  receivedAt: z.string(),
  verdict: z.string(),
  reason: z.string().nullable(),
  /** Verdict and reason as a sentence. */
  fate: z.string(),
  event: z.string().nullable(),
  clickId: z.string().nullable(),
  txid: z.string().nullable(),
});
export type Postback = z.output<typeof Postback>;

export type Traces = { clicks: Click[]; events: Event[]; postbacks: Postback[] };

/** Clicks, events and unbooked postbacks of a link in the last 30 days, newest first. */
export async function tracesOfLink(actor: Actor, agentId: number, typeId: number): Promise<Traces> {
  const since = new Date(now().getTime() - DAYS * DAY_MS);
  const newest = (table: Statement, time: Statement) => sql`(
    SELECT * FROM ${table} WHERE agent_id = ${agentId} AND ${time} >= ${since}
    ORDER BY ${time} DESC, id DESC LIMIT ${MAX_SCANNED})`;
  const isType = sql`l.type_id = ${typeId}`;
  return {
    clicks: await clicksBy(newest(sql`clicks`, sql`clicked_at`), isType),
    events: await eventsBy(actor, newest(sql`sale_events`, sql`occurred_at`), isType),
    postbacks: await postbacksBy(newest(sql`postbacks`, sql`received_at`), sql`${isType} AND ${isNotBooked}`),
  };
}

/** A click, if it exists, with its events and its unbooked postbacks. */
export async function tracesOfClick(actor: Actor, clickId: string): Promise<Traces> {
  // An ID contains the click's time in milliseconds. In an ID not created here, that time is arbitrary.
  const at = new Date(clickedAt(clickId));
  return {
    clicks: await clicksBy(
      sql`clicks`,
      sql`l.id = ${clickId} AND l.clicked_at >= ${at} AND l.clicked_at < ${at}::timestamptz + interval '1 millisecond'`,
    ),
    events: await eventsBy(actor, sql`sale_events`, sql`l.click_id = ${clickId}`),
    postbacks: await postbacksBy(sql`postbacks`, sql`l.click_id = ${clickId} AND ${isNotBooked}`),
  };
}

/** A customer's events and unbooked postbacks. Matches the address as given and in lowercase. */
export async function tracesOfCustomer(actor: Actor, email: string): Promise<Omit<Traces, "clicks">> {
  const spellings = [email, email.toLowerCase()];
  return {
    events: await eventsBy(actor, sql`sale_events`, sql`l.email = ANY(${spellings}::text[])`),
    postbacks: await postbacksBy(
      sql`postbacks`,
      sql`l.params->>'email' = ANY(${spellings}::text[]) AND ${isNotBooked}`,
    ),
  };
}

const isNotBooked = sql`l.verdict IN ('held', 'refused')`;

const clickColumns = selectColumns(ClickModel, ["id", "class", "reason", "geo", "siteId", "typeId", "agentId"], {
  ...{ from: "l", as: { clickTime: "clickedAt" } },
});
const eventColumns = selectColumns(
  SaleEvent,
  ["id", "reason", "geo", "clickId", "txid", "siteId", "typeId", "agentId"],
  {
    ...{ from: "l", as: { date: "occurredAt", eventType: "event" } },
  },
);
const moneyColumns = selectColumns(SaleEvent, ["payout", "earning"], { from: "l" });
const postbackColumns = selectColumns(
  PostbackModel,
  ["id", "receivedAt", "verdict", "reason", "event", "clickId", "txid"],
  {
    from: "l",
  },
);

async function clicksBy(source: Statement, matching: Statement): Promise<Click[]> {
  type Row = RowOf<typeof clickColumns> & Pick<Click, "fromIp">;
  const ip = brand().IPVisible ? sql`, host(l.ip) AS "fromIp"` : nothing;
  const records = await queryRows<Row>(sql`
    SELECT ${clickColumns}${ip}
    FROM ${source} l WHERE ${matching} ORDER BY l.clicked_at DESC, l.id DESC LIMIT ${SHOWN}`);
  return records.map((click) => ({
    ...click,
    class: classNames[click.class] ?? "ok",
    clickTime: isoTime(click.clickTime),
  }));
}

async function eventsBy(actor: Actor, source: Statement, matching: Statement): Promise<Event[]> {
  const money = actor.earningVisible ? sql`, ${moneyColumns}` : nothing;
  type Row = RowOf<typeof eventColumns> & Partial<RowOf<typeof moneyColumns>> & { reversal: boolean };
  const records = await queryRows<Row>(sql`
    SELECT ${eventColumns}, l.sign < 0 AS reversal${money}
    FROM ${source} l WHERE ${matching} ORDER BY l.occurred_at DESC, l.id DESC LIMIT ${SHOWN}`);
  return records.map(({ date, payout, earning, ...event }) => ({
    ...{ ...event, date: isoTime(date) },
    ...(payout === undefined ? {} : { payout: fromCents(toCents(payout)) }),
    ...(earning === undefined ? {} : { earning: fromCents(toCents(earning)) }),
  }));
}

async function postbacksBy(source: Statement, matching: Statement): Promise<Postback[]> {
  const records = await queryRows<RowOf<typeof postbackColumns>>(sql`
    SELECT ${postbackColumns} FROM ${source} l WHERE ${matching} ORDER BY l.received_at DESC, l.id DESC LIMIT ${SHOWN}`);
  return records.map((postback) => ({
    ...postback,
    receivedAt: isoTime(postback.receivedAt),
    fate: describeOutcome(postback.verdict, postback.reason),
  }));
}
