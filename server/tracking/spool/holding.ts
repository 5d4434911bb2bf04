import { keptKey, openedKey, sealedKey } from "../../kernel/secrets";
import { folderOf, type Holdings, holdingsOf, refusedFiles } from "./folder";

const SEEN_MS = 250;

let own: string | undefined;
let seen = { at: -Infinity, holds: false };

/** The folder that this process spools to, for `spoolHolds`. */
export function showSpool(folder: string): void {
  own = folder;
  seen = { at: -Infinity, holds: false };
}

/** True while clicks or postbacks wait to be loaded: reports do not have them yet. For screens, which ask all the time. */
export function spoolHolds(): boolean {
  if (own === undefined) return false;
  const at = performance.now();
  if (at - seen.at > SEEN_MS) seen = { at, holds: holdingsOf(own).bytes > 0 };
  return seen.holds;
}

/**
 * True when no process of this machine, living or dead, holds a click or a postback that is not in the database yet. A
 * pay period closes only then: call it in the transaction that closes, once its exclusive lock is held, and refuse with 409
 * (docs/decisions/0021-closing-and-paying.md). Later records of the spool are booked on the day of their receipt.
 */
export async function spoolIsEmpty(): Promise<boolean> {
  return holdingsOf(folderOf(await keptKey("visitors"))).bytes === 0;
}

/** Backlog on this machine for the database of this process, and the files that it refused. It only reads. */
export async function spoolWaiting(): Promise<Holdings & { refused: string[] }> {
  const sealed = await sealedKey("visitors");
  // Before its first click a database has no spool.
  if (!sealed) return { files: 0, bytes: 0, seconds: 0, refused: [] };
  const folder = folderOf(openedKey("visitors", sealed));
  return { ...holdingsOf(folder), refused: refusedFiles(folder) };
}

/** The same of the folder that this process spools to, without asking the database; undefined before it has one. */
export function spoolSeen(): (Holdings & { refused: string[] }) | undefined {
  return own === undefined ? undefined : { ...holdingsOf(own), refused: refusedFiles(own) };
}
