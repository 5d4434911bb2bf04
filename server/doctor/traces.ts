import { Click as ClickModel, Postback as PostbackModel, Price, SaleEvent } from "~models";
import { abilities, ownRows } from "../accounts";
import { brand } from "../kernel/process/brand";
import { now } from "../kernel/time/now";
import { queryRows } from "../kernel/database/transactions";
import { DAY_MS } from "../kernel/time/durations";
import { fromCents, toCents } from "../kernel/text/money";
import { EVENTS } from "../trade/events";
import { type Day, isoTime } from "../kernel/time";
import { instants, payPeriodId } from "../trade/periods";
import { clicksWithBonus, eventPesos, needsBonus, paymentsOfEvents } from "../payroll";
import type { Actor } from "../kernel/operation/roles";
import { all, nothing, type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { classNames, clickedAt, describePostback, reportsOf } from "../tracking";
import type { Click, Event, Postback, Traces } from "./trace-rows";

/** Maximum number of clicks, of events and of postbacks shown, newest first. */
const SHOWN = 10;
/** For one link, only this many of the agent's newest rows are searched, within DAYS days. */
const MAX_SCANNED = 5_000;
/** Sites give a transaction ID once, so more events of one are cut. */
const MOST_REPORTED = 100;
const DAYS = 30;

/** Clicks, events and unbooked postbacks of a link in the last 30 days, newest first. */
export async function tracesOfLink(actor: Actor, agentId: number, typeId: number): Promise<Traces> {
  const since = new Date(now().getTime() - DAYS * DAY_MS);
  const newest = (table: Statement, time: Statement) => sql`(
    SELECT * FROM ${table} WHERE agent_id = ${agentId} AND ${time} >= ${since}
    ORDER BY ${time} DESC, id DESC LIMIT ${MAX_SCANNED})`;
  const isType = sql`l.type_id = ${typeId}`;
  return {
    clicks: await clicksBy(actor, newest(sql`clicks`, sql`clicked_at`), isType),
    events: await eventsBy(actor, newest(sql`sale_events`, sql`occurred_at`), isType),
    postbacks: await postbacksBy(actor, newest(sql`postbacks`, sql`received_at`), isType),
  };
}

/** Events and unbooked postbacks of a site on one day, newest first. */
export async function tracesOfDay(actor: Actor, siteId: number, day: Day): Promise<Omit<Traces, "clicks">> {
  const [from, to] = instants({ start: day, end: day });
  const within = (time: Statement) => sql`${time} >= ${from} AND ${time} < ${to} AND l.site_id = ${siteId}`;
  return {
    events: await eventsBy(actor, sql`sale_events`, within(sql`l.occurred_at`)),
    postbacks: await postbacksBy(actor, sql`postbacks`, within(sql`l.received_at`)),
  };
}

/** A click, if it exists, with its events and its unbooked postbacks. */
export async function tracesOfClick(actor: Actor, clickId: string): Promise<Traces> {
  // An ID contains the click's time in milliseconds. In an ID not created here, that time is arbitrary. Both ends are
  // values, so that the plan includes one month of clicks.
  const at = clickedAt(clickId);
  const [from, to] = [new Date(at), new Date(at + 1)];
  return {
    clicks: await clicksBy(
      actor,
      sql`clicks`,
      sql`l.id = ${clickId} AND l.clicked_at >= ${from} AND l.clicked_at < ${to}`,
    ),
    events: await eventsBy(actor, sql`sale_events`, sql`l.click_id = ${clickId}`),
    postbacks: await postbacksBy(actor, sql`postbacks`, sql`l.click_id = ${clickId}`),
  };
}

/** A customer's events, in any case of the address, and unbooked postbacks, as given and in lowercase. */
export async function tracesOfCustomer(actor: Actor, email: string): Promise<Omit<Traces, "clicks">> {
  const spellings = [email, email.toLowerCase()];
  return {
    events: await eventsBy(actor, sql`sale_events`, sql`lower(l.email) = ${email.toLowerCase()}`),
    postbacks: await postbacksBy(actor, sql`postbacks`, sql`l.params->>'email' = ANY(${spellings}::text[])`),
  };
}

/** The events that sites reported under a transaction ID, their reversals, and its unbooked postbacks. */
export async function tracesOfTransaction(actor: Actor, txid: string): Promise<Omit<Traces, "clicks">> {
  const reported = await queryRows<{ id: number; clickId: string }>(sql`
    SELECT ${clickOfEvent} FROM sale_events WHERE txid = ${txid} ORDER BY id DESC LIMIT ${MOST_REPORTED}`);
  const ids = reported.map(({ id }) => id);
  const clickIds = reported.map(({ clickId }) => clickId);
  // A reversal has the click of its original.
  const isOfIt = sql`l.click_id = ANY(${clickIds}::uuid[]) AND (l.id = ANY(${ids}::bigint[]) OR l.reverses = ANY(${ids}::bigint[]))`;
  return {
    events: ids.length === 0 ? [] : await eventsBy(actor, sql`sale_events`, isOfIt),
    postbacks: await postbacksBy(actor, sql`postbacks`, sql`l.txid = ${txid}`),
  };
}

const ownOf = (actor: Actor) => ownRows(actor, { agent: sql`l.agent_id`, company: sql`l.company_id` });

const names = (actor: Actor) => {
  const can = abilities(actor);
  const agent = sql`, CASE WHEN a.deleted_at IS NULL THEN a.username END AS username`;
  return sql`s.sitename, t.typename${can.chooseAgent ? agent : nothing}`;
};
type Names = Pick<Event, "sitename" | "typename" | "username">;
const NAME_JOINS = sql`
  LEFT JOIN sites s ON s.id = l.site_id LEFT JOIN types t ON t.id = l.type_id
  LEFT JOIN agents g ON g.id = l.agent_id LEFT JOIN accounts a ON a.id = g.account_id`;

const clickOfEvent = selectColumns(SaleEvent, ["id", "clickId"]);
const clickColumns = selectColumns(ClickModel, ["id", "class", "reason", "geo", "siteId", "typeId", "agentId"], {
  ...{ from: "l", as: { clickTime: "clickedAt" } },
});
const eventColumns = selectColumns(
  SaleEvent,
  [
    ...(["id", "reason", "geo", "clickId", "txid", "siteId", "typeId", "agentId", "priceSource"] as const),
    ...(["priceId", "reverses", "stolenCard", "day", "receivedAt"] as const),
  ],
  { from: "l", as: { date: "occurredAt", eventType: "event" } },
);
const moneyColumns = selectColumns(SaleEvent, ["payout", "earning"], { from: "l" });
const priceColumns = selectColumns(Price, [], { from: "p", as: { priceSince: "since" } });
const postbackColumns = selectColumns(
  PostbackModel,
  [
    ...(["id", "receivedAt", "verdict", "reason", "event", "clickId", "txid"] as const),
    ...(["siteId", "typeId", "agentId", "detail", "params"] as const),
  ],
  { from: "l" },
);

async function clicksBy(actor: Actor, source: Statement, matching: Statement): Promise<Click[]> {
  type Row = RowOf<typeof clickColumns> & Pick<Click, "fromIp" | "subs">;
  const ip = brand().IPVisible ? sql`, host(l.ip) AS "fromIp"` : nothing;
  const records = await queryRows<Row>(sql`
    SELECT ${clickColumns}, l.subs${ip}
    FROM ${source} l WHERE ${all([matching, ownOf(actor)])} ORDER BY l.clicked_at DESC, l.id DESC LIMIT ${SHOWN}`);
  return records.map((click) => ({
    ...click,
    class: classNames[click.class] ?? "ok",
    clickTime: isoTime(click.clickTime),
  }));
}

async function eventsBy(actor: Actor, source: Statement, matching: Statement): Promise<Event[]> {
  const money = actor.earningVisible ? sql`, ${moneyColumns}` : nothing;
  type Row = RowOf<typeof eventColumns> &
    Nullable<RowOf<typeof priceColumns>> &
    Partial<RowOf<typeof moneyColumns>> &
    Names &
    Pick<Event, "priceSource" | "reversal"> & { pesos: string | null; needsBonus: boolean };
  const records = await queryRows<Row>(sql`
    SELECT ${eventColumns}, ${priceColumns}, ${names(actor)}, l.sign < 0 AS reversal, ${eventPesos} AS pesos,
      ${needsBonus} AS "needsBonus"${money}
    FROM (SELECT * FROM ${source} l WHERE ${all([matching, ownOf(actor)])}
      ORDER BY l.occurred_at DESC, l.id DESC LIMIT ${SHOWN}) l
    ${NAME_JOINS} LEFT JOIN prices p ON p.id = l.price_id
    ORDER BY l.occurred_at DESC, l.id DESC`);
  const reports = await reportsOf(records);
  const paid = records.filter(({ eventType }) => eventType !== EVENTS.click);
  const payments = await paymentsOfEvents(
    paid.map(({ agentId, day, reversal, ...event }) => ({
      ...{ agentId, periodId: payPeriodId(day), pesos: event.pesos, sign: reversal ? -1 : 1 },
    })),
  );
  const paymentOf = new Map(paid.map(({ id }, index) => [id, payments[index]]));
  const reversed = new Set(records.map(({ reverses }) => reverses));
  const waiting = records.filter((event) => event.needsBonus && !event.reversal && !reversed.has(event.id));
  const withBonus = await clicksWithBonus(waiting);
  const awaiting = new Set(waiting.filter(({ clickId }) => !withBonus.has(clickId)).map(({ id }) => id));
  return records.map(
    ({ date, receivedAt, day, payout, earning, priceSince, pesos: _, needsBonus: _needs, ...event }) => ({
      ...{ ...event, ...paymentOf.get(event.id), date: isoTime(date), receivedAt: isoTime(receivedAt) },
      awaitsBonus: awaiting.has(event.id),
      ...{ priceSince: priceSince && isoTime(priceSince), periodId: payPeriodId(day) },
      ...{ postbackId: reports.get(event.id)?.id ?? null, pixel: reports.get(event.id)?.pixel ?? false },
      ...(payout === undefined ? {} : { payout: fromCents(toCents(payout)) }),
      ...(earning === undefined ? {} : { earning: fromCents(toCents(earning)) }),
    }),
  );
}

/** Postbacks that were not booked. */
async function postbacksBy(actor: Actor, source: Statement, matching: Statement): Promise<Postback[]> {
  type Row = RowOf<typeof postbackColumns> & Nullable<Names> & { params: Record<string, unknown> };
  const records = await queryRows<Row>(sql`
    SELECT ${postbackColumns}, ${names(actor)}
    FROM (SELECT * FROM ${source} l WHERE ${all([matching, sql`l.verdict IN ('held', 'refused')`, ownOf(actor)])}
      ORDER BY l.received_at DESC, l.id DESC LIMIT ${SHOWN}) l
    ${NAME_JOINS} ORDER BY l.received_at DESC, l.id DESC`);
  return records.map(({ params, ...postback }) => ({
    ...postback,
    receivedAt: isoTime(postback.receivedAt),
    fate: describePostback({ ...postback, params }),
  }));
}
