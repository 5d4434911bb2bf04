import { now } from "../../kernel/periods/now";
import { DAY_MS } from "../../kernel/periods/durations";
import type { Client } from "../../kernel/database/sql";
import { type Booking, bookingOf, type Original, reversalOf, type Sale } from "../sales/booking";
import { classes } from "../clicks/classes";
import { clickedAt } from "../clicks/click-id";
import { eventKey } from "./keys";
import { EXPECTED, type Postback, type Reason, wasSetBack } from "./parameters";
import { type Price, termsOf } from "../sales/pricing";

// SQL by hand: hot path, prepared by name: reads a click and everything it belongs to in one statement.

export type PendingReason = "unknown_click" | "too_old" | "suspended" | "no_original";

/** The owner of the click, for the record of the request. */
export type Owner = { agentId: number; typeId: number; companyId: number };

export type Assessment = { owner?: Owner } & (
  | { verdict: "accepted"; booking: Booking }
  | { verdict: "duplicate"; eventId: number }
  /** Includes the booking that it would become, if the click is known. */
  | { verdict: "held"; reason: PendingReason; booking?: Booking }
  | { verdict: "refused"; reason: Reason; field?: string; detail?: string }
);

export type AssessmentInput = {
  postback: Postback;
  /** The site that the secret belongs to. */
  siteId: number;
  receivedAt: Date;
  /** Set for a superadmin's replay: neither age nor suspension keeps the event pending (POST-18). */
  force?: boolean;
};

const MAX_CLICK_AGE_MS = 30 * DAY_MS;

/**
 * Decides the verdict of a postback with valid parameters and a valid secret. Reads in the open transaction, if there
 * is one.
 */
export async function assessPostback(client: Client, input: AssessmentInput): Promise<Assessment> {
  const { postback, siteId, receivedAt, force = false } = input;
  const { click, booked } = await lookUpClick(client, siteId, postback);
  if (click && click.siteId !== siteId) return { verdict: "refused", reason: "bad_secret" };
  const owner: Owner | undefined = click && {
    agentId: click.agentId,
    typeId: click.typeId,
    companyId: click.companyId,
  };
  const occurredAt = timeOf(postback, click?.clickedAt, receivedAt);
  if (!occurredAt) return { verdict: "refused", reason: "bad_ts", field: "ts", detail: EXPECTED.ts, owner };
  if (booked !== null) return { verdict: "duplicate", eventId: booked, owner };

  const { txid, reason, amount, currency, email } = postback;
  const common = {
    occurredAt,
    receivedAt,
    txid,
    reason,
    amount,
    currency,
    email,
    stolenCard: reason === "stolen_card",
  };
  if (postback.status === "reversed") {
    const original = await findOriginal(client, siteId, postback);
    if (!original) return { verdict: "held", reason: "no_original", owner };
    return { verdict: "accepted", booking: reversalOf(original, common), owner: owner ?? original };
  }
  if (!click) return { verdict: "held", reason: "unknown_click" };

  const { agentId, typeId, referer } = click;
  const geo = postback.geo || click.geo;
  const sale: Sale = {
    ...common,
    siteId,
    agentId,
    typeId,
    clickId: postback.clickId,
    event: postback.event,
    geo,
    referer,
  };
  const [terms] = await termsOf(client, [sale]);
  const booking = terms && bookingOf(sale, terms);
  if (!booking) return { verdict: "refused", reason: "bonus_not_enabled", owner };
  const isTooOld = receivedAt.getTime() - click.clickedAt.getTime() > MAX_CLICK_AGE_MS;
  if (isTooOld && !force) return { verdict: "held", reason: "too_old", booking, owner };
  const isSuspended = click.class === classes.suspended || !click.inForce;
  if (isSuspended && !force) return { verdict: "held", reason: "suspended", booking, owner };
  return { verdict: "accepted", booking, owner };
}

type Click = Owner & {
  siteId: number;
  clickedAt: Date;
  class: number;
  geo: string;
  referer: string | null;
  /** Site, link, agent and office are currently active and enabled for each other, so a click would count. */
  inForce: boolean;
};

// A link is suspended if any of the facts of inForce is false. Missing rows, such as those of a deleted agent, yield
// NULL, which counts as false. Both ends of the click's millisecond are passed as values: with a moment plus an
// interval, the plan would include every month of clicks.
const LOOKUP = {
  name: "look-up-click",
  text: `
    SELECT k.event_id AS booked, click.*
    FROM (SELECT $1::bytea AS key) asked
    LEFT JOIN postback_keys k ON k.key = asked.key
    LEFT JOIN (
      SELECT c.agent_id AS "agentId", c.type_id AS "typeId", c.company_id AS "companyId", c.site_id AS "siteId",
             c.clicked_at AS "clickedAt", c.class, c.geo, c.referer,
             coalesce(s.active AND t.active AND a.active AND a.approved AND a.deleted_at IS NULL AND o.active
               AND own.site_id IS NOT NULL AND offices_own.site_id IS NOT NULL, false) AS "inForce"
      FROM clicks c
      LEFT JOIN sites s ON s.id = c.site_id
      LEFT JOIN types t ON t.id = c.type_id
      LEFT JOIN agents g ON g.id = c.agent_id
      LEFT JOIN accounts a ON a.id = g.account_id
      LEFT JOIN offices f ON f.id = g.company_id
      LEFT JOIN accounts o ON o.id = f.account_id
      LEFT JOIN agent_sites own ON own.agent_id = c.agent_id AND own.site_id = c.site_id
      LEFT JOIN office_sites offices_own ON offices_own.company_id = g.company_id AND offices_own.site_id = c.site_id
      WHERE c.id = $2 AND c.clicked_at >= $3::timestamptz AND c.clicked_at < $4::timestamptz
    ) click ON true`,
};

