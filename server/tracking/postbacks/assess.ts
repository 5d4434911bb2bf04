import { DAY_MS } from "../../kernel/time/durations";
import type { Client } from "../../kernel/database/sql";
import { type Booking, bookingOf, type Original, type ReversalDetails, reversalOf, type Sale } from "../sales/sale";
import { classes } from "../clicks/classes";
import { eventKey } from "./keys";
import { type Found, type FoundClick, lookUpClick, type Owner } from "./look-up-click";
import { HELD, type PendingReason } from "./held";
import { detailOf, type Postback, type ReadablePostback, type Reason, wasSetBack } from "./parameters";
import { notByPixel, reportedBefore } from "./pixel";
import { AT_MOST, CLOCK_TOLERANCE_MS, durationText } from "./reading/timestamp";
import { type Price, type Terms, termsOf } from "../sales/pricing";

export type Assessment = { owner?: Owner } & (
  | { verdict: "accepted"; booking: Booking }
  | { verdict: "duplicate"; eventId: number }
  /** The pixel reported it before, and that is pending. */
  | { verdict: "duplicate"; detail: string }
  /** Includes the booking that it would become, if the click is known. */
  | { verdict: "held"; reason: PendingReason; field: string; detail: string; booking?: Booking }
  | { verdict: "refused"; reason: Reason; field: string; detail: string }
);

export type AssessmentInput = {
  postback: ReadablePostback;
  /** The site that the secret belongs to. */
  siteId: number;
  receivedAt: Date;
  /** Set for a superadmin's replay: neither age nor suspension keeps the event pending (POST-18). */
  force?: boolean;
  /** Anyone can have sent it: it is pending until a superadmin's replay confirms it (POST-22). */
  isPixel?: boolean;
  /** Its ID, if it is stored already. */
  id?: number;
};

const MAX_CLICK_AGE_MS = 30 * DAY_MS;

/**
 * Decides the verdict of a postback with valid parameters and a valid secret. Reads in the open transaction, if there
 * is one.
 */
export async function assessPostback(client: Client, input: AssessmentInput): Promise<Assessment> {
  const { postback, siteId, isPixel = false } = input;
  const barred = isPixel ? notByPixel(postback) : undefined;
  if (barred) return { verdict: "refused", ...barred };
  const found = await lookUpClick(client, siteId, postback);
  const step = assessClick(input, found);
  if ("sale" in step) {
    const before = isPixel
      ? await reportedBefore(client, { siteId, postback, click: step.click, id: input.id })
      : undefined;
    if (before) return { verdict: "duplicate", ...before, owner: step.owner };
    const [terms] = await termsOf(client, [step.sale]);
    return assessTerms(input, step, terms);
  }
  if (!("reversed" in step)) return step;
  const { reversed, owner } = step;
  const original = await findOriginal(client, siteId, postback);
  if (!original) return { ...held("no_original", postback), owner };
  return { verdict: "accepted", booking: reversalOf(original, reversed), owner: owner ?? original };
}

/** A sale or bonus whose terms are still to be read, or a reversal whose original is. */
export type PricedNext = { sale: Sale; click: FoundClick; owner: Owner };
type ReversedNext = { reversed: ReversalDetails; owner: Owner | undefined };

/** The first part of the assessment: what follows from the click and from what is already booked. */
export function assessClick(
  { postback, siteId, receivedAt }: AssessmentInput,
  { click, booked }: Found,
): Assessment | PricedNext | ReversedNext {
  if (click && click.siteId !== siteId) return FOREIGN_CLICK;
  const owner: Owner | undefined = click && {
    agentId: click.agentId,
    typeId: click.typeId,
    companyId: click.companyId,
  };
  const occurredAt = timeOf(postback, click?.clickedAt, receivedAt);
  if (typeof occurredAt === "string") {
    return { verdict: "refused", reason: "bad_ts", field: "ts", detail: detailOf("ts", occurredAt), owner };
  }
  if (booked !== null) return { verdict: "duplicate", eventId: booked, owner };

  const { txid, reason, amount, currency, email, clickId, event } = postback;
  const stolenCard = reason === "stolen_card";
  const common = { occurredAt, receivedAt, txid, reason, amount, currency, email, stolenCard };
  if (postback.status === "reversed") return { reversed: common, owner };
  if (!click || !owner) return held("unknown_click", postback);

  const { agentId, typeId, referer } = click;
  const geo = postback.geo || click.geo;
  return { sale: { ...common, siteId, agentId, typeId, clickId, event, geo, referer }, click, owner };
}

/** The second part: what follows from the terms, and from the age and state of the click. */
export function assessTerms(
  { postback, receivedAt, force = false, isPixel = false }: AssessmentInput,
  { sale, click, owner }: PricedNext,
  terms: Terms | undefined,
): Assessment {
  const booking = terms && bookingOf(sale, terms);
  if (!booking) return { ...NO_BONUS, owner };
  const isTooOld = receivedAt.getTime() - click.clickedAt.getTime() > MAX_CLICK_AGE_MS;
  if (isTooOld && !force) return { ...held("too_old", postback), booking, owner };
  if (isSuspended(click) && !force) return { ...held("suspended", postback), booking, owner };
  if (isPixel && !force) return { ...held("unconfirmed", postback), booking, owner };
  return { verdict: "accepted", booking, owner };
}

/** Whether the link was suspended when it was clicked, or is now. */
export const isSuspended = (click: FoundClick): boolean => click.class === classes.suspended || !click.inForce;

const FOREIGN_CLICK = {
  ...{ verdict: "refused" as const, reason: "bad_secret" as const, field: "secret" },
  detail: "The secret is another site's than the click. Send the secret of the site that the visitor came to.",
};
const NO_BONUS = {
  ...{ verdict: "refused" as const, reason: "bonus_not_enabled" as const, field: "event" },
  detail: "The link of this click pays no bonus, so only a sale can be reported for it.",
};

const held = (reason: PendingReason, { txid }: Postback) => ({
  ...{ verdict: "held" as const, reason },
  field: reason === "unconfirmed" ? "key" : reason === "no_original" && txid !== null ? "txid" : "clickid",
  detail: HELD[reason],
});

/**
 * The time of the event, or why it cannot be that of the click's visitor. Without a time of its own, or with one after
 * the receipt, it is the time of receipt. A time shortly before the click becomes the click's. If the clock was set back
 * after the click, any time within a day before the receipt is accepted.
 */
function timeOf({ ts }: Postback, clickedAt: Date | undefined, receivedAt: Date): Date | string {
  if (!ts || ts > receivedAt) return receivedAt;
  if (clickedAt && wasSetBack(clickedAt.getTime(), receivedAt)) {
    const early = receivedAt.getTime() - DAY_MS - ts.getTime();
    return early < 0
      ? ts
      : `it is ${durationText(DAY_MS + early)} before the click's postback, and at most a day is accepted`;
  }
  if (!clickedAt || ts >= clickedAt) return ts;
  const early = clickedAt.getTime() - ts.getTime();
  if (early <= CLOCK_TOLERANCE_MS) return clickedAt;
  return `it is ${durationText(early)} before the click of ${clickedAt.toISOString()}, and ${AT_MOST}`;
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
