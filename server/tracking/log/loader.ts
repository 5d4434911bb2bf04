import { rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { DAY_MS } from "../../kernel/periods/durations";
import { isAborted } from "../../kernel/database/transactions";
import { now } from "../../kernel/periods/now";
import { log } from "../../kernel/process/log";
import { counter } from "../../kernel/process/metrics";
import type { UserAgent } from "../clicks/user-agents";
import { decide } from "../postbacks/decide";
import { isFormer } from "./former-spool";
import { createdAt, type Loaded, sizesIn, syncFolder } from "./folder";
import { OpenSegment, type WaitingPostback } from "./open-segment";
import { forgetPositions, movePositions, readPositions } from "./positions";
import { keepRefused } from "./refused";
import { type Chunk, isRowError, storeChunks } from "./store-chunks";

/** Clicks of one transaction. */
const BATCH_SIZE = 5_000;
const TRIES = 10;
/** Positions are kept for this long after their segment, and a segment without one is checked click by click then. */
const FORGET_MS = 30 * DAY_MS;

export type LoaderOptions = {
  folder: string;
  agentOf: (text: string) => UserAgent;
  /** Called after each COMMIT, and when everything that was in the log at a moment is in the database. */
  onLoaded: (loaded: Partial<Loaded> & Pick<Loaded, "sizes">) => Promise<void> | void;
  /** Stops the load before the next batch. */
  signal?: AbortSignal | undefined;
};

type Barrier = {
  sizes: ReadonlyMap<string, number>;
  postbacks: readonly { segment: OpenSegment; of: WaitingPostback }[];
};

/**
 * Loads the segments of a folder. Each batch of clicks commits together with the positions behind it, so that each click is
 * stored once, wherever this process or its connection ends. Several loaders of one folder do no harm: the position decides.
 */
export class Loader {
  readonly #segments = new Map<string, OpenSegment>();
  #barrier: Barrier | undefined;

  constructor(
    private readonly client: pg.Client,
    private readonly options: LoaderOptions,
  ) {}

  /**
   * Loads what is in the log now. Returns the number of clicks and postbacks. Throws the database's errors and PositionMoved;
   * then this loader must not be used any more.
   */
  async load(): Promise<number> {
    const { folder, signal, onLoaded } = this.options;
    const at = Date.now();
    const sizes = sizesIn(folder);
    await this.#open(sizes);
    let count = 0;
    for (;;) {
      signal?.throwIfAborted();
      const chunks = await this.#next();
      if (chunks.length === 0) break;
      count += await this.#store(chunks);
    }
    count += await this.#decideWaiting(sizes);
    const isAll = [...this.#segments.values()].every(({ isDone }) => isDone);
    await onLoaded({ sizes: isAll ? Object.fromEntries(sizes) : this.#loadedSizes(), ...(isAll ? { at } : {}) });
    await this.#deleteFinished();
    return count;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#segments.values()].map((segment) => segment.close()));
  }

  async #open(sizes: ReadonlyMap<string, number>): Promise<void> {
    const fresh = [...sizes.keys()].filter((name) => !this.#segments.has(name));
    if (fresh.length > 0) {
      const positions = await readPositions(this.client, fresh);
      const { folder, agentOf } = this.options;
      const refuse = (segment: string, payload: Buffer) => keepRefused(folder, segment, payload);
      for (const name of fresh) {
        const found = positions.get(name);
        if (!found) throw new Error(`${name} has no position.`);
        const { isNew, ...position } = found;
        const again = isFormer(name) || (isNew && createdAt(name) < Date.now() - FORGET_MS);
        this.#segments.set(name, new OpenSegment(name, position, again, { folder, agentOf, refuse }));
      }
    }
    for (const [name, segment] of this.#segments) {
      const size = sizes.get(name);
      if (size !== undefined) await segment.grow(size);
      else await this.#forget(segment);
    }
  }

  /** The next clicks of all segments, oldest segment first. */
  async #next(): Promise<Chunk[]> {
    const chunks: Chunk[] = [];
    let room = BATCH_SIZE;
    for (const segment of this.#segments.values()) {
      if (room === 0) break;
      const chunk = await segment.take(room);
      if (!chunk) continue;
      chunks.push(chunk);
      room -= chunk.clicks.length;
    }
    return chunks;
  }

  async #store(chunks: readonly Chunk[]): Promise<number> {
    const { folder, onLoaded } = this.options;
    const stored = await storeChunks(this.client, chunks, (segment, payload) => keepRefused(folder, segment, payload));
    for (const { segment, to } of chunks) {
      const open = this.#segments.get(segment);
      if (open) open.position = to;
    }
    loaded.add({ kind: "click" }, stored);
    await onLoaded({ sizes: this.#loadedSizes() });
    return stored;
  }

  #loadedSizes(): Record<string, number> {
    return Object.fromEntries([...this.#segments].map(([name, { position }]) => [name, position.decided]));
  }

  /**
   * Decides the postbacks that were read before, once all clicks that were in the log after they had been read are stored: a
   * sale is never decided before a click that precedes it, in whatever segment.
   */
  async #decideWaiting(sizes: ReadonlyMap<string, number>): Promise<number> {
    if (!this.#barrier) {
      const postbacks = [...this.#segments.values()].flatMap((segment) =>
        segment.postbacks.map((of) => ({ segment, of })),
      );
      if (postbacks.length === 0) return 0;
      // Sizes from after the reading.
      this.#barrier = { sizes: sizesIn(this.options.folder), postbacks };
    }
    const { sizes: until, postbacks } = this.#barrier;
    const isLoaded = [...until].every(([name, size]) => (sizes.get(name) ?? Infinity) >= size);
    if (!isLoaded) return 0;
    this.#barrier = undefined;
    const inOrder = postbacks.toSorted(
      (a, b) => a.of.postback.request.receivedAt.getTime() - b.of.postback.request.receivedAt.getTime(),
    );
    for (const { segment, of } of inOrder) await this.#decide(segment, of);
    for (const segment of new Set(postbacks.map((one) => one.segment))) await this.#moveDecided(segment, postbacks);
    return postbacks.length;
  }

  async #moveDecided(segment: OpenSegment, decided: Barrier["postbacks"]): Promise<void> {
    const own = decided.filter((one) => one.segment === segment);
    const to = segment.decidedTo(own.at(-1)?.of.end ?? segment.position.decided);
    await movePositions(this.client, [{ segment: segment.name, from: segment.position, to }]);
    segment.position = to;
    segment.postbacks = segment.postbacks.slice(own.length);
  }

  async #decide({ name }: OpenSegment, { postback, payload }: WaitingPostback): Promise<void> {
    this.options.signal?.throwIfAborted();
    const { request, secretHash, unreadable } = postback;
    const params = new Map(Object.entries(request.params));
    for (let tries = 1; ; tries++) {
      try {
        await decide(this.client, request, { params, secretHash, unreadable, spooled: true }, true);
        return loaded.add({ kind: "postback" });
      } catch (error) {
        if (isAborted(error) && tries < TRIES) continue;
        if (!isRowError(error)) throw error;
        log().error({ event: "postback refused by the database", requestId: request.receipt, err: error });
        return keepRefused(this.options.folder, name, payload);
      }
    }
  }

  /**
   * Deletes segments that are in the database. The position outlives its segment: after a power loss the file may be there
   * again, and a backup may have a copy of it.
   */
  async #deleteFinished(): Promise<void> {
    const { folder } = this.options;
    const finished = [...this.#segments.values()].filter(({ isFinished }) => isFinished);
    if (finished.length === 0) return;
    for (const segment of finished) {
      await this.#forget(segment);
      await rm(path.join(folder, segment.name), { force: true });
    }
    await syncFolder(folder);
    await forgetPositions(this.client, new Date(now().getTime() - FORGET_MS), [...this.#segments.keys()]);
  }

  async #forget(segment: OpenSegment): Promise<void> {
    await segment.close();
    this.#segments.delete(segment.name);
  }
}

const loaded = counter("spool_loaded_total", "Clicks and postbacks loaded from the log.", "kind");
