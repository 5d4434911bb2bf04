import { isUnreachable } from "../../kernel/database/transactions";
import { unavailable } from "../../kernel/operation/refusal";
import { gauge } from "../../kernel/process/metrics";
import { log } from "../../kernel/process/log";
import type { Client } from "../../kernel/database/sql";
import { bookTogether, type Undecided } from "./book-together";
import { onConnection } from "./connections";
import { decide } from "./decide";
import type { Outcome } from "./record";

/** Two batches at a time: more of them would be smaller, and a batch of sixteen costs a fifth of sixteen batches. */
const LANES = 2;
const MAX_BATCH_SIZE = 50;
const MOST_WAITING = 5_000;

export type Waiting = Undecided & {
  done: (outcome: Outcome) => void;
  failed: (error: unknown) => void;
};

let waiting: Waiting[] = [];
let lanesInUse = 0;
let isScheduled = false;

/**
 * Decides a postback and stores it together with all that arrive before one of two lanes is free, at most 50. There is
 * no collecting window. Throws DatabaseUnavailable if the database does not answer in time, ConnectionLost if the
 * outcome is unknown, and the plain 503 refusal if too many postbacks are waiting.
 */
export function decideInBatch(undecided: Undecided): Promise<Outcome> {
  if (waiting.length >= MOST_WAITING) return Promise.reject(unavailable());
  return new Promise((done, failed) => {
    waiting.push({ ...undecided, done, failed });
    schedule();
  });
}

// Deferred to the end of the event loop's turn, so that all postbacks that arrived in it are decided together.
function schedule(): void {
  if (isScheduled || lanesInUse === LANES || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    void run(waiting.slice(0, MAX_BATCH_SIZE));
    waiting = waiting.slice(MAX_BATCH_SIZE);
    schedule();
  });
}

async function run(batch: readonly Waiting[]): Promise<void> {
  lanesInUse += 1;
  try {
    await onConnection((client) => decideAll(client, batch, false));
  } catch (error) {
    // Those that have been decided are settled already.
    for (const { failed } of batch) failed(error);
  } finally {
    lanesInUse -= 1;
    schedule();
  }
}

gauge("postbacks_waiting", "Postbacks waiting for a connection.", () => waiting.length);

/**
 * Decides postbacks on a connection without an open transaction, and settles each. `isRetry` means that some may already be
 * stored: a sale is a duplicate then, and its record is left as it is. Throws if the database is lost.
 */
export async function decideAll(client: Client, batch: readonly Waiting[], isRetry: boolean): Promise<void> {
  // The second time, what repeats a sale of the first is found to be a duplicate.
  const rest = await decideTogether(client, await decideTogether(client, batch));
  for (const { request, input, done, failed } of rest) {
    try {
      done(await decide(client, request, input, isRetry));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failed(error);
    }
  }
}

/** Returns those that are left. */
async function decideTogether(client: Client, batch: readonly Waiting[]): Promise<readonly Waiting[]> {
  const outcomes = await bookOrLeave(client, batch);
  for (const [{ done }, outcome] of outcomes) done(outcome);
  return batch.filter((waiting) => !outcomes.has(waiting));
}

async function bookOrLeave(client: Client, batch: readonly Waiting[]): Promise<Map<Waiting, Outcome>> {
  try {
    return await bookTogether(client, batch);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // One of them may be at fault. Each is decided by itself.
    log().warn({ event: "postback batch failed", postbacks: batch.length, err: error });
    return new Map();
  }
}
