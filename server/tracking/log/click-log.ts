import cluster from "node:cluster";
import { constants, write } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { log } from "../../kernel/process/log";
import { counter, gauge } from "../../kernel/process/metrics";
import type { Click } from "../clicks/store-clicks";
import { freshName, sizesIn, syncFolder } from "./folder";
import { maxSizeOf, writeClick } from "./records";
import { END, fits, framed, HEADER, RECORD_HEADER_SIZE, seal } from "./segment";

type Done = (isStored: boolean) => void;
type Segment = { path: string; handle: FileHandle; size: number; writtenAt: number };

const MOST_WAITING = 5_000;
const SEGMENT_BYTES = 64 * 2 ** 20;
/** The most bytes of this process's segments that are not loaded yet. */
const MAX_BYTES = 4 * 2 ** 30;
/**
 * A segment without a record for this long is closed, so that it can be deleted. A write that
 * returns after twice as long counts as failed, because after four times as long the loader takes the segment for one of a dead
 * process, and then nothing may be added to it.
 */
export const IDLE_MS = 30_000;
const FIRST_BUFFER_BYTES = 256 * 1024;
/** Each write returns when its data are on the disk, which takes half as long as a write and a separate sync. */
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;

/**
 * The log of a process in front. Clicks that arrive in one turn of the event loop, or while the disk is busy, are written
 * and synced by one call, and their callbacks run after it. Nothing is collected on purpose, and nothing waits for the
 * database. The queue and the size on disk are bounded.
 */
export class ClickLog {
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  #spare = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  #used = 0;
  #waiting: Done[] = [];
  #inFlight = 0;
  #writing: Promise<void> | undefined;
  #segment: Segment | undefined;
  /** Segments of this process that may still be on the disk. */
  #full: string[] = [];
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    readonly folder: string,
    private readonly segmentBytes: number = SEGMENT_BYTES,
    private readonly maxBytes: number = MAX_BYTES,
  ) {
    gauge("clicks_waiting", "Clicks waiting for the disk.", () => this.#waiting.length + this.#inFlight);
  }

  /**
   * Adds a click; false if the queue is full or closed. `done` is called once, with whether the click is on the disk. If
   * append returns false, `done` is not called.
   */
  append(click: Click, done: Done): boolean {
    if (this.#isFull()) return false;
    const start = this.#reserve(RECORD_HEADER_SIZE + maxSizeOf(click));
    const end = writeClick(this.#buffer, start + RECORD_HEADER_SIZE, click);
    seal(this.#buffer, start, end - start - RECORD_HEADER_SIZE);
    this.#used = end;
    this.#add(done);
    return true;
  }

  /** The same for any other payload, which may be too large, too. */
  appendPayload(payload: Buffer, done: Done): boolean {
    if (this.#isFull() || !fits(payload.length)) return false;
    const bytes = framed(payload);
    const start = this.#reserve(bytes.length);
    bytes.copy(this.#buffer, start);
    this.#used = start + bytes.length;
    this.#add(done);
    return true;
  }

  /** Writes what is waiting, and closes the segment. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#writing;
    await this.#end();
  }

  #isFull(): boolean {
    return this.#closed || this.#waiting.length + this.#inFlight >= MOST_WAITING;
  }

  #reserve(bytes: number): number {
    if (this.#used + bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#used + bytes));
      this.#buffer.copy(larger, 0, 0, this.#used);
      this.#buffer = larger;
    }
    return this.#used;
  }

  #add(done: Done): void {
    this.#waiting.push(done);
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    // Clicks that arrive in the same turn are written together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      const [bytes, size] = [this.#buffer, this.#used];
      [this.#buffer, this.#spare] = [this.#spare, bytes];
      this.#used = 0;
      this.#waiting = [];
      this.#inFlight = group.length;
      const isStored = await this.#store(bytes, size);
      this.#inFlight = 0;
      (isStored ? written : failed).add(group.length);
      for (const done of group) done(isStored);
    }
    this.#writing = undefined;
    clearTimeout(this.#idle);
    if (!this.#closed) this.#idle = setTimeout(() => void (this.#writing ?? this.#end()), IDLE_MS).unref();
  }

  async #store(bytes: Buffer, size: number): Promise<boolean> {
    let segment: Segment | undefined;
    try {
      segment = await this.#segmentFor(size);
      await writeAll(segment, bytes, size);
      const at = performance.now();
      if (at - segment.writtenAt > 2 * IDLE_MS) throw new Error("The disk did not answer in time.");
      segment.writtenAt = at;
      return true;
    } catch (error) {
      log().error({ event: "click log write failed", err: error });
      // Part of the group may be in the file, so nothing is added to it any more.
      if (segment) await this.#leave(segment);
      return false;
    }
  }

  /** The open segment, or a fresh one if it is full or has not been written for long. */
  async #segmentFor(bytes: number): Promise<Segment> {
    const open = this.#segment;
    if (open) {
      const isIdle = performance.now() - open.writtenAt > IDLE_MS;
      if (!isIdle && open.size + bytes <= this.segmentBytes) return open;
      await this.#end();
    }
    const sizes = sizesIn(this.folder);
    this.#full = this.#full.filter((name) => sizes.has(name));
    const unloaded = this.#full.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    if (unloaded + bytes > this.maxBytes) throw new Error("The log is full.");
    return (this.#segment = await this.#begin());
  }

  async #begin(): Promise<Segment> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = freshName(cluster.worker?.id ?? 0);
    const file = path.join(this.folder, name);
    const handle = await open(file, FLAGS, 0o600);
    const segment = { path: file, handle, size: 0, writtenAt: performance.now() };
    try {
      await writeAll(segment, HEADER, HEADER.length);
      await syncFolder(this.folder);
      // The folder itself may be new.
      await syncFolder(path.dirname(this.folder));
      this.#full.push(name);
      return segment;
    } catch (error) {
      await handle.close();
      await rm(file, { force: true });
      throw error;
    }
  }

  /** Closes the segment with its end mark. Without one, the loader notices after a while that nothing is added. */
  async #end(): Promise<void> {
    const segment = this.#segment;
    if (!segment) return;
    const mark = framed(END);
    const isIdle = performance.now() - segment.writtenAt > 2 * IDLE_MS;
    if (!isIdle) await writeAll(segment, mark, mark.length).catch(() => undefined);
    await this.#leave(segment);
  }

  async #leave(segment: Segment): Promise<void> {
    if (this.#segment === segment) this.#segment = undefined;
    await segment.handle.close().catch(() => undefined);
  }
}

async function writeAll(segment: Segment, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < size;) {
    const count = await writeSome(segment.handle.fd, bytes, at, size - at, segment.size);
    if (count === 0) throw new Error("The disk took nothing.");
    at += count;
    segment.size += count;
  }
}

const writeSome = (...[fd, bytes, at, size, position]: [number, Buffer, number, number, number]): Promise<number> =>
  new Promise((done, failed) =>
    write(fd, bytes, at, size, position, (error, count) => (error ? failed(error) : done(count))),
  );

const written = counter("spool_written_total", "Clicks and postbacks written to the log on disk.").series({});
const failed = counter("spool_failed_total", "Clicks and postbacks that could not be written to the log.").series({});
