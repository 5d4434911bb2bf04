/**
 * Which replica answers, told from the newest beat that each was seen to have: everything that the primary had
 * committed before that moment is in it. All times are milliseconds.
 */

/** A replica whose newest beat is older answers nothing. */
export const MOST_LAG = 5_000;
/** After a fault a replica is left alone for so long, and then has to answer a check first. */
export const SICK_FOR = 3_000;
/** Clocks are read a moment apart; a beat further ahead than this says that the primary's clock was set back. */
const AHEAD = 1_000;

type Seen = { beat: number | undefined; sickUntil: number; inUse: number };

export type Choice = ReturnType<typeof choiceOf>;

/** The choice among `count` replicas, each with room for `room` reads at a time; `clock` is this process's own. */
export function choiceOf(count: number, { room, clock }: { room: number; clock: () => number }) {
  const all: Seen[] = Array.from({ length: count }, () => ({ beat: undefined, sickUntil: -Infinity, inUse: 0 }));
  const of = (index: number) => all[index] ?? { beat: undefined, sickUntil: Infinity, inUse: 0 };
  let ahead: number | undefined;
  let turn = 0;

  /** The primary's time now: clocks of other machines are compared with nothing but that. */
  const primaryTime = () => (ahead === undefined ? undefined : clock() + ahead);
  const lagOf = (index: number) => {
    const [time, { beat }] = [primaryTime(), of(index)];
    return time === undefined || beat === undefined ? undefined : time - beat;
  };
  /** Whether what holds this beat is young enough, and has what was changed at `since`. */
  const isFresh = (beat: number | undefined, since: number | undefined) => {
    const time = primaryTime();
    if (time === undefined || beat === undefined) return false;
    return time - beat < MOST_LAG && beat - time <= AHEAD && (since === undefined || beat > since);
  };
  const isFit = (index: number, since?: number) =>
    index < count && clock() >= of(index).sickUntil && of(index).inUse < room && isFresh(of(index).beat, since);

  return {
    /** The primary said that it was `time`; it was asked at `asked`, so that a slow answer makes nobody look younger. */
    primarySaid(time: number, asked: number): void {
      ahead = time - asked;
    },
    /** What a sick one says was asked before it was. */
    seen(index: number, beat: number): void {
      if (clock() >= of(index).sickUntil) of(index).beat = beat;
    },
    failed(index: number): void {
      Object.assign(of(index), { beat: undefined, sickUntil: clock() + SICK_FOR });
    },
    /** Whether its next check is due: the sick have a rest. */
    mayBeChecked: (index: number) => clock() >= of(index).sickUntil,
    taken: (index: number) => void (of(index).inUse += 1),
    given: (index: number) => void (of(index).inUse -= 1),
    /** The fit one that has least to do, in turns where several have; the one to `stay` with while it is fit, or none. */
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
