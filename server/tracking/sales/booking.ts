import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import { now } from "../../kernel/periods/now";
import { type EventCode, isBonus, isCountedEvent, isSale } from "../../kernel/events";
import { FLAGS } from "../../kernel/flags";
import { type Day, dayOf } from "../../kernel/periods";
import { type Client, sql } from "../../kernel/database/sql";
import { announced } from "../../kernel/outbox/announced";
import { type Correction, frozenPesos, writeCorrections } from "./corrections";
import { CLICK_MEASURES, MEASURES, zeros } from "../rollup/measures";
import { lockPayPeriods, nextOpenDay } from "./pay-period-state";
import { eventKey, reversalKey, type Status } from "../postbacks/keys";
import { type Price, type Terms, termsOf, type PriceRequest } from "./pricing";

// SQL by hand: hot path: one statement stores events, their keys and their deltas.

/** Books events. Rows of `sale_events` and their measures are created only here. */

export type Sale = PriceRequest & {
  clickId: string;
  txid?: string | null;
  email?: string | null;
  referer?: string | null;
  amount?: string | null;
  currency?: string | null;
  reason?: string | null;
  stolenCard?: boolean;
};

export type Booking = Sale & { companyId: number; flags: number; price: Price; sign: 1 | -1; original?: Original };

/** The fields that a reversal takes over from its original. */
export type Original = {
  id: number;
  agentId: number;
  siteId: number;
  typeId: number;
  companyId: number;
  flags: number;
  event: EventCode;
  occurredAt: Date;
  day: Day;
  clickId: string;
  geo: string;
  email: string | null;
  referer: string | null;
  price: Price;
};

/** One of the events is already booked. The caller must roll back what the transaction has done so far. */
export class AlreadyBooked extends Error {}

/** Combines a sale with its terms; undefined for a bonus that is not paid. */
export const bookingOf = (sale: Sale, { companyId, flags, price }: Terms): Booking | undefined =>
  price && { ...sale, companyId, flags, price, sign: 1 };

/**
 * Plans sales with the office of their own time and the price and flags of their receipt. Throws for a bonus that is
 * not paid.
 */
export async function plan(client: Client, sales: readonly Sale[]): Promise<Booking[]> {
  const terms = await termsOf(client, sales);
  return sales.map((sale, i) => {
    const saleTerms = terms[i];
    const booking = saleTerms && bookingOf(sale, saleTerms);
    if (!booking) throw new Error(`Type ${sale.typeId} pays no bonus.`);
    return booking;
  });
}

export type ReversalDetails = Pick<
  Sale,
  "occurredAt" | "receivedAt" | "txid" | "email" | "amount" | "currency" | "reason"
> & {
  stolenCard?: boolean;
};

/** The reversal of an event, with the original's agent, office, type, flags and price. `book` negates the amounts. */
export function reversalOf(original: Original, details: ReversalDetails): Booking {
  const { agentId, siteId, typeId, companyId, flags, event, clickId, geo, referer, price } = original;
  const carried = { agentId, siteId, typeId, companyId, flags, event, clickId, geo, referer, price };
  return { ...details, ...carried, email: details.email ?? original.email, sign: -1, original };
}

/**
 * Books events in the open transaction (READ COMMITTED): keys, rows and measures in one statement, in the order given.
 * The day is the New York day of the event's own time. If that day is in a closed pay period, it is the day of receipt;
 * if that is closed too because the event was pending so long, it is today, or the first day of the next open period.
 * It is never a day of a closed period. A correction also gets its ledger line. Returns the events' IDs in the order
 * given. Throws AlreadyBooked if one of them is already booked.
 */
export async function book(client: Client, bookings: readonly Booking[]): Promise<number[]> {
  const today = dayOf(now());
  const candidateDays = ({ occurredAt, receivedAt }: Booking): Day[] => [dayOf(occurredAt), dayOf(receivedAt), today];
  const days = bookings.flatMap((booking) => [...candidateDays(booking), booking.original?.day ?? today]);
  const isClosed = await lockPayPeriods(client, new Set(days));
  const lines: Line[] = [];
  const corrections: Correction[] = [];
  for (const booking of bookings) {
    const day = candidateDays(booking).find((choice) => !isClosed(choice)) ?? (await nextOpenDay(client, today));
    const { original } = booking;
    const frozen = original && isClosed(original.day) ? await frozenPesos(client, original) : undefined;
    lines.push(lineOf(lines.length, booking, day, frozen?.pesos));
    if (frozen) corrections.push({ ...booking, day, frozen });
  }
  const { rows } = await client.query<{ n: number; id: number }>({ ...BOOK, values: [JSON.stringify(lines)] });
  if (rows.length !== lines.length) throw new AlreadyBooked("An event is already booked.");
  await writeCorrections(client, corrections);
  return rows.sort((a, b) => a.n - b.n).map(({ id }) => Number(id));
}

type Line = ReturnType<typeof lineOf>;

const STATUS: Record<1 | -1, Status> = { 1: "approved", [-1]: "reversed" };

function lineOf(n: number, booking: Booking, day: Day, frozen: string | undefined) {
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

/** The events of booked sales and bonuses for other systems. Earnings are for the network's own endpoints only. */
const ANNOUNCED = `
  SELECT stored.id AS position, CASE stored.sign WHEN 1 THEN 'sale.accepted' ELSE 'sale.reversed' END AS event,
    stored.company_id,
    jsonb_build_object('saleId', stored.id, 'event', CASE WHEN ${isSale(sql`stored.event`).text} THEN 'sale' ELSE 'bonus' END,
      'occurredAt', line.occurred_at, 'receivedAt', line.received_at, 'agentId', stored.agent_id,
      'companyId', stored.company_id, 'siteId', stored.site_id, 'typeId', stored.type_id, 'clickId', line.click_id,
      'txid', line.txid, 'geo', stored.geo, 'payout', stored.payout::text, 'reverses', line.reverses,
      'reason', line.reason) AS data,
    jsonb_build_object('earning', stored.earning::text, 'lpp', stored.lpp) AS network_data
  FROM stored JOIN line ON line.id = stored.id WHERE ${isCountedEvent(sql`stored.event`).text}`;

// The lock precedes the IDs, so that programs that mirror the log by ID can wait for it (server/logs/reader/feed.ts).
// Keys are inserted in sorted order: otherwise two transactions with the same keys could deadlock.
const BOOK = {
  name: "book",
  text: `
    WITH line AS MATERIALIZED (
      WITH in_progress AS MATERIALIZED (${lockBeforeIds("sale_event_ids", LOCKS.saleEventIds)})
      SELECT nextval('sale_event_ids') AS id, l.*
      FROM in_progress, json_to_recordset($1::json) AS l (
        n integer, keys text[], occurred_at timestamptz, day date, received_at timestamptz, agent_id integer,
        company_id integer, site_id integer, type_id integer, flags smallint, event smallint, sign smallint,
        lpp integer, earning numeric, payout numeric, price_source text, price_id integer, click_id uuid, geo text,
        txid text, email text, referer text, amount text, currency text, reverses bigint, reason text,
        stolen_card boolean)),
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
    ${announced(ANNOUNCED)}
    SELECT line.n, line.id FROM stored JOIN line ON line.id = stored.id`,
};
