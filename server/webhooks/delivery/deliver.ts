import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "~models";
import { LOCKS } from "../../kernel/database/advisory-locks";
import { readIdHorizon } from "../../kernel/database/id-horizon";
import { sql } from "../../kernel/database/sql";
import { execute, inNewTransaction, isUnreachable, queryOne, queryRows } from "../../kernel/database/transactions";
import { TEST_EVENT } from "../../trade/outbox/events";
import { now } from "../../kernel/time/now";
import { log } from "../../kernel/process/log";
import { counter } from "../../kernel/process/metrics";
import { mailDisabled } from "./disabled-mail";
import { completeSales } from "./complete-sales";
import { outgoingOf } from "./outgoing";
import { type Answer, isSuccess, type Outgoing, send } from "./send";

// Endpoints are leased with the clock of the database, which all servers share, and skipping locked rows.

const INTERVAL_MS = 500;
const MOST_AT_ONCE = 16;
/** Events that are read at once. */
const BATCH = 20;
/**
 * Seconds for which one process sends to an endpoint, renewed by each delivery. A request takes five at most, and an
 * endpoint waits for a dead process for ten at most.
 */
const LEASE = 8;
/** Seconds until the next attempt after the first failure, the second and so on; after the last one, always the last. */
const BACKOFF = [5, 30, 120, 600, 1_800, 3_600] as const;
/** The longest pause in seconds that a receiver can ask for with Retry-After. */
const LONGEST_PAUSE = 3_600;
/** Days of failures until an endpoint is disabled. */
const GIVE_UP_AFTER = 3;

const attempts = counter("webhook_attempts_total", "Requests to webhook endpoints, by outcome.", "outcome");

/**
 * Sends waiting events, each endpoint's in the order of their IDs and one at a time, several endpoints at once. The
 * main process of each server does this: an endpoint is leased by one of them. Returns a function that stops it and
 * resolves when no request is in flight.
 */
export function startDelivering(everyMs = INTERVAL_MS): () => Promise<void> {
  const running = new Set<Promise<void>>();
  let stopped = false;
  let claiming: Promise<void> | undefined;
  const claimAndSend = async () => {
    for (const { id, lease } of await claim(MOST_AT_ONCE - running.size)) {
      const sending: Promise<void> = deliverTo(id, lease, () => !stopped)
        .catch(report)
        .finally(() => running.delete(sending));
      running.add(sending);
    }
  };
  const timer = setInterval(() => {
    if (running.size < MOST_AT_ONCE)
      claiming ??= claimAndSend()
        .catch(report)
        .finally(() => (claiming = undefined));
  }, everyMs);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await claiming;
    await Promise.all(running);
  };
}

/** An unreachable database is reported elsewhere, and the next attempt follows. */
function report(error: unknown): void {
  if (!isUnreachable(error)) log().error({ event: "webhook delivery failed", err: error });
}

/** A lease is the moment until which it lasts, in whole milliseconds; it also identifies its holder. */
type Lease = Date;
const newLease = sql`date_trunc('milliseconds', now() + ${LEASE} * interval '1 second')`;

/**
 * Leases up to `most` endpoints for which an event waits and is due. The lock lets writers of events pass, and is not kept
 * waiting by them.
 */
export const claim = (most: number): Promise<{ id: number; lease: Lease }[]> =>
  inNewTransaction(() =>
    queryRows<{ id: number; lease: Lease }>(sql`
      UPDATE webhook_endpoints SET leased_until = ${newLease}
      WHERE id IN (
        SELECT e.id FROM webhook_endpoints e
        WHERE e.enabled AND coalesce(e.leased_until < now(), true)
          AND coalesce(e.next_try_at <= now(), true)
          AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting')
        ORDER BY e.next_try_at NULLS FIRST, e.id LIMIT ${most} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id, leased_until AS lease`),
  );

/** Sends until nothing waits, an attempt fails, the lease is lost or `shouldContinue` returns false. */
export async function deliverTo(id: number, lease: Lease, shouldContinue: () => boolean = () => true): Promise<void> {
  let current = lease;
  for (;;) {
    const batch = shouldContinue() ? await nextBatch(id) : [];
    if (batch.length === 0) return release(id, current);
    for (const next of batch) {
      if (!shouldContinue()) break;
      const at = now();
      const answer = await send(next.request);
      attempts.add({ outcome: isSuccess(answer) ? "delivered" : "failed" });
      const renewed = await settle(id, current, next, answer, at);
      if (!renewed) return;
      current = renewed.lease;
      // The address or the secret changed.
      if (renewed.version !== next.version) break;
    }
  }
}

/** `version` is that of the endpoint. */
type Next = { deliveryId: number; version: number; isTest: boolean; request: Outgoing };
type Renewed = { lease: Lease; version: number };

/**
 * The oldest waiting events before those of transactions in progress, with their requests. A signature is valid for as
 * long as a batch takes. Tests go first, as they have no order.
 */
const nextBatch = (id: number): Promise<Next[]> =>
  inNewTransaction(async () => {
    const { settled } = await readIdHorizon("webhook_delivery_ids", LOCKS.deliveryIds);
    const rows = await queryRows<{ id: number }>(sql`
      SELECT id FROM webhook_deliveries WHERE endpoint_id = ${id} AND state = 'waiting' AND id <= ${settled}
      ORDER BY event <> ${TEST_EVENT}, id LIMIT ${BATCH}`);
    const endpoint = rows.length > 0 ? await WebhookEndpoint.findByPk(id) : null;
    if (!endpoint?.enabled) return [];
    const ids = rows.map((row) => row.id);
    const found = await WebhookDelivery.findAll({ where: { id: ids } });
    await completeSales(found);
    const deliveries = new Map(found.map((one) => [one.id, one]));
    const batch: Next[] = [];
    for (const deliveryId of ids) {
      const delivery = deliveries.get(deliveryId);
      if (!delivery) continue;
      const isTest = delivery.event === TEST_EVENT;
      batch.push({ deliveryId, version: endpoint.version, isTest, request: outgoingOf(endpoint, delivery) });
    }
    return batch;
  });

