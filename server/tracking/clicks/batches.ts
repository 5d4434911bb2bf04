import type pg from "pg";
import { config } from "../../kernel/process/config";
import { persistentConnection, type PersistentConnection, purposes } from "../../kernel/database/connections";
import { isUnreachable } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { counter, gauge } from "../../kernel/process/metrics";
import { clickRecord, type Spool } from "../spool";
import { storeBatch } from "./store-batch";
import type { Click } from "./store-clicks";
import { isDistributed } from "./store-distributed";

/**
 * The outcome of a click. stored: durable in the database. spooled: durable in the spool. refused: rejected by the
 * database because of one of its values. unavailable: none of these in time; it may or may not have been stored, and it
 * was not acknowledged.
 */
export type Outcome = "stored" | "spooled" | "refused" | "unavailable";

type Waiting = {
  click: Click;
  since: number;
  done: ((outcome: Outcome) => void) | undefined;
  /** It was sent on a connection that was lost, so it may or may not be committed. */
  isRetry: boolean;
  /** It is also being written to the spool. Whichever of the two finishes first settles the click. */
  spooled: boolean;
};
type Lane = { connection: PersistentConnection; batch: Waiting[] | undefined; sentAt: number };

const LANES = purposes.clicks.perWorker;
/** Rows of a batch on one server: more of them would keep the first ones waiting and are hardly cheaper. */
const MAX_BATCH_SIZE = 200;
/** In a distributed database a batch costs as much as some ten rows, again for each shard that it changes. */
const MAX_DISTRIBUTED = 1_000;
const MOST_WAITING = 5_000;
/** Hard limit on how long a click waits for a connection, even while the database answers. */
const MAX_WAIT_MS = 1_700;
const CHECK_MS = 50;
/** A connection is dropped when its statement has been unanswered for this long. */
const STUCK_MS = 5_000;
const CLOSING_MS = 10_000;

/**
 * Queues clicks for the database. A click waits until one of two connections is free and is sent together with those
 * that have arrived meanwhile; there is no collecting window. Its callback runs after COMMIT. Clicks that the database
 * does not take in time go to the spool, and their callbacks run after the sync. While the database does not answer at
 * all, every click goes to the spool at once.
 */
export class Batches {
  readonly #lanes: Lane[];
  readonly #after = config().SPOOL_AFTER_MS;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #away = false;
  #maxBatchSize = MAX_BATCH_SIZE;
  #closing: (() => void) | undefined;
  // The check runs after this turn's I/O, so that answers which arrived while the process was busy do not count as
  // silence.
  readonly #timer = setInterval(() => setImmediate(() => this.#check()), CHECK_MS);

