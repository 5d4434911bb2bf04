import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import type { Client, Nullable } from "../../kernel/database/sql";
import { eventName } from "../../trade/events";
import { ANNOUNCE } from "../../trade/outbox/announced";
import { clickId } from "../clicks/click-id";
import type { Booking } from "../sales/sale";
import type { PendingReason } from "./held";
import type { Owner } from "./look-up-click";
import type { PartialPostback, Postback, Reason } from "./parameters";

export type Verdict = "accepted" | "duplicate" | "held" | "refused" | "test";

/** The outcome of a request, and the site, owner and event that it was resolved to. */
export type Outcome = {
  verdict: Verdict;
  reason?: PendingReason | Reason;
  /** The parameter to blame, and what is wrong with it or what happens next, for those who wrote the request. */
  field?: string;
  detail?: string;
  /** The verdict that a test would have got without test=1. */
  wouldBe?: Exclude<Verdict, "test">;
  siteId?: number;
  owner?: Owner;
  booking?: Booking;
  eventId?: number;
  /** Seconds until a refusal of the address is stored again. If set, the request was not stored. */
  retryAfter?: number;
  postback: PartialPostback;
};

export type Request = {
  /** Generated at receipt, so that a request that is stored again leaves one row only. */
  receipt: string;
  receivedAt: Date;
  ip: string | null;
  params: unknown;
  /** The host of the page whose pixel sent it, empty if it is unknown; undefined for a request with a secret. */
  pixelHost?: string | undefined;
};

/** A receipt has the time of the request in it, so that its row is found by the index on both. */
export const newReceipt = (receivedAt: Date): string => clickId(receivedAt.getTime());

const RETRY_MS = 10_000;
const RETRY_WINDOW_MS = 600_000;
const RETRYABLE_REASONS: readonly (string | undefined)[] = ["unknown_click", "no_original"] satisfies PendingReason[];

/**
 * When a pending request is retried next, as an ISO time: every 10 seconds for 10 minutes after receipt if the click or
 * the original may still arrive. Null if it is not retried.
 */
export function nextTry({ verdict, reason }: Outcome, receivedAt: Date, moment: Date): string | null {
  if (verdict !== "held" || !RETRYABLE_REASONS.includes(reason)) return null;
  const next = moment.getTime() + RETRY_MS;
  return next <= receivedAt.getTime() + RETRY_WINDOW_MS ? new Date(next).toISOString() : null;
}

// The lock precedes the ID, so that programs that mirror the log can wait for it (server/logs/reader/feed.ts).
const INSERT = {
  name: "record-postbacks",
  text: `
    INSERT INTO postbacks (id, receipt, received_at, verdict, reason, site_id, type_id, agent_id, company_id, click_id, event,
      txid, status, ip, params, event_id, next_try_at, field, detail, pixel_host, decided_at)
    WITH in_progress AS MATERIALIZED (${lockBeforeIds("postback_ids", LOCKS.postbackIds)})
    SELECT nextval('postback_ids'), r.*, CASE WHEN r.verdict <> 'held' THEN r.received_at END
    FROM in_progress, json_to_recordset($1::json) AS r (
      receipt uuid, received_at timestamptz, verdict text, reason text, site_id integer, type_id integer, agent_id integer,
      company_id integer, click_id uuid, event text, txid text, status text, ip inet, params jsonb, event_id bigint,
      next_try_at timestamptz, field text, detail text, pixel_host text)
    ON CONFLICT (received_at, receipt) DO NOTHING`,
};

/** A request and its outcome. */
export type Decided = { request: Request; outcome: Outcome };

