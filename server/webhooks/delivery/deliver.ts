import { WebhookAttempt, WebhookDelivery } from "~models";
import { LOCKS } from "../../kernel/database/advisory-locks";
import { readIdHorizon } from "../../kernel/database/id-horizon";
import { sql } from "../../kernel/database/sql";
import { execute, inNewTransaction, isUnreachable, queryOne, queryRows } from "../../kernel/database/transactions";
import { TEST_EVENT } from "../../kernel/outbox/events";
import { now } from "../../kernel/periods/now";
import { log } from "../../kernel/process/log";
import { counter } from "../../kernel/process/metrics";
import { mailDisabled } from "./disabled-mail";
import { outgoingOf } from "./outgoing";
import { type Answer, isSuccess, type Outgoing, send } from "./send";

// SQL by hand: endpoints are leased with the clock of the database, which all servers share, and skipping locked rows.

const INTERVAL_MS = 500;
const MOST_AT_ONCE = 16;
/** Seconds for which one process sends to an endpoint, renewed by each delivery. A request takes five at most. */
const LEASE = 10;
/** Seconds until the next attempt after the first failure, the second and so on; after the last one, always the last. */
const BACKOFF = [5, 30, 120, 600, 1_800, 3_600] as const;
/** Days of failures until an endpoint is disabled. */
const GIVE_UP_AFTER = 3;

const attempts = counter("webhook_attempts_total", "Requests to webhook endpoints, by outcome.", "outcome");

/**
 * Sends waiting events, each endpoint's in the order of their IDs and one at a time, several endpoints at once. All
 * processes of all servers may do this: an endpoint is leased by one of them. Returns a function that stops it and
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
const newLease = sql`date_trunc('milliseconds', clock_timestamp() + ${LEASE} * interval '1 second')`;

/** Leases up to `most` endpoints for which an event waits and is due. */
export const claim = (most: number): Promise<{ id: number; lease: Lease }[]> =>
  inNewTransaction(() =>
    queryRows<{ id: number; lease: Lease }>(sql`
      UPDATE webhook_endpoints SET leased_until = ${newLease}
      WHERE id IN (
        SELECT e.id FROM webhook_endpoints e
        WHERE e.enabled AND coalesce(e.leased_until < clock_timestamp(), true)
          AND coalesce(e.next_try_at <= clock_timestamp(), true)
          AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting')
        ORDER BY e.next_try_at NULLS FIRST, e.id LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING id, leased_until AS lease`),
  );

/** Sends until nothing waits, an attempt fails, the lease is lost or `shouldContinue` returns false. */
export async function deliverTo(id: number, lease: Lease, shouldContinue: () => boolean = () => true): Promise<void> {
  let current: Lease | undefined = lease;
  while (current && shouldContinue()) {
    const next = await nextDelivery(id);
    if (!next) break;
    const at = now();
    const answer = await send(next.request);
    attempts.add({ outcome: isSuccess(answer) ? "delivered" : "failed" });
    current = await settle(id, current, next, answer, at);
  }
  if (current) await release(id, current);
}

type Next = { deliveryId: number; request: Outgoing };

/** The oldest waiting event before those of transactions in progress. Tests go first, as they have no order. */
const nextDelivery = (id: number): Promise<Next | undefined> =>
  inNewTransaction(async () => {
    const { settled } = await readIdHorizon("webhook_delivery_ids", LOCKS.deliveryIds);
    const row = await queryOne<{ id: number }>(sql`
      SELECT id FROM webhook_deliveries WHERE endpoint_id = ${id} AND state = 'waiting' AND id <= ${settled}
      ORDER BY event <> ${TEST_EVENT}, id LIMIT 1`);
    const delivery = row && (await WebhookDelivery.findByPk(row.id, { include: "endpoint" }));
    if (!delivery?.endpoint?.enabled) return undefined;
    return { deliveryId: delivery.id, request: await outgoingOf(delivery.endpoint, delivery) };
  });

/** Stores the attempt and its outcome. Returns the renewed lease; undefined if nothing more is to be sent now. */
async function settle(
  id: number,
  lease: Lease,
  { deliveryId, request }: Next,
  answer: Answer,
  at: Date,
): Promise<Lease | undefined> {
  const outcome = await inNewTransaction(async () => {
    const delivery = await WebhookDelivery.findByPk(deliveryId, { lock: true });
    // The endpoint was deleted meanwhile.
    if (!delivery) return undefined;
    const { url, headers } = request;
    await WebhookAttempt.create({ deliveryId, at, url, headers, ...answer });
    if (isSuccess(answer)) {
      await delivery.update({ state: "delivered", deliveredAt: at });
      return { lease: await renew(id, lease) };
    }
    if (delivery.event === TEST_EVENT) {
      await delivery.update({ state: "failed" });
      return { lease: await extend(id, lease) };
    }
    return { disabled: await postpone(id, lease) };
  });
  if (outcome?.disabled) await mailDisabled(id).catch(report);
  return outcome?.lease;
}

const isHeld = (id: number, lease: Lease) => sql`id = ${id} AND leased_until = ${lease}`;

const leaseOf = async (row: Promise<{ lease: Lease } | undefined>) => (await row)?.lease;

/** After a success. Undefined if another process holds the lease. */
const renew = (id: number, lease: Lease): Promise<Lease | undefined> =>
  leaseOf(
    queryOne(sql`
      UPDATE webhook_endpoints SET leased_until = ${newLease}, tries = 0, failing_since = NULL, next_try_at = NULL
      WHERE ${isHeld(id, lease)} RETURNING leased_until AS lease`),
  );

const extend = (id: number, lease: Lease): Promise<Lease | undefined> =>
  leaseOf(
    queryOne(sql`
      UPDATE webhook_endpoints SET leased_until = ${newLease} WHERE ${isHeld(id, lease)} RETURNING leased_until AS lease`),
  );

/** After a failure: ends the lease and sets the next attempt, or disables the endpoint. True if it was disabled. */
async function postpone(id: number, lease: Lease): Promise<boolean> {
  const row = await queryOne<{ enabled: boolean; failed: boolean }>(sql`
    UPDATE webhook_endpoints SET leased_until = NULL, tries = tries + 1,
      next_try_at = clock_timestamp() + (${[...BACKOFF]}::int[])[least(tries + 1, ${BACKOFF.length})] * interval '1 second',
      failing_since = coalesce(failing_since, clock_timestamp()),
      enabled = enabled AND NOT ${isGivenUp},
      disabled_at = CASE WHEN enabled AND ${isGivenUp} THEN clock_timestamp() ELSE disabled_at END
    WHERE ${isHeld(id, lease)} RETURNING enabled, disabled_at IS NOT NULL AS failed`);
  return row !== undefined && !row.enabled && row.failed;
}

const isGivenUp = sql`coalesce(failing_since < clock_timestamp() - ${GIVE_UP_AFTER} * interval '1 day', false)`;

const release = (id: number, lease: Lease): Promise<unknown> =>
  inNewTransaction(() => execute(sql`UPDATE webhook_endpoints SET leased_until = NULL WHERE ${isHeld(id, lease)}`));

/** Days for which deliveries can be read and sent again. */
const KEPT_DAYS = 30;

/** Deletes deliveries, with their attempts, older than 30 days; those of a disabled endpoint, too. */
export const deleteOldDeliveries = (): Promise<number> =>
  inNewTransaction(() =>
    execute(sql`DELETE FROM webhook_deliveries WHERE created_at < now() - ${KEPT_DAYS} * interval '1 day'`),
  );
