import { setImmediate as turn } from "node:timers/promises";
import type { Words } from "../../kernel/net/address";
import { maskedTo, networkOf, textOf } from "../../kernel/net/network";

/** Number of sets that each prefix length is split into. Growing one of these small sets does not delay a click. */
const SHARDS = 256;
const PIECE = 3_000;

/** The networks of one prefix length and one address family, by their words. */
class Networks {
  readonly #shards = Array.from({ length: SHARDS }, () => new Set<number | string>());
  size = 0;

  of(words: Words): Set<number | string> {
    const folded = words.reduce((sum, word) => sum ^ word, 0);
    const shard = this.#shards[(folded ^ (folded >>> 8) ^ (folded >>> 16) ^ (folded >>> 24)) & (SHARDS - 1)];
    if (!shard) throw new RangeError("There is no such shard.");
    return shard;
  }
}

/**
 * The black list in memory, updated entry by entry. A lookup checks each prefix length on the list, widest first, so
 * its cost does not depend on the number of entries.
 */
export class BlackList {
  readonly #lengths = { 32: new Map<number, Networks>(), 128: new Map<number, Networks>() };
  /** The same prefix lengths in ascending order. */
  readonly #ordered: { 32: number[]; 128: number[] } = { 32: [], 128: [] };

  /**
   * Adds or removes entries, written as "192.0.2.7" or "2001:db8::/32". Every 3,000 entries the event loop gets a turn.
   * Throws RangeError for an entry that is not a network.
   */
  async change(entries: readonly { entry: string; listed: boolean }[]): Promise<void> {
    for (let at = 0; at < entries.length; at += PIECE) {
      for (const { entry, listed } of entries.slice(at, at + PIECE)) this.#change(entry, listed);
      if (at + PIECE < entries.length) await turn();
    }
  }

  #change(entry: string, listed: boolean): void {
    const network = networkOf(entry);
    if (!network) throw new RangeError(`${entry} is no network.`);
    const { words, bits } = network;
    const family = familyOf(words);
    let networks = this.#lengths[family].get(bits);
    if (!networks) {
      this.#lengths[family].set(bits, (networks = new Networks()));
      this.#ordered[family] = [...this.#lengths[family].keys()].sort((a, b) => a - b);
    }
    const masked = maskedTo(bits, words);
    const shard = networks.of(masked);
    const before = shard.size;
    if (listed) shard.add(keyOf(masked));
    else shard.delete(keyOf(masked));
    networks.size += shard.size - before;
    if (networks.size > 0) return;
    this.#lengths[family].delete(bits);
    this.#ordered[family] = this.#ordered[family].filter((length) => length !== bits);
  }

  /** The widest entry that contains the address; undefined if there is none. */
  covering(words: Words): string | undefined {
    const family = familyOf(words);
    for (const bits of this.#ordered[family]) {
      const masked = bits === family ? words : maskedTo(bits, words);
      // The text is built only for a match: storing a million texts would take more memory than the list.
      if (this.#lengths[family].get(bits)?.of(masked).has(keyOf(masked))) return textOf({ words: masked, bits });
    }
    return undefined;
  }
}

const familyOf = (words: Words): 32 | 128 => (words.length === 1 ? 32 : 128);
// Signed 32-bit integers are the smallest keys.
const keyOf = (words: Words): number | string => (words.length === 1 ? (words[0] ?? 0) | 0 : words.join());
