import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import { isBonus, isCountedEvent, isSale } from "../../trade/events";
import { FLAGS } from "../../trade/flags";
import type { Day } from "../../kernel/time";
import { sql } from "../../kernel/database/sql";
import { announced } from "../../trade/outbox/announced";
import { CLICK_MEASURES, MEASURES, zeros } from "../../../models/roll-ups";
import { eventKey, reversalKey, type Status } from "../postbacks/keys";
import { RECORD_BOOKED, REQUEST_COLUMNS } from "../postbacks/record";
import type { Booking } from "./sale";

const STATUS: Record<1 | -1, Status> = { 1: "approved", [-1]: "reversed" };

/** An event as a row of the statement's argument. `frozen` are the pesos of a correction, as decimal text. */
export function lineOf(n: number, booking: Booking, day: Day, frozen?: string) {
  const { original, price, sign, txid } = booking;
  const keys = [eventKey({ ...booking, status: STATUS[sign] }), ...(original ? [reversalKey(original.id)] : [])];
  return {
    n,
    keys: keys.map((key) => key.toString("hex")),
    occurred_at: booking.occurredAt,
    day,
    received_at: booking.receivedAt,
    agent_id: booking.agentId,
    company_id: booking.companyId,
    site_id: booking.siteId,
    type_id: booking.typeId,
    flags: frozen === undefined ? booking.flags : booking.flags | FLAGS.correction,
    event: booking.event,
    sign,
    lpp: price.lpp,
    earning: price.earning,
    payout: frozen ?? price.payout,
    price_source: price.source,
    price_id: price.priceId,
    click_id: booking.clickId,
    geo: booking.geo,
    txid: txid || null,
    email: booking.email ?? null,
    referer: booking.referer ?? null,
    amount: booking.amount ?? null,
    currency: booking.currency ?? null,
    reverses: original?.id ?? null,
    reason: booking.reason ?? null,
    stolen_card: booking.stolenCard ?? false,
  };
}

const byKind = (column: string) =>
  [isSale, isBonus].map((kind) => `coalesce(sum(${column}) FILTER (WHERE ${kind().text}), 0)`).join(", ");

/** A time as JavaScript writes it, so that all times of all events have one format. */
const isoInSql = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The events of booked sales and bonuses for other systems. Earnings are for the network's own endpoints only. */
const ANNOUNCED = `
  SELECT stored.id AS position, CASE stored.sign WHEN 1 THEN 'sale.accepted' ELSE 'sale.reversed' END AS event,
    stored.company_id,
    jsonb_build_object('saleId', stored.id, 'event', CASE WHEN ${isSale(sql`stored.event`).text} THEN 'sale' ELSE 'bonus' END,
      'occurredAt', ${isoInSql("line.occurred_at")}, 'receivedAt', ${isoInSql("line.received_at")}, 'agentId', stored.agent_id,
      'companyId', stored.company_id, 'siteId', stored.site_id, 'typeId', stored.type_id, 'clickId', line.click_id,
      'txid', line.txid, 'geo', nullif(stored.geo, ''), 'payout', stored.payout::text, 'reverses', line.reverses,
      'reason', line.reason, 'amount', line.amount, 'currency', line.currency) AS data,
    jsonb_build_object('earning', stored.earning::text, 'lpp', stored.lpp) AS network_data
  FROM stored JOIN line ON line.id = stored.id WHERE ${isCountedEvent(sql`stored.event`).text}`;

// The lock precedes the IDs, so that programs that mirror the log by ID can wait for it (server/logs/reader/feed.ts).
// Keys are inserted in sorted order: otherwise two transactions with the same keys could deadlock.
const bookingStatement = (columns: string, more: string) => `
    WITH line AS MATERIALIZED (
      WITH in_progress AS MATERIALIZED (${lockBeforeIds("sale_event_ids", LOCKS.saleEventIds)})
      SELECT nextval('sale_event_ids') AS id, l.*
      FROM in_progress, json_to_recordset($1::json) AS l (
        n integer, keys text[], occurred_at timestamptz, day date, received_at timestamptz, agent_id integer,
        company_id integer, site_id integer, type_id integer, flags smallint, event smallint, sign smallint,
        lpp integer, earning numeric, payout numeric, price_source text, price_id integer, click_id uuid, geo text,
        txid text, email text, referer text, amount text, currency text, reverses bigint, reason text,
        stolen_card boolean${columns})),
    keyed AS (
      INSERT INTO postback_keys (key, agent_id, occurred_at, event_id)
      SELECT decode(k, 'hex'), line.agent_id, line.occurred_at, line.id FROM line, unnest(line.keys) AS k ORDER BY 1
      ON CONFLICT (key) DO NOTHING
      RETURNING event_id),
    mine AS (
      SELECT event_id, count(*) AS keys FROM keyed GROUP BY event_id),
    stored AS (
      INSERT INTO sale_events (id, occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event,
        sign, lpp, earning, payout, price_source, price_id, click_id, geo, txid, email, referer, amount, currency,
        reverses, reason, stolen_card)
      SELECT id, occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event, sign, sign * lpp,
        sign * earning, sign * payout, price_source, price_id, click_id, geo, txid, email, referer, amount, currency,
        reverses, reason, stolen_card
      FROM line JOIN mine ON mine.event_id = line.id AND mine.keys = cardinality(line.keys)
      ORDER BY line.id
      RETURNING id, day, agent_id, company_id, site_id, type_id, flags, event, sign, lpp, earning, payout, geo),
    measured AS (
      INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, ${MEASURES.join(", ")})
      SELECT agent_id, day, type_id, company_id, site_id, flags, geo, ${zeros(CLICK_MEASURES)}, count(*),
        ${["sign", "lpp", "earning", "payout"].map(byKind).join(", ")}
      FROM stored WHERE ${isCountedEvent().text}
      GROUP BY agent_id, day, type_id, company_id, site_id, flags, geo),
    ${announced(ANNOUNCED)}${more}
    SELECT line.n, line.id FROM stored JOIN line ON line.id = stored.id`;

/** Books lines and returns `n` and `id` of those that were not booked before. $1 is a JSON array of lines. */
export const BOOK = { name: "book", text: bookingStatement("", "") };

/** Does the same and stores the request of each booked line with it. Each line has the columns of its request, too. */
export const BOOK_WITH_REQUESTS = {
  name: "book-with-requests",
  text: bookingStatement(`, ${REQUEST_COLUMNS}`, `,\n    ${RECORD_BOOKED}`),
};
