import { purposes } from "../connections";
import { config } from "../../process/config";
import { autocommit, queryOne } from "../transactions";
import { log } from "../../process/log";
import { counter, gauges } from "../../process/metrics";
import { sql } from "../sql";
import { withReader, type Reader } from "../transaction-context";
import { type ReplicaSelector, createReplicaSelector } from "./selector";
import { IDENTITY, isServerError, ReplicaNotFit, type Replica, openReplica } from "./replica";

export { beat, hasReplicas } from "./heartbeat";
export { laggingReplicas } from "./lagging";
export { recordOwnChange } from "./own-change";

/** Reads reports and logs from a fit replica, otherwise from the primary. */

const EVERY_MS = 1_000;
const TIME = sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time`;

type WatchedReplicas = { replicas: readonly Replica[]; selector: ReplicaSelector; identity?: string | undefined };
const NO_REPLICAS: WatchedReplicas = {
  replicas: [],
  selector: createReplicaSelector(0, { capacity: 0, clock: () => 0 }),
};
let watched = NO_REPLICAS;

const reads = counter("replica_reads_total", "Reads served by replicas, by replica.", "replica");
const errors = counter(
  "replica_errors_total",
  "Reads that the primary served because a replica failed, by replica.",
  "replica",
);

export type ReplicaReadOptions = {
  /** The result must contain everything committed up to this moment, in milliseconds of the primary's time. */
  since?: number | undefined;
  /** Called with the moment that a replica's result reflects, in milliseconds. Not called for the primary. */
  asOf?: ((moment: number) => void) | undefined;
};

/**
 * Runs `body`, whose read transactions may go to a replica. All of them use the same replica while it is fit. After one
 * had to use the primary, the rest do too, so that data seen once does not disappear.
 */
export function withReplicaReads<T>({ since, asOf }: ReplicaReadOptions, body: () => T): T {
  const { replicas, selector } = watched;
  if (replicas.length === 0) return body();
  let place: number | "primary" | undefined;
  const reader: Reader = async (read, readPrimary) => {
    const index = place === "primary" ? undefined : selector.choose({ since, current: place });
    const replica = index === undefined ? undefined : replicas[index];
    if (index !== undefined && replica) {
      selector.acquire(index);
      try {
        const { result, beat } = await replica.read(read, (latest) => selector.isFresh(latest, since));
        place = index;
        reads.add({ replica: replica.name });
        asOf?.(beat);
        return result;
      } catch (error) {
        if (!isServerError(error)) throw error;
        if (!(error instanceof ReplicaNotFit)) noteFailure(index, error);
      } finally {
        selector.release(index);
      }
    }
    place = "primary";
    return readPrimary(read);
  };
  return withReader(reader, body);
}

/** Checks each replica once a second from this process. Returns a function that stops it and closes the connections. */
export function watchReplicas(): () => Promise<void> {
  const urls = [...new Set(config().DATABASE_READ_URLS)];
  if (urls.length === 0) return () => Promise.resolve();
  const replicas = urls.map(openReplica);
  watched = {
    replicas,
    selector: createReplicaSelector(replicas.length, {
      capacity: purposes.replica.perReplica,
      clock: () => performance.now(),
    }),
  };
  registerGauges(watched);
  const checks = [primaryCheck(watched), ...replicas.map((_, index) => replicaCheck(watched, index))].map(oneAtATime);
  const checkAll = () => checks.forEach((check) => check());
  checkAll();
  const timer = setInterval(checkAll, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    watched = NO_REPLICAS;
    await Promise.all(replicas.map((replica) => replica.close()));
  };
}

/** Reads the primary's time, because the clocks of machines differ, and its identity. */
const primaryCheck = (target: WatchedReplicas) => async () => {
  const askedAt = performance.now();
  const row = await autocommit("read", () => queryOne<{ time: number }>(TIME));
  if (row) target.selector.setPrimaryTime(row.time, askedAt);
  target.identity ??= (await autocommit("read", () => queryOne<{ identity: string }>(IDENTITY)))?.identity;
};

const replicaCheck = (target: WatchedReplicas, index: number) => async () => {
  const { replicas, selector, identity } = target;
  const replica = replicas[index];
  if (!replica || identity === undefined || !selector.canCheck(index)) return;
  try {
    selector.setBeat(index, await replica.beat(identity));
  } catch (error) {
    noteFailure(index, error);
    replica.disconnect();
  }
};

function noteFailure(index: number, error: unknown): void {
  const { selector, replicas } = watched;
  const name = replicas[index]?.name ?? "";
  // Of many simultaneous faults, only the first is logged.
  if (selector.canCheck(index)) log().warn({ event: "replica suspended", replica: name, err: error });
  errors.add({ replica: name });
  selector.markFailed(index);
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

function registerGauges({ replicas, selector }: WatchedReplicas): void {
  const each = (value: (index: number) => number | undefined) => () =>
    replicas.flatMap(({ name }, index): [{ replica: string }, number][] => {
      const measured = value(index);
      return measured === undefined ? [] : [[{ replica: name }, measured]];
    });
  const lag = each((index) => lagSeconds(selector, index));
  gauges("replica_lag_seconds", "Age of the newest beat that a replica has.", ["replica"], lag, { shared: true });
  gauges("replica_reads_in_use", "Reads that replicas are at.", ["replica"], each(selector.inUse));
  const fit = each((index) => Number(selector.isFit(index)));
  gauges("replica_fit", "Processes that read from a replica.", ["replica"], fit);
  replicas.forEach(({ name }) => [reads, errors].forEach((one) => one.add({ replica: name }, 0)));
}

const lagSeconds = (selector: ReplicaSelector, index: number): number | undefined => {
  const lag = selector.lagOf(index);
  return lag === undefined ? undefined : Math.max(0, Math.round(lag) / 1_000);
};
