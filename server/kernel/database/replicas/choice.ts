/**
 * Chooses the replica for a read from the newest heartbeat seen on each: a replica contains everything that the primary
 * had committed before that moment. All times are in milliseconds.
 */

/** A replica whose newest heartbeat is older is not used. */
export const MOST_LAG = 5_000;
/** After a fault a replica is not used for this time, and then must pass a check first. */
export const SICK_FOR = 3_000;
/** Clocks are read at different moments. A heartbeat further ahead than this means the primary's clock was set back. */
const AHEAD = 1_000;

type Seen = { beat: number | undefined; sickUntil: number; inUse: number };

export type Choice = ReturnType<typeof choiceOf>;

/** The choice among `count` replicas that run at most `room` reads at a time. `clock` is the clock of this process. */
export function choiceOf(count: number, { room, clock }: { room: number; clock: () => number }) {
  const all: Seen[] = Array.from({ length: count }, () => ({ beat: undefined, sickUntil: -Infinity, inUse: 0 }));
  const of = (index: number) => all[index] ?? { beat: undefined, sickUntil: Infinity, inUse: 0 };
  let ahead: number | undefined;
  let turn = 0;

  /** The primary's present time. Heartbeats are compared only with it, because the clocks of machines differ. */
  const primaryTime = () => (ahead === undefined ? undefined : clock() + ahead);
  const lagOf = (index: number) => {
    const [time, { beat }] = [primaryTime(), of(index)];
    return time === undefined || beat === undefined ? undefined : time - beat;
  };
  /** True if data with this heartbeat is recent enough and contains changes committed at `since`. */
  const isFresh = (beat: number | undefined, since: number | undefined) => {
    const time = primaryTime();
    if (time === undefined || beat === undefined) return false;
    return time - beat < MOST_LAG && beat - time <= AHEAD && (since === undefined || beat > since);
  };
  const isFit = (index: number, since?: number) =>
    index < count && clock() >= of(index).sickUntil && of(index).inUse < room && isFresh(of(index).beat, since);

  return {
    /** Records the primary's `time`. `asked` is when the query was sent: a slow response must not hide lag. */
    primarySaid(time: number, asked: number): void {
      ahead = time - asked;
    },
    /** Records a heartbeat. Ignores one from a failed replica, because the query was sent before the failure. */
    seen(index: number, beat: number): void {
      if (clock() >= of(index).sickUntil) of(index).beat = beat;
    },
    failed(index: number): void {
      Object.assign(of(index), { beat: undefined, sickUntil: clock() + SICK_FOR });
    },
    /** False for a while after a failure. */
    mayBeChecked: (index: number) => clock() >= of(index).sickUntil,
    taken: (index: number) => void (of(index).inUse += 1),
    given: (index: number) => void (of(index).inUse -= 1),
    /** The fit replica with the fewest reads, in rotation among equals. With `stay`, only that one, if it is fit. */
    choose({ since, stay }: { since?: number | undefined; stay?: number | undefined } = {}): number | undefined {
      if (stay !== undefined) return isFit(stay, since) ? stay : undefined;
      turn += 1;
      const inTurn = all.map((_, place) => (place + turn) % count).filter((index) => isFit(index, since));
      return inTurn.reduce<number | undefined>(
        (best, index) => (best === undefined || of(index).inUse < of(best).inUse ? index : best),
        undefined,
      );
    },
    isFresh,
    isFit,
    lagOf,
    inUse: (index: number) => of(index).inUse,
  };
}
