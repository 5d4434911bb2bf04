import { keptKey, openedKey, sealedKey } from "../../kernel/process/secrets";
import { folderOf, type Holdings, holdingsOf, refusedFiles } from "./folder";

const SEEN_MS = 250;

let own: string | undefined;
let seen = { at: -Infinity, holds: false };

/** Sets the folder that this process spools to, for `spoolHolds` and `spoolSeen`. */
export function showSpool(folder: string): void {
  own = folder;
  seen = { at: -Infinity, holds: false };
}

/**
 * True while clicks or postbacks wait to be loaded, which reports do not include yet. Cached for 250 ms, because
 * screens call it often.
 */
export function spoolHolds(): boolean {
  if (own === undefined) return false;
  const at = performance.now();
  if (at - seen.at > SEEN_MS) seen = { at, holds: holdingsOf(own).bytes > 0 };
  return seen.holds;
}

/**
 * True if no process of this machine, running or dead, holds a click or postback that is not in the database yet. A pay
 * period closes only then: call this in the closing transaction once its exclusive lock is held, and refuse with 409 if
 * it returns false (docs/decisions/0021-closing-and-paying.md). Records spooled later are booked on the day of their
 * receipt.
 */
export async function spoolIsEmpty(): Promise<boolean> {
  return holdingsOf(folderOf(await keptKey("visitors"))).bytes === 0;
}

/** The backlog on this machine for this process's database, and its .refused files. Read-only. */
export async function spoolWaiting(): Promise<Holdings & { refused: string[] }> {
  const sealed = await sealedKey("visitors");
  // A database has no visitors key, and so no spool, before its first click.
  if (!sealed) return { files: 0, bytes: 0, seconds: 0, refused: [] };
  const folder = folderOf(openedKey("visitors", sealed));
  return { ...holdingsOf(folder), refused: refusedFiles(folder) };
}

/**
 * The same as `spoolWaiting` for the folder that this process spools to, without the database. Undefined before the
 * folder is set.
 */
export function spoolSeen(): (Holdings & { refused: string[] }) | undefined {
  return own === undefined ? undefined : { ...holdingsOf(own), refused: refusedFiles(own) };
}
