import type { Visitor } from "./visitor";

const SLOTS = 12;
const SLOT_MS = 60_000 / SLOTS;
const WAYS = 4;
const SETS = 32_768;
const NEVER = -2 * 60_000;

/**
 * Counts clicks of a visitor on an agent's link within the last minute, in this process. Memory is fixed (5 MB): each
 * of 131,072 places holds a ring of twelve counters of five seconds; the place that rested longest is given away.
 * A click counts for 55 to 60 seconds, never longer.
 */
export class Rate {
  readonly #keys = new Float64Array(SETS * WAYS);
  /** Milliseconds from the beginning to a place's last use. */
  readonly #last = new Float64Array(SETS * WAYS).fill(NEVER);
  readonly #counts = new Uint16Array(SETS * WAYS * SLOTS);
  readonly #began: number;

  /** `most` clicks a minute pass; 0 lets all pass. `now` is the present in milliseconds. */
  constructor(
    private readonly most: number,
    now: number,
  ) {
    this.#began = now;
  }

  /** Counts one click and answers whether it is one too many. */
  exceeded(visitor: Visitor, agentId: number, now: number): boolean {
    if (this.most === 0) return false;
    const time = Math.max(0, now - this.#began);
    const place = this.#placeOf(visitor, agentId);
    this.#forget(place, time);
    const at = place * SLOTS + (slotOf(time) % SLOTS);
    this.#counts[at] = Math.min(65_535, (this.#counts[at] ?? 0) + 1);
    let sum = 0;
    for (let i = 0; i < SLOTS; i++) sum += this.#counts[place * SLOTS + i] ?? 0;
    return isTooMany(sum, this.most);
  }

  #placeOf(visitor: Visitor, agentId: number): number {
    const mixed = (visitor.low ^ Math.imul(agentId, 0x9e3779b1)) >>> 0;
    const set = (mixed % SETS) * WAYS;
    const key = (visitor.high & 0x1fffff) * 0x1_0000_0000 + mixed;
    let oldest = set;
    for (let place = set; place < set + WAYS; place++) {
      if (this.#keys[place] === key) return place;
      if ((this.#last[place] ?? 0) < (this.#last[oldest] ?? 0)) oldest = place;
    }
    this.#keys[oldest] = key;
    this.#last[oldest] = NEVER;
    return oldest;
  }

  /** Empties the counters of slots that have passed since the place was used. */
  #forget(place: number, time: number): void {
    const last = this.#last[place] ?? NEVER;
    const before = slotOf(last);
    const passed = Math.min(SLOTS, slotOf(time) - before);
    for (let i = 1; i <= passed; i++) this.#counts[place * SLOTS + ((before + i + SLOTS * 2) % SLOTS)] = 0;
    if (time > last) this.#last[place] = time;
  }
}

/** Of so many clicks within a minute, where `most` pass; 0 lets all pass. */
export const isTooMany = (clicks: number, most: number): boolean => most > 0 && clicks > most;

const slotOf = (time: number) => Math.floor(time / SLOT_MS);
