import { now } from "../../kernel/time/now";
import { isUnreachable } from "../../kernel/database/transactions";
import { eventName } from "../../trade/events";
import { log } from "../../kernel/process/log";
import type { Client } from "../../kernel/database/sql";
import { AlreadyBooked, book } from "../sales/booking";
import type { Booking } from "../sales/sale";
import { eventKey, reversalKey } from "./keys";
import { assessPostback } from "./assess";
import { differencesOf } from "./duplicates";
import { parsePostback } from "./parameters";
import { nextTry, type Outcome } from "./record";
import { blockForStolenCard } from "./stolen-card";

// Hot path, prepared by name: decides postbacks under a row lock that skips locked rows.

/**
 * Books an accepted postback in the open transaction and, after a sale, the reversals that were waiting for it. Returns
 * the event's ID. Throws AlreadyBooked, and then the caller must roll back.
 */
export async function accept(client: Client, booking: Booking): Promise<number> {
  const [id] = await book(client, [booking]);
  if (id === undefined) throw new Error("An event was booked without an id.");
  if (booking.sign === 1) await releaseReversals(client, booking);
  if (booking.stolenCard) await blockForStolenCard(client, booking.agentId, id);
  return id;
}

const BOOKED_EVENT = {
  name: "winner-of-key",
  text: "SELECT event_id AS id FROM postback_keys WHERE key = ANY($1::bytea[]) ORDER BY event_id LIMIT 1",
};

/** The ID of the event that is already booked under one of this booking's keys. */
export async function findBookedEventId(client: Client, booking: Booking): Promise<number> {
  const status = booking.sign === 1 ? "approved" : "reversed";
  const keys = [eventKey({ ...booking, status }), ...(booking.original ? [reversalKey(booking.original.id)] : [])];
  const { rows } = await client.query<{ id: number }>({ ...BOOKED_EVENT, values: [keys] });
  if (!rows[0]) throw new Error("A key was taken by no event.");
  return rows[0].id;
}

/** A stored request. */
export type StoredPostback = {
  id: number;
  receivedAt: Date;
  siteId: number;
  params: Record<string, unknown>;
  tries: number;
  /** Null unless a pixel sent it. */
  pixelHost: string | null;
};

export const POSTBACK_COLUMNS = `id, received_at AS "receivedAt", site_id AS "siteId", params, tries, pixel_host AS "pixelHost"`;
const PENDING_REVERSALS = {
  name: "held-reversals",
  // A request that another connection is deciding is left to it: waiting for its lock here could deadlock. A report
  // of a pixel may itself be the one that is booked.
  text: `
    SELECT ${POSTBACK_COLUMNS} FROM postbacks
    WHERE verdict = 'held' AND site_id = $1 AND event = $2
      AND (status = 'reversed' OR (pixel_host IS NOT NULL AND received_at <> $5::timestamptz))
      AND (click_id = $3 OR txid = $4)
    ORDER BY received_at, id FOR UPDATE SKIP LOCKED`,
};

/**
 * Decides what waited for a sale that was just booked in the open transaction: reversals are booked, and what a pixel had
 * reported of it becomes a duplicate.
 */
export async function releaseReversals(client: Client, booking: Booking): Promise<void> {
  const { siteId, event, clickId, txid, receivedAt } = booking;
  const values = [siteId, eventName(event), clickId, txid ?? null, receivedAt.toISOString()];
  const { rows } = await client.query<StoredPostback>({ ...PENDING_REVERSALS, values });
  for (const stored of rows) {
    await client.query("SAVEPOINT releasing");
    try {
      await decideAgain(client, stored);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      // The sale stays booked whether or not these can be decided. They stay pending.
      await client.query("ROLLBACK TO releasing");
      log().error({ event: "pending postback of a sale failed", postback: stored.id, err: error });
    }
  }
}

const UPDATE = {
  name: "decide-postback",
  text: `
    UPDATE postbacks SET verdict = $3, reason = $4, event_id = $5, type_id = coalesce($6, type_id),
      agent_id = coalesce($7, agent_id), company_id = coalesce($8, company_id), tries = tries + 1,
      next_try_at = $9::timestamptz, decided_at = CASE WHEN $3 <> 'held' THEN $10::timestamptz END,
      field = $11, detail = $12
    WHERE received_at = $1::timestamptz AND id = $2`,
};

/**
 * Decides a stored request again and updates it, in the open transaction; the caller has locked its row. Prices are
 * those of its receipt. `force` is set for a superadmin's replay: then age and suspension do not keep it pending.
 */
export async function decideAgain(client: Client, stored: StoredPostback, force = false): Promise<Outcome> {
  const outcome = await outcomeOf(client, stored, force);
  const { verdict, reason, eventId, owner, booking, field, detail } = outcome;
  const attribution = booking ?? owner;
  await client.query({
    ...UPDATE,
    values: [
      stored.receivedAt.toISOString(),
      stored.id,
      verdict,
      reason ?? null,
      eventId ?? null,
      attribution?.typeId ?? null,
      attribution?.agentId ?? null,
      attribution?.companyId ?? null,
      nextTry(outcome, stored.receivedAt, now()),
      now().toISOString(),
      field ?? null,
      detail ?? null,
    ],
  });
  return outcome;
}

async function outcomeOf(client: Client, stored: StoredPostback, force: boolean): Promise<Outcome> {
  const { id, siteId, receivedAt, params, pixelHost } = stored;
  const { postback, refused, field, detail } = parsePostback(new Map(Object.entries(params)), receivedAt);
  if (refused) return { verdict: "refused", reason: refused, field, detail, postback };
  const isPixel = pixelHost !== null;
  const assessment = await assessPostback(client, { postback, siteId, receivedAt, force, isPixel, id });
  const duplicate = async (eventId: number, owner = assessment.owner): Promise<Outcome> => {
    const [difference] = await differencesOf(client, [{ siteId, postback, eventId }]);
    return { verdict: "duplicate", eventId, detail: difference, owner, postback };
  };
  if ("eventId" in assessment) return duplicate(assessment.eventId);
  if (assessment.verdict !== "accepted") return { ...assessment, postback };
  const { booking } = assessment;
  await client.query("SAVEPOINT deciding");
  try {
    return { ...assessment, eventId: await accept(client, booking), postback };
  } catch (error) {
    if (!(error instanceof AlreadyBooked)) throw error;
    await client.query("ROLLBACK TO deciding");
    return duplicate(await findBookedEventId(client, booking));
  }
}
