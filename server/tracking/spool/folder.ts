import { createHash, randomBytes } from "node:crypto";
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { config } from "../../kernel/config";
import { HEAD } from "./records";

/**
 * Where spools lie: DATA_DIR/spool/{company}, one folder for each database that this machine has served, so that no
 * click is loaded into another one. A file that is written to ends in .spool; renamed to .loading nothing is added.
 * What the database will not have for a value of its own lies beside them, in .refused files, until a person looks.
 */
const WRITTEN = ".spool";
const LOADING = ".loading";
const REFUSED = ".refused";

/** The folder of the database that keeps this key of visitors. */
export const folderOf = (visitorsKey: Buffer): string =>
  path.resolve(
    config().DATA_DIR,
    "spool",
    createHash("sha256").update("spool").update(visitorsKey).digest("hex").slice(0, 16),
  );

/** A name that no other file has had; names are in the order of their making. */
export function freshName(folder: string, slot: number): string {
  const moment = String(Date.now()).padStart(15, "0");
  return path.join(folder, `${moment}-w${slot}-${randomBytes(6).toString("hex")}${WRITTEN}`);
}

export const takenName = (file: string): string => file.replace(/\.spool$/, LOADING);
export const refusedName = (file: string): string => file.replace(/\.(spool|loading)$/, REFUSED);
export const isTaken = (file: string): boolean => file.endsWith(LOADING);

/** The files that hold something to be loaded, the oldest first. */
export const spoolFiles = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith(WRITTEN) || name.endsWith(LOADING))
    .sort()
    .map((name) => path.join(folder, name));

/** Files that people have to look at. */
export const refusedFiles = (folder: string): string[] => namesIn(folder).filter((name) => name.endsWith(REFUSED));

function namesIn(folder: string): string[] {
  // Asked for all the time, and most machines never spool anything: a fault each time would cost more than the answer.
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isFile())
      .map(({ name }) => name);
  } catch (fault) {
    // A folder that is no more, or a file in its place.
    if (/^(ENOENT|ENOTDIR)$/.test((fault as NodeJS.ErrnoException).code ?? "")) return [];
    throw fault;
  }
}

export type Holdings = {
  files: number;
  bytes: number;
  /** How long the oldest of them has waited. */
  seconds: number;
};

/** Backlog in a folder, of all processes, also of those that are gone. */
export function holdingsOf(folder: string): Holdings {
  const holdings: Holdings = { files: 0, bytes: 0, seconds: 0 };
  for (const file of spoolFiles(folder)) {
    const found = statSync(file, { throwIfNoEntry: false });
    // One that was loaded in this moment, or that took nothing yet.
    if (!found || found.size <= HEAD.length) continue;
    const waited = Math.max(0, Date.now() - Number(path.basename(file).split("-")[0])) / 1000;
    holdings.files += 1;
    holdings.bytes += found.size;
    holdings.seconds = Math.max(holdings.seconds, waited);
  }
  return holdings;
}

/** A new name in a folder outlives the machine once the folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
