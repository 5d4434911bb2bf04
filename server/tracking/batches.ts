import type pg from "pg";
import { config } from "../kernel/config";
import { persistentConnection, type PersistentConnection, purposes } from "../kernel/connections";
import { isAway } from "../kernel/database";
import { log } from "../kernel/log";
import { counter, gauge } from "../kernel/metrics";
import { clickRecord, type Spool } from "./spool";
import { storeBatch } from "./store-batch";
import type { Click } from "./store-clicks";

/**
 * What became of a click: durably stored, or durably spooled; refused by the database for a value of its own; or
 * neither in time (it may be stored or not, nobody was told so).
 */
export type Outcome = "stored" | "spooled" | "refused" | "unavailable";

type Waiting = {
  click: Click;
  since: number;
  done: ((outcome: Outcome) => void) | undefined;
  /** Sent before on a connection that was lost: nobody knows whether it was committed. */
  again: boolean;
  /** On its way to the disk: whichever has it first answers. */
  spooled: boolean;
};
type Lane = { connection: PersistentConnection; batch: Waiting[] | undefined; sentAt: number };

const LANES = purposes.clicks.perProcess;
const LARGEST = 200;
const MOST_WAITING = 5_000;
/** Longer nobody waits, not even where the database answers. */
const PATIENCE_MS = 1_700;
const CHECK_MS = 50;
/** A statement that did not answer for so long is given up with its connection. */
const STUCK_MS = 5_000;
const CLOSING_MS = 10_000;

/**
 * Clicks on their way into the database. One waits until one of two connections is free, and leaves with all that
 * came meanwhile, at most 200; whoever sent it hears of it when the batch is committed. Nothing is kept back. What the
 * database does not take in time goes to the spool; while it takes nothing at all, everything does at once.
 */
export class Batches {
  readonly #lanes: Lane[];
  readonly #after = config().SPOOL_AFTER_MS;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #away = false;
  #closing: (() => void) | undefined;
  // After the turn's reading: what has come in while this process was busy is no silence.
  readonly #timer = setInterval(() => setImmediate(() => this.#check()), CHECK_MS);

  constructor(private readonly spool: Pick<Spool, "append">) {
    this.#lanes = Array.from({ length: LANES }, (_, index) => {
      const lane: Lane = { connection: undefined as unknown as PersistentConnection, batch: undefined, sentAt: 0 };
      lane.connection = persistentConnection("clicks", {
        ...{ number: index + 1, keepOpen: true },
        opened: () => {
          this.#away = false;
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
    const waiting: Waiting = { click, since: performance.now(), done, again: false, spooled: false };
    if (this.#away) return this.#keep(waiting);
    this.#waiting.push(waiting);
    this.#schedule();
    return true;
  }

  /** Stores or spools what is in flight, for at most ten seconds, and closes the connections. */
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
      const clicks = batch.map(({ click }) => click);
      const again = batch.some((waiting) => waiting.again);
      await storeBatch(client, clicks, again, (index, outcome) => settle(batch[index], outcome));
      this.#away = false;
    } catch (fault) {
      if (isAway(fault)) {
        for (const waiting of batch) waiting.again = true;
        this.#waiting.unshift(...batch.filter(({ done, spooled }) => done && !spooled));
      } else {
        this.#away = false;
        log().error({ err: fault, clicks: batch.length }, "a batch of clicks was not stored");
        for (const waiting of batch) settle(waiting, "unavailable");
      }
    } finally {
      lane.batch = undefined;
      this.#schedule();
      if (this.#isEmpty()) this.#closing?.();
    }
  }

  /** Sends to the spool what the database does not take in time, and gives up a connection that does not answer. */
  #check(): void {
    if (this.#waiting.length === 0 && this.#lanes.every(({ batch }) => !batch)) return;
    const now = performance.now();
    const isSilent = ({ batch, sentAt }: Lane) => batch !== undefined && now - sentAt > this.#after;
    for (const lane of this.#lanes) {
      if (isSilent(lane)) for (const waiting of lane.batch ?? []) this.#keep(waiting);
      if (lane.batch && now - lane.sentAt > STUCK_MS) lane.connection.drop();
    }
    const nobodyHears = this.#lanes.every((lane) => !lane.connection.client || isSilent(lane));
    const patience = nobodyHears ? this.#after : PATIENCE_MS;
    const [first] = this.#waiting;
    if (!first || now - first.since <= patience) return this.#schedule();
    this.#away = nobodyHears;
    for (const waiting of this.#waiting) if (now - waiting.since > patience) this.#keep(waiting);
    this.#waiting = this.#waiting.filter(({ done, spooled }) => done && !spooled);
  }

  #keep(waiting: Waiting): boolean {
    if (!waiting.done || waiting.spooled) return true;
    waiting.spooled = true;
    const taken = this.spool.append(clickRecord(waiting.click), (kept) => {
      settle(waiting, kept ? "spooled" : "unavailable");
      if (this.#isEmpty()) this.#closing?.();
    });
    if (!taken) settle(waiting, "unavailable");
    return true;
  }
}

const total = counter("clicks_outcome_total", "Clicks by what became of them.", "outcome");
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