  constructor(private readonly spool: Pick<Spool, "append">) {
    this.#lanes = Array.from({ length: LANES }, (_, index) => {
      const lane: Lane = { connection: undefined as unknown as PersistentConnection, batch: undefined, sentAt: 0 };
      lane.connection = persistentConnection("clicks", {
        ...{ number: index + 1, keepOpen: true },
        onOpen: async (client) => {
          this.#maxBatchSize = (await isDistributed(client)) ? MAX_DISTRIBUTED : MAX_BATCH_SIZE;
          this.#away = false;
          this.#schedule();
        },
      });
      return lane;
    });
    gauge("clicks_waiting", "Clicks waiting for a connection.", () => this.#waiting.length);
  }

  /** Queues a click. Returns false if the queue is full or closed; otherwise `done` is called exactly once. */
  add(click: Click, done: (outcome: Outcome) => void): boolean {
    if (this.#waiting.length >= MOST_WAITING || this.#closing) return false;
    const waiting: Waiting = { click, since: performance.now(), done, isRetry: false, spooled: false };
    if (this.#away) return this.#keep(waiting);
    this.#waiting.push(waiting);
    this.#schedule();
    return true;
  }

  /** Clicks wait while every connection is busy. */
  isBehind(): boolean {
    return this.#waiting.length > 0 && this.#lanes.every(({ batch }) => batch);
  }

  /** Stores or spools the clicks in flight, for at most ten seconds, then closes the connections. */
  async close(): Promise<void> {
    const empty = new Promise<void>((done) => {
      this.#closing = done;
      if (this.#isEmpty()) done();
    });
    await Promise.race([empty, new Promise((done) => setTimeout(done, CLOSING_MS).unref())]);
    clearInterval(this.#timer);
    await Promise.all(this.#lanes.map(({ connection }) => connection.close()));
    for (const waiting of this.#waiting) settle(waiting, "unavailable");
  }

  #isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#lanes.every(({ batch }) => !batch?.some(({ done }) => done));
  }

  // Deferred to the end of the event loop's turn, so that all clicks that arrived in it are sent together.
  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      for (const lane of this.#lanes) {
        const { client } = lane.connection;
        if (client && !lane.batch && this.#waiting.length > 0) void this.#send(lane, client);
      }
    });
  }

  async #send(lane: Lane, client: pg.Client): Promise<void> {
    const batch = this.#waiting.splice(0, this.#maxBatchSize);
    lane.batch = batch;
    lane.sentAt = performance.now();
    let isRetriedSoon = true;
    try {
      const clicks = batch.map(({ click }) => click);
      const isRetry = batch.some((waiting) => waiting.isRetry);
      await storeBatch(client, clicks, isRetry, (index, outcome) => settle(batch[index], outcome));
      this.#away = false;
    } catch (error) {
      if (isUnreachable(error)) {
        // Beside a lost connection, this is a lost server of a cluster, whose coordinator says so at once, again and again.
        isRetriedSoon = false;
        const now = performance.now();
        for (const waiting of batch) {
          waiting.isRetry = true;
          if (now - waiting.since > this.#after) this.#keep(waiting);
        }
        this.#waiting.unshift(...batch.filter(({ done, spooled }) => done && !spooled));
      } else {
        this.#away = false;
        log().error({ event: "click batch failed", clicks: batch.length, err: error });
        for (const waiting of batch) settle(waiting, "unavailable");
      }
    } finally {
      lane.batch = undefined;
      if (isRetriedSoon) this.#schedule();
      if (this.#isEmpty()) this.#closing?.();
    }
  }

  /** Spools the clicks that the database does not take in time, and drops connections that do not answer. */
  #check(): void {
    if (this.#waiting.length === 0 && this.#lanes.every(({ batch }) => !batch)) return;
    const now = performance.now();
    const isSilent = ({ batch, sentAt }: Lane) => batch !== undefined && now - sentAt > this.#after;
    for (const lane of this.#lanes) {
      if (isSilent(lane)) for (const waiting of lane.batch ?? []) this.#keep(waiting);
      if (lane.batch && now - lane.sentAt > STUCK_MS) lane.connection.drop();
    }
    const isDatabaseSilent = this.#lanes.every((lane) => !lane.connection.client || isSilent(lane));
    const patience = isDatabaseSilent ? this.#after : MAX_WAIT_MS;
    const [first] = this.#waiting;
    if (!first || now - first.since <= patience) return this.#schedule();
    this.#away = isDatabaseSilent;
    for (const waiting of this.#waiting) if (now - waiting.since > patience) this.#keep(waiting);
    this.#waiting = this.#waiting.filter(({ done, spooled }) => done && !spooled);
  }

  #keep(waiting: Waiting): boolean {
    if (!waiting.done || waiting.spooled) return true;
    waiting.spooled = true;
    const isAccepted = this.spool.append(clickRecord(waiting.click), (isStored) => {
      settle(waiting, isStored ? "spooled" : "unavailable");
      if (this.#isEmpty()) this.#closing?.();
    });
    if (!isAccepted) settle(waiting, "unavailable");
    return true;
  }
}

const total = counter("clicks_outcome_total", "Clicks by outcome.", "outcome");
const outcomes = {
  stored: total.series({ outcome: "stored" }),
  spooled: total.series({ outcome: "spooled" }),
  refused: total.series({ outcome: "refused" }),
  unavailable: total.series({ outcome: "unavailable" }),
};

function settle(waiting: Waiting | undefined, outcome: Outcome): void {
  const done = waiting?.done;
  if (!waiting || !done) return;
  waiting.done = undefined;
  outcomes[outcome].add();
  done(outcome);
}
