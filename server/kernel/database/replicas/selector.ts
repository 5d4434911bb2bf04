/**
 * Chooses the replica for a read from the newest heartbeat seen on each: a replica contains everything that the primary
 * had committed before that moment. All times are in milliseconds.
 */

/** A replica whose newest heartbeat is older is not used. */
export const MAX_LAG_MS = 5_000;
/** After a fault a replica is not used for this time, and then must pass a check first. */
export const FAILED_FOR_MS = 3_000;
/** Clocks are read at different moments. A heartbeat further ahead than this means the primary's clock was set back. */
const MAX_AHEAD_MS = 1_000;

type ReplicaState = { beat: number | undefined; failedUntil: number; inUse: number };

export type ReplicaSelector = ReturnType<typeof createReplicaSelector>;

/** The choice among `count` replicas that run at most `capacity` reads at a time. `clock` is the clock of this process. */
export function createReplicaSelector(count: number, { capacity, clock }: { capacity: number; clock: () => number }) {
  const all: ReplicaState[] = Array.from({ length: count }, () => ({
    beat: undefined,
    failedUntil: -Infinity,
    inUse: 0,
  }));
  const stateOf = (index: number) => all[index] ?? { beat: undefined, failedUntil: Infinity, inUse: 0 };
  let clockOffset: number | undefined;
  let turn = 0;

  /** The primary's present time. Heartbeats are compared only with it, because the clocks of machines differ. */
  const primaryTime = () => (clockOffset === undefined ? undefined : clock() + clockOffset);
  const lagOf = (index: number) => {
    const [time, { beat }] = [primaryTime(), stateOf(index)];
    return time === undefined || beat === undefined ? undefined : time - beat;
  };
  /** True if data with this heartbeat is recent enough and contains changes committed at `since`. */
  const isFresh = (beat: number | undefined, since: number | undefined) => {
    const time = primaryTime();
    if (time === undefined || beat === undefined) return false;
    return time - beat < MAX_LAG_MS && beat - time <= MAX_AHEAD_MS && (since === undefined || beat > since);
  };
  const isFit = (index: number, since?: number) =>
    index < count &&
    clock() >= stateOf(index).failedUntil &&
    stateOf(index).inUse < capacity &&
    isFresh(stateOf(index).beat, since);

  return {
    /** Records the primary's `time`. `askedAt` is when the query was sent: a slow response must not hide lag. */
    setPrimaryTime(time: number, askedAt: number): void {
      clockOffset = time - askedAt;
    },
    /** Records a heartbeat. Ignores one from a failed replica, because the query was sent before the failure. */
    setBeat(index: number, beat: number): void {
      if (clock() >= stateOf(index).failedUntil) stateOf(index).beat = beat;
    },
    markFailed(index: number): void {
      Object.assign(stateOf(index), { beat: undefined, failedUntil: clock() + FAILED_FOR_MS });
    },
    /** False for a while after a failure. */
    canCheck: (index: number) => clock() >= stateOf(index).failedUntil,
    acquire: (index: number) => void (stateOf(index).inUse += 1),
    release: (index: number) => void (stateOf(index).inUse -= 1),
    /** The fit replica with the fewest reads, in rotation among equals. With `current`, only that one, if it is fit. */
    choose({ since, current }: { since?: number | undefined; current?: number | undefined } = {}): number | undefined {
      if (current !== undefined) return isFit(current, since) ? current : undefined;
      turn += 1;
      const inTurn = all.map((_, place) => (place + turn) % count).filter((index) => isFit(index, since));
      return inTurn.reduce<number | undefined>(
        (best, index) => (best === undefined || stateOf(index).inUse < stateOf(best).inUse ? index : best),
        undefined,
      );
    },
    isFresh,
    isFit,
    lagOf,
    inUse: (index: number) => stateOf(index).inUse,
  };
}
