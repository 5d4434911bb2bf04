import { OwnChange } from "~models";
import { autocommit } from "../transactions";
import { logFault } from "../../process/log";
import type { Asker } from "../../operation/roles";
import { hasReplicas } from "./heartbeat";

/**
 * Records that an account has just changed something, after the commit and before the response. Until a replica has a
 * newer heartbeat, this account's reads go to the primary, on every process and machine.
 */
export async function noteOwnChange(asker: Asker): Promise<void> {
  if (asker === null || asker.accountId === 0 || !hasReplicas()) return;
  try {
    await autocommit("write", () => OwnChange.note(asker.accountId));
  } catch (fault) {
    // The change is committed, so its response must not fail.
    logFault(fault);
  }
}
