import { LastWrite } from "~models";
import { autocommit } from "../transactions";
import { logError } from "../../process/log";
import type { Caller } from "../../operation/roles";
import { hasReplicas } from "./heartbeat";

/**
 * Records that an account has just changed something, after the commit and before the response. Until a replica has a
 * newer heartbeat, this account's reads go to the primary, on every process and machine.
 */
export async function recordOwnChange(caller: Caller): Promise<void> {
  if (caller === null || caller.accountId === 0 || !hasReplicas()) return;
  try {
    await autocommit("write", () => LastWrite.record(caller.accountId));
  } catch (error) {
    // The change is committed, so its response must not fail.
    logError(error);
  }
}
