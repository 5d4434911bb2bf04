import { setTimeout as pause } from "node:timers/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { findSealedKey, loadOrCreateKey, unsealKey } from "../../kernel/process/secrets";
import { clickedAt } from "../clicks/click-id";
import { createdAt, folderOf, type Loaded, type Part, readLoaded, refusedFiles, sizesIn } from "./folder";
import { HEADER } from "./segment";

/**
 * Records of the log of this server that are not in the database yet, as seen by any of its processes: the sizes of the
 * segments, compared with how far the loader says it is.
 */

export type Backlog = {
  files: number;
  bytes: number;
  /** For how long the oldest record has been waiting, within a second. */
  seconds: number;
};

/** A record passes through the log in milliseconds. One that waits for longer waits for the database. */
const LATE_SECONDS = 2;
const NONE: Backlog = { files: 0, bytes: 0, seconds: 0 };

/** Everything that waits in a folder, from all processes, including those that have exited. */
export function waitingIn(folder: string): Backlog {
  const waiting = { ...NONE };
  const loaded = readLoaded(folder)?.all;
  let oldest = Infinity;
  for (const [name, size] of sizesIn(folder)) {
    const done = loaded?.sizes[name] ?? HEADER.length;
    if (size <= done) continue;
    waiting.files += 1;
    waiting.bytes += size - done;
    oldest = Math.min(oldest, Math.max(createdAt(name), loaded?.at ?? 0));
  }
  if (waiting.files > 0) waiting.seconds = Math.max(0, Date.now() - oldest) / 1000;
  return waiting;
}

/** The same, but nothing if it has only just been written. */
export function backlogOf(folder: string): Backlog {
  const waiting = waitingIn(folder);
  return waiting.seconds > LATE_SECONDS ? waiting : NONE;
}

const POLL_MS = 4;
let lastRead: { folder: string; at: number; loaded: Loaded | undefined } | undefined;

/** The report of the loader, at most 4 ms old: hundreds of postbacks may wait at once. */
function recentlyLoaded(folder: string): Loaded | undefined {
  const at = performance.now();
  if (lastRead?.folder !== folder || at - lastRead.at >= POLL_MS) lastRead = { folder, at, loaded: readLoaded(folder) };
  return lastRead.loaded;
}

/**
 * Waits until what is in a folder now is in the database, or only the clicks of it. Returns false if that takes longer than
 * `ms`.
 */
export async function untilLoaded(folder: string, ms: number, part: keyof Loaded = "all"): Promise<boolean> {
  const wanted = sizesIn(folder);
  for (const deadline = performance.now() + ms; ; await pause(POLL_MS)) {
    const loaded = recentlyLoaded(folder)?.[part];
    for (const [name, size] of wanted) {
      if (size <= (loaded?.sizes[name] ?? HEADER.length) || isGone(folder, name, loaded)) wanted.delete(name);
    }
    if (wanted.size === 0) return true;
    if (performance.now() > deadline) return false;
  }
}

/** A segment is deleted once all of it is in the database. */
const isGone = (folder: string, name: string, loaded: Part | undefined): boolean =>
  loaded?.sizes[name] === undefined && !existsSync(path.join(folder, name));

let currentFolder: string | undefined;
let waits = new Set<Promise<boolean>>();
let gaveUpAt = -Infinity;

/** Sets the folder of this server's log for the functions below. */
export function setLogFolder(folder: string): void {
  currentFolder = folder;
  waits = new Set();
  gaveUpAt = -Infinity;
}

/** How long a reader of figures waits for clicks that are on their way. */
const PATIENCE_MS = 100;

/**
 * Waits until the clicks that this server has acknowledged so far are in the database, at most 100 ms. Reports and logs
 * call it before they read.
 */
export async function catchUp(): Promise<void> {
  if (currentFolder === undefined) return;
  const wait = untilLoaded(currentFolder, PATIENCE_MS, "clicks");
  waits.add(wait);
  const isLoaded = await wait.finally(() => waits.delete(wait));
  if (!isLoaded) gaveUpAt = performance.now();
}

const NOTE_MS = 250;

/**
 * True while clicks or postbacks wait to be loaded for so long that a report does not include them. Waits for reports that
 * are just finding out, because a page and its notes are computed side by side.
 */
export async function hasSpooledRecords(): Promise<boolean> {
  if (currentFolder === undefined) return false;
  if (waits.size > 0) await Promise.all(waits);
  return performance.now() - gaveUpAt < NOTE_MS || backlogOf(currentFolder).bytes > 0;
}

/** A click may be written this long after its ID was made, and the loader's time may be as old. */
const SLACK_MS = 5_000;

/** A site is kept waiting for longer than a reader: an answer with a verdict is worth more to it. */
const CLICK_PATIENCE_MS = 500;

/**
 * Waits for the click of a postback, if it may be on its way into the database, at most 500 ms. Returns false if it is still
 * on its way then.
 */
export async function untilClickLoaded(folder: string, clickId: string | undefined): Promise<boolean> {
  if (clickId === undefined) return true;
  const loaded = readLoaded(folder)?.clicks;
  if (loaded && clickedAt(clickId) < loaded.at - SLACK_MS) return true;
  return untilLoaded(folder, CLICK_PATIENCE_MS, "clicks");
}

/** A closing of a half-month, and an integrity check, wait for this long. */
const CLOSING_PATIENCE_MS = 2_000;

/**
 * True once no process of this machine, running or dead, holds a click or postback from before the call that is not in the
 * database. A pay period closes only then: call this in the closing transaction once its exclusive lock is held, and refuse
 * with 409 if it returns false (docs/decisions/0021-closing-and-paying.md). Records written later are booked on the day of
 * their receipt.
 */
export async function spoolIsEmpty(): Promise<boolean> {
  return untilLoaded(folderOf(await loadOrCreateKey("visitors")), CLOSING_PATIENCE_MS);
}

export type SpoolBacklog = Backlog & { refused: string[] };

const withRefused = (folder: string): SpoolBacklog => ({ ...backlogOf(folder), refused: refusedFiles(folder) });

/** The backlog on this machine for this process's database, and its .refused files. Read-only. */
export async function readSpoolBacklog(): Promise<SpoolBacklog> {
  const sealed = await findSealedKey("visitors");
  // A database has no visitors key, and so no log, before its first click.
  return sealed ? withRefused(folderOf(unsealKey("visitors", sealed))) : { ...NONE, refused: [] };
}

/** The same for this server's own log, without the database. Undefined before the folder is set. */
export const currentSpoolBacklog = (): SpoolBacklog | undefined =>
  currentFolder === undefined ? undefined : withRefused(currentFolder);
