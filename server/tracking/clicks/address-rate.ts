import type { Words } from "../../kernel/addresses/address";

const MINUTE_MS = 60_000;
const BITS = 16;

/**
 * Counts the clicks of an address (IPv6: /64) within a minute, in this process only. Memory is fixed at 256 KB: addresses that
 * share one of 65,536 counters count together. It is part of every click, so it is one access to an array.
 */
export class AddressRate {
  readonly #counts = new Uint32Array(1 << BITS);
  #ends = 0;

  /** Allows `maxClicks` clicks a minute; 0 means no limit. */
  constructor(private readonly maxClicks: number) {}

  /** Counts one click and returns whether it exceeds the limit. `now` is in milliseconds since 1970. */
  exceeded(words: Words, now: number): boolean {
    if (this.maxClicks === 0) return false;
    if (now >= this.#ends || now < this.#ends - MINUTE_MS) {
      this.#counts.fill(0);
      this.#ends = now + MINUTE_MS;
    }
    const word = (words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x85ebca6b);
    const place = Math.imul(word, 0x9e3779b1) >>> (32 - BITS);
    const count = (this.#counts[place] ?? 0) + 1;
    this.#counts[place] = count;
    return count > this.maxClicks;
  }
}
