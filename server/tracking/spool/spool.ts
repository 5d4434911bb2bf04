import cluster from "node:cluster";
import { mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { log } from "../../kernel/process/log";
import { counter } from "../../kernel/process/metrics";
import { freshName, syncFolder } from "./folder";
import { fits, framed, FILE_HEADER } from "./records";

type Waiting = { payload: Buffer; done: (isStored: boolean) => void };
type File = { path: string; inode: number; size: number; handle: Awaited<ReturnType<typeof open>> };

const MOST_WAITING = 5_000;
const BATCH_SIZE = 1_000;
/** Attempts to write a group. Each time the file turns out to have been taken for loading, a fresh one is used. */
const TRIES = 5;
const MAX_FILE_BYTES = 4 * 2 ** 30;
/**
 * The file is closed after this long without a record: an open file keeps its disk space even if it was loaded and
 * deleted long ago.
 */
const IDLE_MS = 30_000;

/**
 * Writes clicks and postbacks to disk while the database does not answer. Records that arrive together are written and
 * synced together, and their callbacks run after the sync. The queue and the file size are bounded.
 */
export class Spool {
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #file: File | undefined;
  #closed = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(
    readonly folder: string,
    private readonly maxFileBytes: number = MAX_FILE_BYTES,
  ) {}

  /**
   * Queues a record; false if the queue is full or closed, or the record too large. `done` is called once, with whether
   * the record is on the disk. If append returns false, `done` is not called.
   */
  append(record: object, done: (isStored: boolean) => void): boolean {
    if (this.#waiting.length >= MOST_WAITING || this.#closed) return false;
    const payload = Buffer.from(JSON.stringify(record));
    if (!fits(payload)) return false;
    this.#waiting.push({ payload, done });
    this.#writing ??= this.#write();
    return true;
  }

  /** Writes the queued records and closes the file, which any process can load. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#resting);
    await this.#writing;
    await this.#leave();
  }

  async #write(): Promise<void> {
    // Records that arrive in the same turn are written together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, BATCH_SIZE);
      let isStored = false;
      try {
        await this.#store(Buffer.concat(group.map(({ payload }) => framed(payload))));
        isStored = true;
        spooled.add(group.length);
      } catch (error) {
        failed.add(group.length);
        log().error({ event: "spool write failed", records: group.length, err: error });
      }
      for (const { done } of group) done(isStored);
    }
    this.#writing = undefined;
    clearTimeout(this.#resting);
    if (!this.#closed) this.#resting = setTimeout(() => void (this.#writing ?? this.#leave()), IDLE_MS).unref();
  }

  async #store(bytes: Buffer): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const file = (this.#file ??= await this.#begin());
      if (file.size + bytes.length > this.maxFileBytes) throw new Error("The spool is full.");
      try {
        await writeAll(file, bytes);
        await file.handle.datasync();
      } catch (error) {
        await this.#undo(file);
        throw error;
      }
      if (await isSameFile(file)) {
        file.size += bytes.length;
        return;
      }
      // Taken meanwhile: it may have been read before these records were in it, so they are written again to a fresh
      // one.
      await this.#leave();
    }
    throw new Error("The spool was taken each time.");
  }

  async #begin(): Promise<File> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = freshName(this.folder, cluster.worker?.id ?? 0);
    const handle = await open(name, "wx", 0o600);
    const file = { path: name, inode: 0, size: 0, handle };
    try {
      await writeAll(file, FILE_HEADER);
      file.size = FILE_HEADER.length;
      file.inode = (await handle.stat()).ino;
      await syncFolder(this.folder);
      // The spool folder itself may be new.
      await syncFolder(path.dirname(this.folder));
      return file;
    } catch (error) {
      await handle.close();
      await rm(name, { force: true });
      throw error;
    }
  }

  /** Truncates the partial group that a full disk left behind, so that later records can be read. */
  async #undo(file: File): Promise<void> {
    try {
      await file.handle.truncate(file.size);
    } catch {
      await this.#leave();
    }
  }

  async #leave(): Promise<void> {
    const last = this.#file;
    this.#file = undefined;
    await last?.handle.close().catch(() => undefined);
  }
}

async function writeAll(file: File, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.handle.write(bytes, at, bytes.length - at, file.size + at);
    if (bytesWritten === 0) throw new Error("The disk took nothing.");
    at += bytesWritten;
  }
}

/** True while the file has its name. A loader renames the file first, and then reads everything in it. */
async function isSameFile({ path: name, inode }: File): Promise<boolean> {
  try {
    return (await stat(name)).ino === inode;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

const spooled = counter("spool_written_total", "Clicks and postbacks written to the spool.").series({});
const failed = counter("spool_failed_total", "Clicks and postbacks that could not be written to the spool.").series({});
