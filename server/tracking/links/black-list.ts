import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type pg from "pg";
import type { Client } from "../../kernel/database/sql";
import { maskWords, parseNetwork, formatNetwork, type Words } from "../../kernel/addresses/address";

/** Number of sets that each prefix length is split into. Growing one of these small sets does not delay a click. */
const SHARDS = 256;
const CHUNK_SIZE = 3_000;

/** The networks of one prefix length and one address family, by their words. */
class Networks {
  readonly #shards = Array.from({ length: SHARDS }, () => new Set<number | string>());
  size = 0;

  shardOf(words: Words): Set<number | string> {
    const xor = words.reduce((sum, word) => sum ^ word, 0);
    const shard = this.#shards[(xor ^ (xor >>> 8) ^ (xor >>> 16) ^ (xor >>> 24)) & (SHARDS - 1)];
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
    for (let at = 0; at < entries.length; at += CHUNK_SIZE) {
      for (const { entry, listed } of entries.slice(at, at + CHUNK_SIZE)) this.#change(entry, listed);
      if (at + CHUNK_SIZE < entries.length) await yieldToEventLoop();
    }
  }

  #change(entry: string, listed: boolean): void {
    const network = parseNetwork(entry);
    if (!network) throw new RangeError(`${entry} is not a network.`);
    const { words, bits } = network;
    const family = familyOf(words);
    let networks = this.#lengths[family].get(bits);
    if (!networks) {
      this.#lengths[family].set(bits, (networks = new Networks()));
      this.#ordered[family] = [...this.#lengths[family].keys()].sort((a, b) => a - b);
    }
    const masked = maskWords(bits, words);
    const shard = networks.shardOf(masked);
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
      const masked = bits === family ? words : maskWords(bits, words);
      // The text is built only for a match: storing a million texts would take more memory than the list.
      if (this.#lengths[family].get(bits)?.shardOf(masked).has(keyOf(masked)))
        return formatNetwork({ words: masked, bits });
    }
    return undefined;
  }
}

const familyOf = (words: Words): 32 | 128 => (words.length === 1 ? 32 : 128);
// Signed 32-bit integers are the smallest keys.
const keyOf = (words: Words): number | string => (words.length === 1 ? (words[0] ?? 0) | 0 : words.join());

/** Rows per page. The event loop gets a turn between pages. */
const PAGE = 3_000;

/**
 * The black list as of the version that the open transaction sees. If `before` exists and the change log reaches back
 * to its version, the changes are applied to its list in place; otherwise the whole list is read page by page.
 */
export async function readBlackList(
  client: pg.Client,
  before: { version: number; blackList: BlackList } | undefined,
  progress: () => void,
): Promise<BlackList> {
  const { rows } = await client.query<{ since: number }>("SELECT black_list_since AS since FROM link_state");
  if (!before || before.version < (rows[0]?.since ?? 0)) return readWhole(client, progress);
  const changes = await client.query<{ entry: string; listed: boolean }>({
    text: "SELECT entry, listed FROM black_list_changes WHERE version > $1 ORDER BY version, id",
    values: [before.version],
  });
  await before.blackList.change(changes.rows);
  return before.blackList;
}

/**
 * The entries that contain the address. Each possible prefix is looked up in the index. Reads in the open transaction.
 */
export async function readBlackListFor(client: Client, address: Words | undefined): Promise<BlackList> {
  const list = new BlackList();
  if (!address) return list;
  const networks = Array.from({ length: address.length * 32 + 1 }, (_, bits) =>
    formatNetwork({ words: maskWords(bits, address), bits }),
  );
  const { rows } = await client.query<{ entry: string; listed: boolean }>({
    text: "SELECT black_list_text(ip) AS entry, true AS listed FROM black_list WHERE ip = ANY($1::cidr[])",
    values: [networks],
  });
  await list.change(rows);
  return list;
}

async function readWhole(client: pg.Client, progress: () => void): Promise<BlackList> {
  const list = new BlackList();
  for await (const entries of blackListPages(client)) {
    await list.change(entries);
    progress();
  }
  return list;
}

/** All entries in pages of 3,000. Reads in the open transaction. */
export async function* blackListPages(client: Client): AsyncGenerator<{ entry: string; listed: boolean }[]> {
  for (let after = 0; ;) {
    const { rows } = await client.query<{ id: number; entry: string; listed: boolean }>({
      text: "SELECT id, black_list_text(ip) AS entry, true AS listed FROM black_list WHERE id > $1 ORDER BY id LIMIT $2",
      values: [after, PAGE],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}
