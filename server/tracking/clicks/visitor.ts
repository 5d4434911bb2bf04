import { hash } from "node:crypto";

/** 64 bits that identify one visitor on one type. The IP address and browser cannot be derived from them. */
export type Visitor = { readonly high: number; readonly low: number; readonly bits: bigint };

const HEX = 16;

/**
 * Returns the keyed hash of address, user agent and type. The key is stored in the database, so that all workers agree.
 * It is SHA-256 with the key as a prefix of one block. Only 64 of the 256 bits are used, which rules out length
 * extension, and it costs a third of an HMAC object.
 */
export function visitors(key: Buffer): (address: string, userAgent: string, typeId: number) => Visitor {
  const secret = key.toString("hex");
  return (address, userAgent, typeId) => {
    const digest = hash("sha256", `${secret}${typeId}|${address}|${userAgent}`, "hex");
    return {
      high: parseInt(digest.slice(0, 8), HEX),
      low: parseInt(digest.slice(8, 16), HEX),
      bits: BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)),
    };
  };
}

const SLOTS = 12;
const SLOT_MS = 60_000 / SLOTS;
const WAYS = 4;
const SETS = 32_768;
const NEVER = -2 * 60_000;

/**
 * Counts a visitor's clicks on an agent's link within the last minute, in this process only. Memory is fixed at 5 MB: a
 * table of 131,072 places in sets of four, each place with a ring of twelve five-second counters. When a set is full,
 * its least recently used place is reused. A click counts for 55 to 60 seconds, never longer.
 */
export class Rate {
  readonly #keys = new Float64Array(SETS * WAYS);
  /** When each place was last used, in milliseconds since construction. */
  readonly #last = new Float64Array(SETS * WAYS).fill(NEVER);
  readonly #counts = new Uint16Array(SETS * WAYS * SLOTS);
  readonly #began: number;

  /** Allows `maxClicks` clicks a minute; 0 means no limit. `now` is in milliseconds since 1970. */
  constructor(
    private readonly maxClicks: number,
    now: number,
  ) {
    this.#began = now;
  }

  /** Counts one click and returns whether it exceeds the limit. `now` is in milliseconds since 1970. */
  exceeded(visitor: Visitor, agentId: number, now: number): boolean {
    if (this.maxClicks === 0) return false;
    const time = Math.max(0, now - this.#began);
    const place = this.#placeOf(visitor, agentId);
    this.#forget(place, time);
    const at = place * SLOTS + (slotOf(time) % SLOTS);
    this.#counts[at] = Math.min(65_535, (this.#counts[at] ?? 0) + 1);
    let sum = 0;
    for (let i = 0; i < SLOTS; i++) sum += this.#counts[place * SLOTS + i] ?? 0;
    return isTooMany(sum, this.maxClicks);
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

  /** Clears the counters of the slots that have passed since the place was last used. */
  #forget(place: number, time: number): void {
    const last = this.#last[place] ?? NEVER;
    const before = slotOf(last);
    const passed = Math.min(SLOTS, slotOf(time) - before);
    for (let i = 1; i <= passed; i++) this.#counts[place * SLOTS + ((before + i + SLOTS * 2) % SLOTS)] = 0;
    if (time > last) this.#last[place] = time;
  }
}

/** Whether this many clicks within a minute exceed the limit `maxClicks`; 0 means no limit. */
export const isTooMany = (clicks: number, maxClicks: number): boolean => maxClicks > 0 && clicks > maxClicks;

const slotOf = (time: number) => Math.floor(time / SLOT_MS);
