import { LOCKS } from "../../kernel/database/advisory-locks";
import { now } from "../../kernel/time/now";
import { runAfterCommitCallbacks, isUnreachable } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import type { Client } from "../../kernel/database/sql";
import { decideAgain, POSTBACK_COLUMNS, type StoredPostback } from "./acceptance";
import { onConnection } from "./connections";
import { nextTry, type Outcome } from "./record";

const INTERVAL_MS = 10_000;
const BATCH_SIZE = 500;

// The connections of the pool may be idle for long, but not while one has the lock: others wait for a process that hangs.
const TAKE_TURN = `
  SELECT mine, set_config('idle_session_timeout', CASE WHEN mine THEN '8s' ELSE '0' END, false)
  FROM (SELECT pg_try_advisory_lock($1) AS mine OFFSET 0) AS turn`;
const END_TURN = "SELECT pg_advisory_unlock($1), set_config('idle_session_timeout', '0', false)";

const DUE = `
  SELECT received_at AS "receivedAt", id FROM postbacks
  WHERE verdict = 'held' AND next_try_at <= $1::timestamptz ORDER BY next_try_at, id LIMIT ${BATCH_SIZE}`;
const LOCK = `
  SELECT ${POSTBACK_COLUMNS} FROM postbacks
  WHERE received_at = $1::timestamptz AND id = $2 AND verdict = 'held' FOR UPDATE SKIP LOCKED`;

/**
 * Retries every pending postback that is due, each in its own transaction, while `shouldContinue` returns true. Returns the
 * number of postbacks retried; 0 if another process is retrying.
 */
export async function retryPending(shouldContinue: () => boolean = () => true): Promise<number> {
  return onConnection(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(TAKE_TURN, [LOCKS.retryPostbacks]);
    if (!rows[0]?.mine) return 0;
    try {
      // A backlog after an outage is worked off in one go: a retried postback is not due again for ten seconds.
      for (let tried = 0; ;) {
        const due = await client.query<Pick<StoredPostback, "receivedAt" | "id">>(DUE, [now().toISOString()]);
        for (const { receivedAt, id } of due.rows) {
          if (!shouldContinue()) return tried;
          await retry(client, receivedAt, id);
          tried++;
        }
        if (due.rows.length < BATCH_SIZE) return tried;
      }
    } finally {
      await client.query(END_TURN, [LOCKS.retryPostbacks]);
    }
  });
}

const POSTPONE = `
  UPDATE postbacks SET tries = tries + 1, next_try_at = $3::timestamptz WHERE received_at = $1::timestamptz AND id = $2`;

async function retry(client: Client, receivedAt: Date, id: number): Promise<void> {
  const moment = receivedAt.toISOString();
  await client.query("BEGIN");
  try {
    const { rows } = await client.query<StoredPostback>(LOCK, [moment, id]);
    if (rows[0]) await decideAgain(client, rows[0]);
    await client.query("COMMIT");
    await runAfterCommitCallbacks(client);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // A postback that cannot be decided must not block the others.
    await client.query("ROLLBACK");
    log().error({ event: "pending postback failed", postback: id, err: error });
    const pending: Outcome = { verdict: "held", reason: "unknown_click", postback: {} };
    await client.query(POSTPONE, [moment, id, nextTry(pending, receivedAt, now())]);
  }
}

/** Retries the pending postbacks that are due every `everyMs` milliseconds. Returns a function that stops the retries. */
export function startRetrying(everyMs = INTERVAL_MS): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  let stopped = false;
  const timer = setInterval(() => {
    // A run that outlasts the interval is not started twice, and stopping waits for it.
    running ??= retryPending(() => !stopped)
      .catch((error: unknown) => log().warn({ event: "retry of pending postbacks failed", err: error }))
      .finally(() => (running = undefined));
  }, everyMs);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
