import type pg from "pg";
import { counter, gauge } from "../kernel/metrics";
import { isAway } from "../kernel/database";
import { log } from "../kernel/log";
import { steadyConnection, type Steady } from "./steady-connection";
import { type Click, storeClicks } from "./store-clicks";

/**
 * What became of a click: durably stored; refused by the database for a value of its own; or not stored in time (it
 * may be stored or not, nobody was told so).
 */
export type Outcome = "stored" | "refused" | "unavailable";

type Waiting = {
  click: Click;
  since: number;
  done: ((outcome: Outcome) => void) | undefined;
  /** Sent before on a connection that was lost: nobody knows whether it was committed. */
  again: boolean;
};
type Lane = { connection: Steady; batch: Waiting[] | undefined; sentAt: number };

const LANES = 2;
const LARGEST = 200;
const MOST_WAITING = 5_000;
/** A refusal may take two seconds in all. */
const PATIENCE_MS = 1_700;
const CHECK_MS = 100;
/** A statement that did not answer for so long is given up with its connection. */
const STUCK_MS = 5_000;
const TRIES = 10;
const CLOSING_MS = 10_000;

/** Durable before the answer; plans that suit 200 rows; a plan for each batch would cost as much as the batch. */
const SESSION =
  "-c synchronous_commit=on -c enable_nestloop=off -c plan_cache_mode=force_generic_plan -c statement_timeout=60s";

/** Deadlock and serialisation failure: the transaction was undone whole. */
const undone = new Set(["40P01", "40001"]);
const codeOf = (fault: unknown) => (fault as { code?: string }).code ?? "";
const isOfARow = (fault: unknown) => /^2[23]/.test(codeOf(fault));

/**
 * Clicks on their way into the database. One waits until one of two connections is free, and leaves with all that
 * came meanwhile, at most 200; whoever sent it hears of it when the batch is committed. Nothing is kept back.
 */
export class Batches {
  readonly #lanes: Lane[];
  #waiting: Waiting[] = [];
  #scheduled = false;
  #closing: (() => void) | undefined;
  readonly #timer = setInterval(() => this.#check(), CHECK_MS);

  constructor() {
    this.#lanes = Array.from({ length: LANES }, (_, index) => {
      const lane: Lane = { connection: undefined as unknown as Steady, batch: undefined, sentAt: 0 };
      lane.connection = steadyConnection({
        name: `clicks-${index + 1}`,
        settings: SESSION,
        opened: () => {
          this.#schedule();
          return Promise.resolve();
        },
      });
      return lane;
    });
    gauge("clicks_waiting", "Clicks that wait for a connection.", () => this.#waiting.length);
  }

  /** Takes a click in; false when too many wait already. `done` is called once. */
  add(click: Click, done: (outcome: Outcome) => void): boolean {
    if (this.#waiting.length >= MOST_WAITING || this.#closing) return false;
    this.#waiting.push({ click, since: performance.now(), done, again: false });
    this.#schedule();
    return true;
  }

  /** Stores what is in flight, for at most ten seconds, and closes the connections. */
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
    return this.#waiting.length === 0 && this.#lanes.every(({ batch }) => !batch);
  }

  // At the end of the loop's turn, so that all clicks that arrived in it leave together.
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
    const batch = (lane.batch = this.#waiting.splice(0, LARGEST));
    lane.sentAt = performance.now();
    try {
      await store(client, batch);
    } catch (fault) {
      if (isAway(fault)) {
        for (const waiting of batch) waiting.again = true;
        this.#waiting.unshift(...batch.filter(({ done }) => done));
      } else {
        log().error({ err: fault, clicks: batch.length }, "a batch of clicks was not stored");
        for (const waiting of batch) settle(waiting, "unavailable");
      }
    } finally {
      lane.batch = undefined;
      this.#schedule();
      if (this.#isEmpty()) this.#closing?.();
    }
  }

  /** Tells those who waited for too long, and gives up a connection that does not answer. */
  #check(): void {
    const now = performance.now();
    const late = ({ since }: Waiting) => now - since > PATIENCE_MS;
    for (const lane of this.#lanes) {
      for (const waiting of lane.batch ?? []) if (late(waiting)) settle(waiting, "unavailable");
      if (lane.batch && now - lane.sentAt > STUCK_MS) lane.connection.drop();
    }
    const first = this.#waiting[0];
    if (!first || !late(first)) return this.#schedule();
    for (const waiting of this.#waiting) if (late(waiting)) settle(waiting, "unavailable");
    this.#waiting = this.#waiting.filter(({ done }) => done);
    if (this.#isEmpty()) this.#closing?.();
  }
}

const total = counter("clicks_outcome_total", "Clicks by what became of them.");
const outcomes = {
  stored: total.series({ outcome: "stored" }),
  refused: total.series({ outcome: "refused" }),
  unavailable: total.series({ outcome: "unavailable" }),
};

function settle(waiting: Waiting, outcome: Outcome): void {
  const { done } = waiting;
  if (!done) return;
  waiting.done = undefined;
  outcomes[outcome].add();
  done(outcome);
}

async function store(client: pg.Client, batch: readonly Waiting[]): Promise<void> {
  const clicks = batch.map(({ click }) => click);
  const again = batch.some((waiting) => waiting.again);
  for (let tries = 1; ; tries++) {
    try {
      await storeClicks(client, clicks, { again });
      break;
    } catch (fault) {
      if (undone.has(codeOf(fault)) && tries < TRIES) continue;
      if (!isOfARow(fault)) throw fault;
      return oneByOne(client, batch);
    }
  }
  for (const waiting of batch) settle(waiting, "stored");
}

/** A row that the database refuses must not sink the others: each goes alone. */
async function oneByOne(client: pg.Client, batch: readonly Waiting[]): Promise<void> {
  for (const waiting of batch) {
    try {
      await storeClicks(client, [waiting.click], { again: true });
      settle(waiting, "stored");
    } catch (fault) {
      if (!isOfARow(fault)) throw fault;
      log().error({ err: fault, click: waiting.click.id }, "a click was refused by the database");
      settle(waiting, "refused");
    }
  }
}
