import { lockBeforeIds, LOCKS } from "../../kernel/database/advisory-locks";
import type { Client } from "../../kernel/database/sql";
import { eventName } from "../../kernel/events";
import { ANNOUNCE } from "../../kernel/outbox/announced";
import type { Booking } from "../sales/booking";
import type { PendingReason } from "./assess";
import type { Owner } from "./look-up-click";
import type { Postback, Reason } from "./parameters";

// SQL by hand: hot path, prepared by name: every request is stored.

export type Verdict = "accepted" | "duplicate" | "held" | "refused" | "test";

/** The outcome of a request, and the site, owner and event that it was resolved to. */
export type Outcome = {
  verdict: Verdict;
  reason?: PendingReason | Reason;
  /** The parameter that was refused and what it must be. */
  /** The refused parameter. */
  field?: string;
  detail?: string;
  siteId?: number;
  owner?: Owner;
  booking?: Booking;
  eventId?: number;
  /** Seconds until a refusal of the address is stored again. If set, the request was not stored. */
  retryAfter?: number;
  postback: Partial<Postback>;
};

export type Request = {
  /** Generated at receipt, so that a request that is stored again leaves one row only. */
  receipt: string;
  receivedAt: Date;
  ip: string | null;
  params: unknown;
};

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
  name: "record-postback",
  text: `
    INSERT INTO postbacks (id, receipt, received_at, verdict, reason, site_id, type_id, agent_id, company_id, click_id, event,
      txid, status, ip, params, event_id, next_try_at, decided_at)
    WITH in_progress AS MATERIALIZED (${lockBeforeIds("postback_ids", LOCKS.postbackIds)})
    SELECT nextval('postback_ids'), $1::uuid, $2::timestamptz, $3::text, $4::text, $5::int, $6::int, $7::int, $8::int,
      $9::uuid, $10::text, $11::text, $12::text, $13::inet, $14::jsonb, $15::bigint, $16::timestamptz,
      CASE WHEN $3 <> 'held' THEN $2::timestamptz END
    FROM in_progress
    ON CONFLICT (received_at, receipt) DO NOTHING`,
};

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
  const { receipt, receivedAt, ip, params } = request;
  const { verdict, reason, siteId, postback, eventId, booking, owner } = outcome;
  const attribution = booking ?? owner;
  const { rowCount } = await client.query({
    ...INSERT,
    values: [
      receipt,
      receivedAt.toISOString(),
      verdict,
      reason ?? null,
      siteId ?? null,
      attribution?.typeId ?? null,
      attribution?.agentId ?? null,
      attribution?.companyId ?? null,
      postback.clickId ?? null,
      eventName(postback.event) ?? null,
      postback.txid ?? null,
      postback.status ?? null,
      ip,
      JSON.stringify(params),
      eventId ?? null,
      nextTry(outcome, receivedAt, receivedAt),
    ],
  });
  if (verdict !== "held" || rowCount !== 1) return;
  const { clickId, event, txid, status } = postback;
  const data = {
    ...{ receivedAt: receivedAt.toISOString(), event: eventName(event) ?? null, status: status ?? null, reason },
    ...{ siteId, typeId: attribution?.typeId, agentId: attribution?.agentId, companyId: attribution?.companyId },
    ...{ clickId: clickId ?? null, txid: txid ?? null },
  };
  const events = [{ position: 1, event: "sale.pending", company_id: attribution?.companyId ?? null, data }];
  await client.query({ ...ANNOUNCE, values: [JSON.stringify(events)] });
}

const RECORDED = {
  name: "recorded-postback",
  text: `
    SELECT verdict, reason, event_id AS "eventId" FROM postbacks WHERE received_at = $1::timestamptz AND receipt = $2`,
};

/** The outcome stored for a receipt, for a repeat after the answer to a COMMIT was lost. */
export async function findRecorded(client: Client, { receivedAt, receipt }: Request): Promise<Outcome | undefined> {
  const { rows } = await client.query<{ verdict: Verdict; reason: Outcome["reason"] | null; eventId: number | null }>({
    ...RECORDED,
    values: [receivedAt.toISOString(), receipt],
  });
  const row = rows[0];
  return (
    row && { verdict: row.verdict, reason: row.reason ?? undefined, eventId: row.eventId ?? undefined, postback: {} }
  );
}