/** Stores the attempt and its outcome. Returns the renewed lease; undefined if nothing more is to be sent now. */
async function settle(id: number, lease: Lease, next: Next, answer: Answer, at: Date): Promise<Renewed | undefined> {
  if (isSuccess(answer) || next.isTest) return settleAndGoOn(id, lease, next, answer, at);
  const { retryAfter, ...result } = answer;
  const isDisabled = await inNewTransaction(async () => {
    const delivery = await WebhookDelivery.findByPk(next.deliveryId, { lock: true });
    // The endpoint was deleted meanwhile.
    if (!delivery) return false;
    const { url, headers } = next.request;
    await WebhookAttempt.create({ deliveryId: delivery.id, at, url, headers, ...result });
    return postpone(id, lease, Math.min(retryAfter ?? 0, LONGEST_PAUSE));
  });
  if (isDisabled) await mailDisabled(id).catch(report);
  return undefined;
}

/**
 * The same in one statement, for deliveries, and for tests, whose failure does not count. Undefined if the endpoint was
 * deleted or disabled, or if another process holds the lease.
 */
const settleAndGoOn = async (
  id: number,
  lease: Lease,
  { deliveryId, request: { url, headers } }: Next,
  result: Answer,
  at: Date,
): Promise<Renewed | undefined> => {
  const { status, error, answer, ms } = result;
  const isDelivered = isSuccess(result);
  return inNewTransaction(() =>
    queryOne<Renewed>(sql`
      WITH settled AS (
        UPDATE webhook_deliveries SET state = ${isDelivered ? "delivered" : "failed"},
          delivered_at = CASE WHEN ${isDelivered}::boolean THEN ${at}::timestamptz END
        WHERE id = ${deliveryId} RETURNING id),
      attempted AS (
        INSERT INTO webhook_attempts (delivery_id, at, url, headers, status, error, answer, ms)
        SELECT id, ${at}::timestamptz, ${url}, ${JSON.stringify(headers)}::jsonb, ${status}::int, ${error}, ${answer}, ${ms}
        FROM settled)
      UPDATE webhook_endpoints SET leased_until = ${newLease},
        tries = CASE WHEN ${isDelivered}::boolean THEN 0 ELSE tries END,
        failing_since = CASE WHEN ${isDelivered}::boolean THEN NULL ELSE failing_since END,
        next_try_at = CASE WHEN ${isDelivered}::boolean THEN NULL ELSE next_try_at END
      WHERE ${isHeld(id, lease)} AND enabled RETURNING leased_until AS lease, version`),
  );
};

const isHeld = (id: number, lease: Lease) => sql`id = ${id} AND leased_until = ${lease}`;

/**
 * After a failure: ends the lease and sets the next attempt, not before `pause` seconds, or disables the endpoint. True if it
 * was disabled.
 */
async function postpone(id: number, lease: Lease, pause: number): Promise<boolean> {
  // Citus refuses an UPDATE that computes times from columns of its row.
  const next = await queryOne<{ at: Date; tryAt: Date; failingSince: Date; isGivenUp: boolean }>(sql`
    SELECT now() AS at, coalesce(failing_since, now()) AS "failingSince",
      now() + greatest(${pause}, (${[...BACKOFF]}::int[])[least(tries + 1, ${BACKOFF.length})]) * interval '1 second' AS "tryAt",
      coalesce(failing_since < now() - ${GIVE_UP_AFTER} * interval '1 day', false) AS "isGivenUp"
    FROM webhook_endpoints WHERE ${isHeld(id, lease)} FOR NO KEY UPDATE`);
  if (!next) return false;
  const { at, tryAt, failingSince, isGivenUp } = next;
  const row = await queryOne<{ enabled: boolean; failed: boolean }>(sql`
    UPDATE webhook_endpoints SET leased_until = NULL, tries = tries + 1, next_try_at = ${tryAt}::timestamptz,
      failing_since = ${failingSince}::timestamptz, enabled = enabled AND NOT ${isGivenUp}::boolean,
      disabled_at = CASE WHEN enabled AND ${isGivenUp}::boolean THEN ${at}::timestamptz ELSE disabled_at END,
      disabled_reason = CASE WHEN enabled AND ${isGivenUp}::boolean THEN 'failures' ELSE disabled_reason END
    WHERE id = ${id} RETURNING enabled, disabled_reason IS NOT DISTINCT FROM 'failures' AS failed`);
  return row !== undefined && !row.enabled && row.failed;
}

const release = async (id: number, lease: Lease): Promise<void> => {
  await inNewTransaction(() =>
    execute(sql`UPDATE webhook_endpoints SET leased_until = NULL WHERE ${isHeld(id, lease)}`),
  );
};

/** Days for which deliveries can be read and sent again. */
const KEPT_DAYS = 30;

/** Deletes deliveries, with their attempts, older than 30 days; those of a disabled endpoint, too. */
export const deleteOldDeliveries = (): Promise<number> =>
  inNewTransaction(() =>
    execute(sql`DELETE FROM webhook_deliveries WHERE created_at < now() - ${KEPT_DAYS} * interval '1 day'`),
  );
