import { purposes } from "../connections";
import { config } from "../../process/config";
import { autocommit, one } from "../transactions";
import { log } from "../../process/log";
import { counter, gauges } from "../../process/metrics";
import { sql } from "../sql";
import { readBy, type Reader } from "../transaction-context";
import { type Choice, choiceOf } from "./choice";
import { IDENTITY, isOfTheServer, NotFit, type Replica, replicaAt } from "./replica";

// SQL by hand: it reads the primary's clock and no row of a model.

export { beat, hasReplicas } from "./heartbeat";
export { laggingReplicas } from "./lagging";
export { noteOwnChange } from "./own-change";

/** Reads reports and logs from a fit replica, otherwise from the primary. */

const EVERY_MS = 1_000;
const TIME = sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time`;

type Watched = { replicas: readonly Replica[]; choice: Choice; identity?: string | undefined };
const nobody: Watched = { replicas: [], choice: choiceOf(0, { room: 0, clock: () => 0 }) };
let watched = nobody;

const reads = counter("replica_reads_total", "Reads served by replicas, by replica.", "replica");
const errors = counter(
  "replica_errors_total",
  "Reads that the primary served because a replica failed, by replica.",
  "replica",
);

export type Wanted = {
  /** The result must contain everything committed up to this moment, in milliseconds of the primary's time. */
  since?: number | undefined;
  /** Called with the moment that a replica's result reflects, in milliseconds. Not called for the primary. */
  asOf?: ((moment: number) => void) | undefined;
};

/**
 * Runs `body`, whose read transactions may go to a replica. All of them use the same replica while it is fit. After one
 * had to use the primary, the rest do too, so that data seen once does not disappear.
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

/** Checks each replica once a second from this process. Returns a function that stops it and closes the connections. */
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

/** Reads the primary's time, because the clocks of machines differ, and its identity. */
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
  // Of many simultaneous faults, only the first is logged.
  if (choice.mayBeChecked(index)) log().warn({ event: "replica suspended", replica: name, err: fault });
  errors.add({ replica: name });
  choice.failed(index);
}

/** Skips a call while the previous one has not ended, so that checks do not queue up. Ignores errors. */
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