/** Stores requests with their verdicts, once per receipt, but announces none of them. Returns how many are new. */
export async function recordAll(client: Client, decided: readonly Decided[]): Promise<number> {
  const rows = decided.map(({ request, outcome }) => {
    const { receipt, receivedAt, ip, params, pixelHost } = request;
    const { verdict, reason, field, detail, siteId, postback, eventId, booking, owner } = outcome;
    const attribution = booking ?? owner;
    return {
      ...{ receipt, received_at: receivedAt, verdict, reason, site_id: siteId },
      ...{ type_id: attribution?.typeId, agent_id: attribution?.agentId, company_id: attribution?.companyId },
      ...{ click_id: postback.clickId, event: eventName(postback.event), txid: postback.txid, status: postback.status },
      ...{ ip, params, event_id: eventId, next_try_at: nextTry(outcome, receivedAt, receivedAt), field, detail },
      pixel_host: pixelHost,
    };
  });
  const { rowCount } = await client.query({ ...INSERT, values: [JSON.stringify(rows)] });
  return rowCount ?? 0;
}

/** Columns of the request of a booked line, as in json_to_recordset. The others are those of the line itself. */
export const REQUEST_COLUMNS = "receipt uuid, ip inet, params jsonb, event_name text";
/** The request of a line, as these columns. */
export const requestColumns = ({ receipt, ip, params }: Request, { event }: Pick<Postback, "event">) => ({
  ...{ receipt, ip, params },
  event_name: eventName(event),
});

/**
 * A part of the statement that books `line`s: stores the requests of those that were `stored`, all of them approved
 * sales and bonuses, as accepted.
 */
export const RECORD_BOOKED = `requests_in_progress AS MATERIALIZED (${lockBeforeIds("postback_ids", LOCKS.postbackIds)}),
    recorded AS (
      INSERT INTO postbacks (id, receipt, received_at, verdict, site_id, type_id, agent_id, company_id, click_id, event,
        txid, status, ip, params, event_id, decided_at)
      SELECT nextval('postback_ids'), line.receipt, line.received_at, 'accepted', line.site_id, line.type_id,
        line.agent_id, line.company_id, line.click_id, line.event_name, line.txid,
        'approved', line.ip, line.params, line.id, line.received_at
      FROM requests_in_progress, (SELECT line.* FROM stored JOIN line ON line.id = stored.id ORDER BY line.id) AS line
      ON CONFLICT (received_at, receipt) DO NOTHING)`;

/** Stores a request with its verdict, once per receipt. Announces a sale that becomes pending to other systems. */
export async function record(client: Client, request: Request, outcome: Outcome): Promise<void> {
  const { receivedAt } = request;
  const { verdict, reason, siteId, postback, booking, owner } = outcome;
  const attribution = booking ?? owner;
  const stored = await recordAll(client, [{ request, outcome }]);
  if (verdict !== "held" || stored === 0) return;
  const { clickId, event, txid, status, amount, currency } = postback;
  const data = {
    ...{ receivedAt: receivedAt.toISOString(), event: eventName(event) ?? null, status: status ?? null, reason },
    ...{ siteId, typeId: attribution?.typeId, agentId: attribution?.agentId, companyId: attribution?.companyId },
    ...{ clickId: clickId ?? null, txid: txid ?? null, amount: amount ?? null, currency: currency ?? null },
  };
  const events = [{ position: 1, event: "sale.pending", company_id: attribution?.companyId ?? null, data }];
  await client.query({ ...ANNOUNCE, values: [JSON.stringify(events)] });
}

const RECORDED = {
  name: "recorded-postback",
  text: `
    SELECT verdict, reason, event_id AS "eventId", field, detail FROM postbacks
    WHERE received_at = $1::timestamptz AND receipt = $2`,
};

type Recorded = Required<Pick<Outcome, "reason" | "eventId" | "field" | "detail">>;

/** The outcome stored for a receipt, for a repeat after the answer to a COMMIT was lost. A test is made again. */
export async function findRecorded(client: Client, { receivedAt, receipt }: Request): Promise<Outcome | undefined> {
  const { rows } = await client.query<Pick<Outcome, "verdict"> & Nullable<Recorded>>({
    ...RECORDED,
    values: [receivedAt.toISOString(), receipt],
  });
  const row = rows[0];
  if (!row || row.verdict === "test") return undefined;
  const { verdict, reason, eventId, field, detail } = row;
  return {
    ...{ verdict, reason: reason ?? undefined, eventId: eventId ?? undefined, postback: {} },
    ...{ field: field ?? undefined, detail: detail ?? undefined },
  };
}
