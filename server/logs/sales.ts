import { z } from "zod";
import { SaleEvent } from "~models";
import { abilities } from "../accounts";
import { filterCountry, isCountry } from "../trade/country";
import { sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { EVENTS, EventType } from "../trade/events";
import { Id, SearchText, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, feedInput } from "../kernel/operation/cursor";
import { CutList } from "../kernel/operation/page";
import { notFound } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { dateHints } from "../trade/periods";
import { linkOrigin } from "../links";
import { clickedAt, clickMoment, reportsOf } from "../tracking";
import type { Subs } from "../types";
import { integer, ofSale, peopleSiteAndType } from "./reader/columns";
import { always, ClickId, logFilter, NOT_IN_LIST, siteFilter } from "./reader/criteria";
import { defineLog } from "./reader/define-log";
import { readById, saleFeed } from "./reader/feed";
import { exportOf, followLog, LogScreen, oneOf, openLog, reading } from "./reader/operations";
import { hasSubId, SubId, subsColumn } from "./sub-ids";

const TYPES = ["Sale", "Bonus", "Click"];
const recordTypes: readonly number[] = Object.values(EVENTS);
const RecordType = z.int(NOT_IN_LIST).refine((type) => recordTypes.includes(type), NOT_IN_LIST);
const Geo = Text(16)
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^([A-Z]{2})?$/, "Please enter a country as two letters."))
  .transform(filterCountry);

/** The event's click. Its ID contains the time, so one partition is read. */
const fromClick = sql`
  FROM clicks c
  WHERE c.agent_id = l.agent_id AND c.id = l.click_id
    AND c.clicked_at >= ${clickMoment(sql`l.click_id`)} AND c.clicked_at < ${clickMoment(sql`l.click_id`)} + interval '1 millisecond'`;

/**
 * Sales, bonuses and clicks that sites report (SALE-11), and their reversals, under the agent's office at that time. A
 * reversal has negative amounts, and `reverses` is the id of its event.
 */
export const saleLog = defineLog({
  does: "read sale logs",
  allow: atLeast("agent"),
  model: SaleEvent,
  idType: "bigint",
  timeField: "date",
  row: { id: "Event", description: "A sale or bonus, or the reversal of one." },
  columns: {
    id: integer,
    date: { type: z.string(), from: "occurredAt", time: true, label: "Date", sort: true },
    receivedAt: { type: z.string(), time: true, label: "Received" },
    customerEmail: { type: z.string().nullable(), from: "email", label: "Email", sort: sql`lower(l.email)` },
    ...ofSale,
    /** Dollars. The payout is in pesos. */
    earning: { ...amount(sql`l.earning`), label: "Earning" },
    payout: { ...amount(sql`l.payout`), label: "Payout" },
    clickId: { type: z.string(), label: "Click Id", sort: true },
    /** The site's ID of the transaction. */
    txid: { type: z.string().nullable(), label: "Transaction" },
    /** The amount at the site, as the site sent it. */
    amount: { type: z.string().nullable(), sees: "seeEarning" },
    currency: { type: z.string().nullable(), sees: "seeEarning" },
    eventType: {
      type: EventType,
      from: "event",
      label: "Record Type",
      csv: (type: number) => TYPES[type],
      sort: true,
    },
    status: { type: z.string(), from: null, internal: true, label: "Status" },
    geo: { type: z.string(), label: "Geo", sort: true },
    referer: { type: z.string().nullable(), label: "Referer", sees: "seeReferer", sort: sql`lower(l.referer)` },
    subs: { ...subsColumn, from: null },
    reversal: { type: z.boolean(), from: sql`l.sign < 0` },
    reverses: { type: z.int().nullable() },
    /** The site reported that the sale was paid with a stolen card. */
    stolenCard: { type: z.boolean() },
    /** Whether the pixel reported it, and somebody confirmed it. */
    pixel: { type: z.boolean(), from: null },
    /** When a superadmin resolved the stolen-card flag. */
    resolvedAt: { type: z.string().nullable(), time: true, sees: "seeReferer" },
  },
  joins: peopleSiteAndType,
  filters: {
    siteId: siteFilter,
    recordType: logFilter(RecordType, (type) => sql`l.event = ${type}`),
    clickId: logFilter(ClickId, (id) => sql`l.click_id = ${id}::uuid`, always),
    txid: logFilter(SearchText(), (txid) => sql`l.txid = ${txid}`, always),
    email: logFilter(SearchText(254), (email) => sql`lower(l.email) = ${email.toLowerCase()}`, always),
    geo: logFilter(Geo, (country) => isCountry(sql`l.geo`, country)),
    subId: logFilter(SubId, (value) => sql`EXISTS (SELECT 1 ${fromClick} AND ${hasSubId(sql`c.subs`, value)})`),
  },
  async compute(_, records) {
    const subs = await subsByClick(records);
    const reports = await reportsOf(records);
    return ({ id, clickId, reversal, stolenCard }) => {
      const pixel = reports.get(id)?.pixel ?? false;
      const notes = [reversal ? "Reversal" : "Approved", stolenCard && "stolen card", pixel && "by pixel"];
      return { subs: subs.get(clickId) ?? null, pixel, status: notes.filter(Boolean).join(", ") };
    };
  },
  hints: dateHints,
});
type SaleRecord = NonNullable<typeof saleLog.record>;

