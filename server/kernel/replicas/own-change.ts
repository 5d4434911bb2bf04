import { OwnChange } from "~models";
import { autocommit } from "../database";
import { logFault } from "../log";
import type { Asker } from "../roles";
import { hasReplicas } from "./heartbeat";

/**
 * Notes that an account has just changed something, after the commit and before the answer: until a replica has a beat
 * that is younger, this account's own reads go to the primary, whichever process or machine is asked next.
 */
export async function noteOwnChange(asker: Asker): Promise<void> {
  if (asker === null || asker.accountId === 0 || !hasReplicas()) return;
  try {
    await autocommit("write", () => OwnChange.note(asker.accountId));
  } catch (fault) {
    // The change itself is done, and its answer must say so.
    logFault(fault);
  }
}
