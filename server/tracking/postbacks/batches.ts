import { isUnreachable } from "../../kernel/database/transactions";
import { unavailable } from "../../kernel/operation/refusal";
import { gauge } from "../../kernel/process/metrics";
import { log } from "../../kernel/process/log";
import type { Client } from "../../kernel/database/sql";
import { bookTogether, type Undecided } from "./book-together";
import { onConnection } from "./connections";
import { decide } from "./decide";
import type { Outcome } from "./record";

const MAX_BATCH_SIZE = 50;
const MOST_WAITING = 5_000;

type Waiting = Undecided & {
  /** An earlier attempt lost its connection, so the postback may already be stored. */
  isRetry: boolean;
  done: (outcome: Outcome) => void;
  failed: (error: unknown) => void;
};

/** The postbacks that wait for the next free connection. */
let open: Waiting[] | undefined;
let waitingCount = 0;

/**
 * Decides a postback and stores it together with all that arrive before a connection is free, at most 50. There is no
 * collecting window. Throws DatabaseUnavailable if the database does not answer in time, ConnectionLost if the outcome
 * is unknown, and the plain 503 refusal if too many postbacks are waiting.
 */
export function decideInBatch(undecided: Undecided, isRetry: boolean): Promise<Outcome> {
  if (waitingCount >= MOST_WAITING) return Promise.reject(unavailable());
  return new Promise((done, failed) => {
    const batch = open && open.length < MAX_BATCH_SIZE ? open : openBatch();
    batch.push({ ...undecided, isRetry, done, failed });
    waitingCount += 1;
  });
}

function openBatch(): Waiting[] {
  const batch: Waiting[] = (open = []);
  const close = () => {
    if (open === batch) open = undefined;
  };
  let isStarted = false;
  const start = () => {
    close();
    isStarted = true;
    waitingCount -= batch.length;
  };
  onConnection((client) => {
    start();
    return decideAll(client, batch);
  }).catch((error: unknown) => {
    if (!isStarted) start();
    // Those that have been decided are settled already.
    for (const { failed } of batch) failed(error);
  });
  return batch;
}

gauge("postbacks_waiting", "Postbacks waiting for a connection.", () => waitingCount);

async function decideAll(client: Client, batch: readonly Waiting[]): Promise<void> {
  const rest = new Set(batch);
  for (const [waiting, outcome] of await bookOrLeave(client, batch)) {
    waiting.done(outcome);
    rest.delete(waiting);
  }
  for (const { request, input, isRetry, done, failed } of rest) {
    try {
      done(await decide(client, request, input, isRetry));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failed(error);
    }
  }
}

async function bookOrLeave(client: Client, batch: readonly Waiting[]): Promise<Map<Waiting, Outcome>> {
  try {
    return await bookTogether(
      client,
      batch.filter(({ isRetry }) => !isRetry),
    );
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // One of them may be at fault. Each is decided by itself.
    log().warn({ event: "postback batch failed", postbacks: batch.length, err: error });
    return new Map();
  }
}