/** An amount with cents, as a number. */
function amount(column: Statement) {
  return { type: z.number(), from: sql`${column}::float8`, money: true, sees: "seeEarning", sort: column } as const;
}

/**
 * The sub IDs of the clicks that have any. Read apart from the log, because a subquery in a list of columns cannot be
 * distributed by agent. A click ID contains the time, so only the partitions of these clicks are read.
 */
export async function subsByClick(
  records: readonly { clickId: string; agentId: number }[],
): Promise<Map<string, Subs>> {
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

/** One event by its ID, which webhooks call `saleId`. */
export const readSale = oneOf(saleLog, {
  ...{ name: "logs.sale", does: "read one sale", id: Id, record: "sale" },
  isRow: (id) => sql`l.id = ${id}`,
});

/** Events reported by sites, newest first, or with `after` in the order in which they were booked. Agents see their own, managers those of their office, admins all. */
export const searchSales = query({
  ...reading(saleLog, "logs.sales"),
  input: saleLog.Criteria.extend(feedInput),
  output: z.object({ items: CutList(saleLog.Row), earningVisible: z.boolean(), ...cursorAnswer }),
  async run({ actor }, criteria) {
    const { items, total, hasMore, ...continued } = await followLog(saleLog, actor, criteria, readById(saleFeed));
    return { items: { items, total, hasMore }, earningVisible: abilities(actor).seeEarning, ...continued };
  },
});

/** The sale log with the choices of its form and, for agents, the origin of their links. */
export const saleScreen = query({
  ...reading(saleLog, "logs.saleScreen"),
  input: saleLog.Form,
  output: LogScreen(saleLog.Row).extend({ linkOrigin: z.string().optional() }),
  async run({ actor }, form) {
    const origin = actor.agentId === null ? undefined : (await linkOrigin(actor.agentId)).origin;
    return { ...(await openLog(saleLog, actor, form)), linkOrigin: origin };
  },
});

/** All rows of the sale log as CSV, with every column that has a label. Amounts are plain signed decimals. */
export const exportSales = exportOf(saleLog, {
  name: "logs.saleExport",
  does: "export sale logs",
  file: "sale-logs",
});

/** A label for the flagged sale to be resolved. Throws 404 if it does not exist. */
export const namedSales = query({
  name: "sales.named",
  does: "resolve flagged sales",
  allow: atLeast("superadmin"),
  input: z.object({ ids: z.array(z.int().min(1)).length(1, "Please select one row.") }),
  output: z.array(z.string()),
  async run(_, { ids }) {
    const records = await queryRows<SaleRecord>(sql`
      SELECT ${saleLog.select} FROM sale_events l ${saleLog.joins} WHERE l.id = ANY(${ids}::bigint[])`);
    if (records.length === 0) throw notFound();
    return records.map(({ date, agent, sitename: site, typename: type, customerEmail }) =>
      [isoTime(date).slice(0, 16).replace(/T(.*)/, " ($1)"), agent, `${site}: ${type}`, customerEmail]
        .filter(Boolean)
        .join(" · "),
    );
  },
});
