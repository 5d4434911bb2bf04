import { LastWrite } from "~models";
import { autocommit } from "../transactions";
import { logError } from "../../process/log";
import { hasReplicas } from "./heartbeat";

/**
 * Records that an account has just changed something, after the commit and before the response. Until a replica has a
 * newer heartbeat, this account's reads go to the primary, on every process and machine. 0 is the system.
 */
export async function recordOwnChange(accountId = 0): Promise<void> {
  if (accountId === 0 || !hasReplicas()) return;
  try {
    await autocommit("write", () => LastWrite.record(accountId));
  } catch (error) {
    // The change is committed, so its response must not fail.
    logError(error);
  }
}
