import { purposes } from "../connections";
import { config } from "../config";
import { autocommit, one } from "../database";
import { log } from "../log";
import { counter, gauges } from "../metrics";
import { sql } from "../sql";
import { readBy, type Reader } from "../transaction-context";
import { type Choice, choiceOf } from "./choice";
import { IDENTITY, isOfTheServer, NotFit, type Replica, replicaAt } from "./replica";

// SQL by hand: the primary's clock; no row is read.

export { beat, hasReplicas } from "./heartbeat";
export { laggingReplicas } from "./lagging";
export { noteOwnChange } from "./own-change";

/** Reports and logs are read from a replica that is fit for it, else from the primary; nobody notices which. */

const EVERY_MS = 1_000;
const TIME = sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time`;

type Watched = { replicas: readonly Replica[]; choice: Choice; identity?: string | undefined };
const nobody: Watched = { replicas: [], choice: choiceOf(0, { room: 0, clock: () => 0 }) };
let watched = nobody;

const reads = counter("replica_reads_total", "What replicas were asked for, by replica.", "replica");
const errors = counter(
  "replica_errors_total",
  "What the primary had to answer after a replica's fault, by replica.",
  "replica",
);

export type Wanted = {
  /** What was committed until then must be in the answer; milliseconds of the primary's time. */
  since?: number | undefined;
  /** Hears of which moment an answer of a replica is; does not hear of the primary's answers. */
  asOf?: ((moment: number) => void) | undefined;
};

/**
 * What `body` reads may come from a replica. Several transactions of one body come from the same server as long as that
 * is fit, and from the first that the primary had to give on, all of them do: what was seen once does not vanish.
 */
export function readingFromReplicas<T>({ since, asOf }: Wanted, body: () => T): T {
  const { replicas, choice } = watched;
  if (replicas.length === 0) return body();
  let place: number | "primary" | undefined;
  const reader: Reader = async (act, readPrimary) => {
    const index = place === "primary" ? undefined : choice.choose({ since, stay: place });
    const replica = index === undefined ? undefined : replicas[index];
    if (index !== undefined && replica) {
      choice.taken(index);
      try {
        const { answer, beat } = await replica.read(act, (seen) => choice.isFresh(seen, since));
        place = index;
        reads.add({ replica: replica.name });
        asOf?.(beat);
        return answer;
      } catch (fault) {
        if (!isOfTheServer(fault)) throw fault;
        if (!(fault instanceof NotFit)) failed(index, fault);
      } finally {
        choice.given(index);
      }
    }
    place = "primary";
    return readPrimary(act);
  };
  return readBy(reader, body);
}

/** Looks after the replicas of this process, a look at each in a second, until it is ended. */
export function watchReplicas(): () => Promise<void> {
  const urls = [...new Set(config().DATABASE_READ_URLS)];
  if (urls.length === 0) return () => Promise.resolve();
  const replicas = urls.map(replicaAt);
  watched = {
    replicas,
    choice: choiceOf(replicas.length, { room: purposes.replica.perReplica, clock: () => performance.now() }),
  };
  describe(watched);
  const looks = [primaryLook(watched), ...replicas.map((_, index) => replicaLook(watched, index))].map(oneAtATime);
  const look = () => looks.forEach((act) => act());
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    watched = nobody;
    await Promise.all(replicas.map((replica) => replica.close()));
  };
}

/** What time it is there, and which database it is: asked for on the reader pool, for the clocks of machines differ. */
const primaryLook = (of: Watched) => async () => {
  const asked = performance.now();
  const found = await autocommit("read", () => one<{ time: number }>(TIME));
  if (found) of.choice.primarySaid(found.time, asked);
  of.identity ??= (await autocommit("read", () => one<{ identity: string }>(IDENTITY)))?.identity;
};

const replicaLook = (of: Watched, index: number) => async () => {
  const { replicas, choice, identity } = of;
  const replica = replicas[index];
  if (!replica || identity === undefined || !choice.mayBeChecked(index)) return;
  try {
    choice.seen(index, await replica.beat(identity));
  } catch (fault) {
    failed(index, fault);
    replica.cutOff();
  }
};

function failed(index: number, fault: unknown): void {
  const { choice, replicas } = watched;
  const name = replicas[index]?.name ?? "";
  // Of many faults at the same time the first is told.
  if (choice.mayBeChecked(index)) log().warn({ err: fault, replica: name }, "A replica is left alone for a while.");
  errors.add({ replica: name });
  choice.failed(index);
}

/** The next look does not wait behind one that has no answer yet. */
function oneAtATime(act: () => Promise<void>): () => void {
  let busy = false;
  return () => {
    if (busy) return;
    busy = true;
    act()
      .catch(() => undefined)
      .finally(() => (busy = false));
  };
}

function describe({ replicas, choice }: Watched): void {
  const each = (value: (index: number) => number | undefined) => () =>
    replicas.flatMap(({ name }, index): [{ replica: string }, number][] => {
      const found = value(index);
      return found === undefined ? [] : [[{ replica: name }, found]];
    });
  const lag = each((index) => lagIn(choice, index));
  gauges("replica_lag_seconds", "Age of the newest beat that a replica has.", ["replica"], lag, { shared: true });
  gauges("replica_reads_in_use", "Reads that replicas are at.", ["replica"], each(choice.inUse));
  const fit = each((index) => Number(choice.isFit(index)));
  gauges("replica_fit", "Processes that read from a replica.", ["replica"], fit);
  replicas.forEach(({ name }) => [reads, errors].forEach((one) => one.add({ replica: name }, 0)));
}

const lagIn = (choice: Choice, index: number): number | undefined => {
  const lag = choice.lagOf(index);
  return lag === undefined ? undefined : Math.max(0, Math.round(lag) / 1_000);
};
