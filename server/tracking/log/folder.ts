import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { config } from "../../kernel/process/config";
import { crc32c } from "./crc32c";

/**
 * The folder of the log is DATA_DIR/log/{hash of the visitors key}, one for each database that this machine has served, so
 * that no click is loaded into another one. Each process in front appends to segments of its own, named .log. Records that
 * the database rejects because of their values, and damaged bytes, are kept in .refused files next to them,
 * until a person deals with them.
 */
const SEGMENT = ".log";
const REFUSED = ".refused";
const LOADED = "loaded.json";

/** The folder for the database with this visitors key. */
export const folderOf = (visitorsKey: Buffer): string => path.resolve(config().DATA_DIR, "log", hashOf(visitorsKey));

/** The folder in which former versions kept what the database had not taken. */
export const formerFolderOf = (visitorsKey: Buffer): string =>
  path.resolve(config().DATA_DIR, "spool", hashOf(visitorsKey));

const hashOf = (visitorsKey: Buffer): string =>
  createHash("sha256").update("spool").update(visitorsKey).digest("hex").slice(0, 16);

/** A name that no other segment of any server has had. Names sort in order of creation. */
export function freshName(worker: number): string {
  const moment = String(Date.now()).padStart(15, "0");
  return `${moment}-w${worker}-${randomBytes(6).toString("hex")}${SEGMENT}`;
}

/** When a segment was created, in milliseconds since 1970. */
export const createdAt = (segment: string): number => Number(segment.split("-")[0]);

export const refusedName = (segment: string): string => segment.replace(/\.log$/, REFUSED);

/** The names of the segments, oldest first. */
export const segmentsIn = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith(SEGMENT))
    .sort();

/** The names of the .refused files, which need a person's attention. */
export const refusedFiles = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith(REFUSED))
    .sort();

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // The folder does not exist yet, or a file has its name.
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** The sizes of the segments. */
export function sizesIn(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const name of segmentsIn(folder)) {
    const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (stats) sizes.set(name, stats.size);
  }
  return sizes;
}

/** Everything that was in the log `at` a moment, and of each segment the first `sizes` bytes. */
export type Part = { at: number; sizes: Record<string, number> };
/**
 * How far the clicks of the log are stored, and how far all of it is in the database. Written after each COMMIT for the other
 * processes. It is not synced: what counts are the positions in the database.
 */
export type Loaded = { clicks: Part; all: Part };

export const loadedFile = (folder: string): string => path.join(folder, LOADED);

/** The text ends with its checksum, so that a reader notices one that is just being written. */
export function loadedText(loaded: Loaded): string {
  const text = JSON.stringify(loaded);
  return `${text} ${crc32c(Buffer.from(text))}\n`;
}

const TRIES = 3;

/** Undefined before the first load. */
export function readLoaded(folder: string): Loaded | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const written = textIn(loadedFile(folder));
    if (written === undefined) return undefined;
    const [text = "", sum] = written.slice(0, written.indexOf("\n")).split(" ");
    if (Number(sum) === crc32c(Buffer.from(text))) return JSON.parse(text) as Loaded;
  }
  return undefined;
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
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
