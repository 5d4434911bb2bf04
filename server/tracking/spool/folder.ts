import { createHash, randomBytes } from "node:crypto";
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { config } from "../../kernel/process/config";
import { loadOrCreateKey, unsealKey, findSealedKey } from "../../kernel/process/secrets";
import { FILE_HEADER } from "./records";

/**
 * The spool folder is DATA_DIR/spool/{hash of the visitors key}, one for each database that this machine has served, so
 * that no click is loaded into another one. Processes append only to files named .spool; a file renamed to .loading
 * gets no more records. Records that the database rejects because of their values are kept in .refused files next to
 * them, until a person deals with them.
 */
const WRITTEN = ".spool";
const LOADING = ".loading";
const REFUSED = ".refused";

/** The folder for the database with this visitors key. */
export const folderOf = (visitorsKey: Buffer): string =>
  path.resolve(
    config().DATA_DIR,
    "spool",
    createHash("sha256").update("spool").update(visitorsKey).digest("hex").slice(0, 16),
  );

/** A path that no other file has had. Names sort in order of creation. */
export function freshName(folder: string, slot: number): string {
  const moment = String(Date.now()).padStart(15, "0");
  return path.join(folder, `${moment}-w${slot}-${randomBytes(6).toString("hex")}${WRITTEN}`);
}

export const loadingName = (file: string): string => file.replace(/\.spool$/, LOADING);
export const refusedName = (file: string): string => file.replace(/\.(spool|loading)$/, REFUSED);
export const isLoading = (file: string): boolean => file.endsWith(LOADING);

/** The files to be loaded, oldest first. */
export const spoolFiles = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith(WRITTEN) || name.endsWith(LOADING))
    .sort()
    .map((name) => path.join(folder, name));

/** The names of the .refused files, which need a person's attention. */
export const refusedFiles = (folder: string): string[] => namesIn(folder).filter((name) => name.endsWith(REFUSED));

function namesIn(folder: string): string[] {
  // Called very often, and most machines never have a spool: an exception each time would cost more than this check.
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isFile())
      .map(({ name }) => name);
  } catch (error) {
    // The folder was removed, or a file has its name.
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

export type SpoolBacklog = {
  files: number;
  bytes: number;
  /** Age of the oldest file, in seconds. */
  seconds: number;
};

/** The backlog in a folder, from all processes, including those that have exited. */
export function backlogOf(folder: string): SpoolBacklog {
  const backlog: SpoolBacklog = { files: 0, bytes: 0, seconds: 0 };
  for (const file of spoolFiles(folder)) {
    const stats = statSync(file, { throwIfNoEntry: false });
    // The file has just been loaded, or has no records yet.
    if (!stats || stats.size <= FILE_HEADER.length) continue;
    const waited = Math.max(0, Date.now() - Number(path.basename(file).split("-")[0])) / 1000;
    backlog.files += 1;
    backlog.bytes += stats.size;
    backlog.seconds = Math.max(backlog.seconds, waited);
  }
  return backlog;
}

/** Syncs a folder, which makes its new file names survive a crash of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const CACHE_MS = 250;

let currentFolder: string | undefined;
let cached = { at: -Infinity, hasRecords: false };

/** Sets the folder that this server spools to, for `hasSpooledRecords` and `currentSpoolBacklog`. */
export function setSpoolFolder(folder: string): void {
  currentFolder = folder;
  cached = { at: -Infinity, hasRecords: false };
}

/**
 * True while clicks or postbacks wait to be loaded, which reports do not include yet. Cached for 250 ms, because
 * screens call it often.
 */
export function hasSpooledRecords(): boolean {
  if (currentFolder === undefined) return false;
  const at = performance.now();
  if (at - cached.at > CACHE_MS) cached = { at, hasRecords: backlogOf(currentFolder).bytes > 0 };
  return cached.hasRecords;
}

/**
 * True if no process of this machine, running or dead, holds a click or postback that is not in the database yet. A pay
 * period closes only then: call this in the closing transaction once its exclusive lock is held, and refuse with 409 if
 * it returns false (docs/decisions/0021-closing-and-paying.md). Records spooled later are booked on the day of their
 * receipt.
 */
export async function spoolIsEmpty(): Promise<boolean> {
  return backlogOf(folderOf(await loadOrCreateKey("visitors"))).bytes === 0;
}

/** The backlog on this machine for this process's database, and its .refused files. Read-only. */
export async function readSpoolBacklog(): Promise<SpoolBacklog & { refused: string[] }> {
  const sealed = await findSealedKey("visitors");
  // A database has no visitors key, and so no spool, before its first click.
  if (!sealed) return { files: 0, bytes: 0, seconds: 0, refused: [] };
  const folder = folderOf(unsealKey("visitors", sealed));
  return { ...backlogOf(folder), refused: refusedFiles(folder) };
}

/**
 * The same as `readSpoolBacklog` for the folder that this server spools to, without the database. Undefined before the
 * folder is set.
 */
export function currentSpoolBacklog(): (SpoolBacklog & { refused: string[] }) | undefined {
  return currentFolder === undefined
    ? undefined
    : { ...backlogOf(currentFolder), refused: refusedFiles(currentFolder) };
}
