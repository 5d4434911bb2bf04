import { rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { DAY_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";
import { counter } from "../../kernel/process/metrics";
import type { UserAgent } from "../clicks/user-agents";
import { isFormer } from "./former-spool";
import { createdAt, type Loaded, sizesIn, syncFolder } from "./folder";
import { decideLogged, type WaitingPostback } from "./decide-logged";
import { OpenSegment } from "./open-segment";
import { forgetPositions, movePositions, readPositions } from "./positions";
import { keepRefused } from "./refused";
import { type Chunk, storeChunks } from "./store-chunks";
import { decideWaitingFor } from "./wanted-clicks";

/** Clicks of one transaction. */
const BATCH_SIZE = 5_000;
/** Postbacks that are decided before clicks are loaded again. */
const POSTBACKS_AT_ONCE = 16;
/** Positions are kept for this long after their segment, and a segment without one is checked click by click then. */
const FORGET_MS = 30 * DAY_MS;

export type LoaderOptions = {
  folder: string;
  agentOf: (text: string) => UserAgent;
  /** Called after each COMMIT. */
  onLoaded: (loaded: Loaded) => void;
  /** Stops the load before the next batch. */
  signal?: AbortSignal | undefined;
};

/** Postbacks in the order of their receipt, and how far the log has to be loaded before them. */
type Barrier = { sizes: ReadonlyMap<string, number>; postbacks: WaitingPostback[] };

/**
 * Loads the segments of a folder. Each batch of clicks commits together with the positions behind it, so that each click is
 * stored once, wherever this process or its connection ends. Several loaders of one folder do no harm: the position decides.
 */
export class Loader {
  readonly #segments = new Map<string, OpenSegment>();
  #clicksAt = 0;
  #allAt = 0;
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
    const { folder, signal } = this.options;
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
    this.#report({ at, sizes });
    count += await this.#decideWaiting(sizes);
    this.#report({ at, sizes });
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
    const { folder } = this.options;
    const stored = await storeChunks(this.client, chunks, (segment, payload) => keepRefused(folder, segment, payload));
    for (const { segment, to } of chunks) {
      const open = this.#segments.get(segment);
      if (open) open.position = to;
    }
    loaded.add({ kind: "click" }, stored);
    this.#report();
    await decideWaitingFor(
      this.client,
      chunks.flatMap(({ clicks }) => clicks.map(({ click }) => click)),
    );
    return stored;
  }

  /** Says how far the log is loaded: at the end of a load, all that has been read of what was there at its beginning. */
  #report(read?: { at: number; sizes: ReadonlyMap<string, number> }): void {
    const segments = [...this.#segments.values()];
    const sizes = (isComplete: (segment: OpenSegment) => boolean, position: (segment: OpenSegment) => number) =>
      Object.fromEntries(
        segments.map((one) => [one.name, (isComplete(one) ? read?.sizes.get(one.name) : undefined) ?? position(one)]),
      );
    if (read && segments.every(({ isRead }) => isRead)) this.#clicksAt = read.at;
    if (read && segments.every(({ isDone }) => isDone)) this.#allAt = read.at;
    this.options.onLoaded({
      clicks: {
        at: this.#clicksAt,
        sizes: sizes(
          ({ isRead }) => isRead,
          ({ position }) => position.loaded,
        ),
      },
      all: {
        at: this.#allAt,
        sizes: sizes(
          ({ isDone }) => isDone,
          ({ position }) => position.decided,
        ),
      },
    });
  }

  /**
   * Decides postbacks that were read before, once all clicks that were in the log after they had been read are stored: a sale
   * is never decided before a click that precedes it, in any segment. A part of them at a time, so that clicks continue.
   */
  async #decideWaiting(sizes: ReadonlyMap<string, number>): Promise<number> {
    const { folder } = this.options;
    if (!this.#barrier) {
      const postbacks = [...this.#segments.values()].flatMap((segment) => segment.postbacks);
      if (postbacks.length === 0) return 0;
      postbacks.sort((a, b) => a.postback.request.receivedAt.getTime() - b.postback.request.receivedAt.getTime());
      // Sizes from after the reading.
      this.#barrier = { sizes: sizesIn(folder), postbacks };
    }
    const { sizes: until, postbacks } = this.#barrier;
    if (![...until].every(([name, size]) => (sizes.get(name) ?? Infinity) >= size)) return 0;
    const batch = postbacks.splice(0, POSTBACKS_AT_ONCE);
    if (postbacks.length === 0) this.#barrier = undefined;
    await decideLogged(this.client, batch, (segment, payload) => keepRefused(folder, segment, payload));
    loaded.add({ kind: "postback" }, batch.length);
    for (const name of new Set(batch.map(({ segment }) => segment))) await this.#moveDecided(name, batch);
    return batch.length;
  }

  async #moveDecided(name: string, batch: readonly WaitingPostback[]): Promise<void> {
    const segment = this.#segments.get(name);
    if (!segment) return;
    const from = segment.position;
    segment.postbacks = segment.postbacks.filter((one) => !batch.includes(one));
    const to = { ...from, decided: segment.postbacks[0]?.start ?? from.loaded };
    await movePositions(this.client, [{ segment: name, from, to }]);
    segment.position = to;
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