async function lookUpClick(
  client: Client,
  siteId: number,
  postback: Pick<Postback, "clickId" | "event" | "status" | "txid">,
) {
  const { clickId } = postback;
  const key = eventKey({ ...postback, siteId });
  type LookupRow = { booked: number | null } & (Click | { [K in keyof Click]: null });
  const { rows } = await client.query<LookupRow>({ ...LOOKUP, values: [key, clickId, ...clickTimeRange(clickId)] });
  const row = rows[0];
  return { booked: row?.booked ?? null, click: row && row.agentId !== null ? row : undefined };
}

/**
 * The owner of the site's click, for a request that is refused because of its parameters; undefined if the click is
 * unknown or another site's.
 */
export async function ownerOf(client: Client, siteId: number, clickId: string): Promise<Owner | undefined> {
  const { click } = await lookUpClick(client, siteId, { clickId, event: 0, status: "approved", txid: null });
  return click?.siteId === siteId ? click : undefined;
}

const VERSION_AT = 14;

/**
 * The bounds of the millisecond in which a click was made, from its ID; nulls for an ID that this server cannot have
 * issued.
 */
function clickTimeRange(clickId: string): [from: string | null, until: string | null] {
  const time = clickedAt(clickId);
  if (clickId[VERSION_AT] !== "7" || time >= now().getTime() + DAY_MS) return [null, null];
  return [new Date(time).toISOString(), new Date(time + 1).toISOString()];
}

/**
 * The time of the event; undefined if it is before the click. Without a time of its own, or with one after the receipt,
 * it is the time of receipt. A time in whole seconds that falls in the click's second becomes the click's time. If the
 * clock was set back after the click, any time within a day before the receipt is accepted.
 */
function timeOf({ ts }: Postback, clickedAt: Date | undefined, receivedAt: Date): Date | undefined {
  if (!ts || ts.time > receivedAt) return receivedAt;
  if (clickedAt && wasSetBack(clickedAt.getTime(), receivedAt)) {
    return ts.time.getTime() > receivedAt.getTime() - DAY_MS ? ts.time : undefined;
  }
  if (!clickedAt || ts.time >= clickedAt) return ts.time;
  const sameSecond = ts.wholeSecond && ts.time.getTime() + 999 >= clickedAt.getTime();
  return sameSecond ? clickedAt : undefined;
}

// Finds the original by its txid, else by click and event. The oldest one is taken, so that a repeated request finds
// the same one. A request with a txid never matches an original with another txid, only one without.
const ORIGINAL = {
  name: "find-original",
  text: `
    SELECT e.id, e.agent_id AS "agentId", e.site_id AS "siteId", e.type_id AS "typeId", e.company_id AS "companyId",
           e.flags, e.event, e.occurred_at AS "occurredAt", e.day::text AS day, e.click_id AS "clickId", e.geo, e.email,
           e.referer, e.price_source AS source, e.price_id AS "priceId", e.payout, e.earning, e.lpp
    FROM sale_events e
    JOIN (
      SELECT agent_id, occurred_at, event_id AS id, 0 AS rank FROM postback_keys WHERE key = $1
      UNION ALL
      SELECT agent_id, occurred_at, id, 1 FROM sale_events
      WHERE click_id = $2 AND event = $3 AND sign = 1 AND ($4::text IS NULL OR txid IS NULL)
    ) found ON found.agent_id = e.agent_id AND found.occurred_at = e.occurred_at AND found.id = e.id
    WHERE e.site_id = $5 AND e.sign = 1
    ORDER BY found.rank, e.id LIMIT 1`,
};

async function findOriginal(client: Client, siteId: number, postback: Postback): Promise<Original | undefined> {
  const { clickId, event, txid } = postback;
  const key = eventKey({ siteId, clickId, event, txid, status: "approved" });
  const { rows } = await client.query<Omit<Original, "price"> & Price>({
    ...ORIGINAL,
    values: [key, clickId, event, txid, siteId],
  });
  if (!rows[0]) return undefined;
  const { id, source, priceId, payout, earning, lpp, ...rest } = rows[0];
  return { ...rest, id: Number(id), price: { source, priceId, payout, earning, lpp } };
}
