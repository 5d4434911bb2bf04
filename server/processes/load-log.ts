import os from "node:os";
import { closePostbacks, openLogLoader } from "../tracking";
import { openProcess } from "./open-process";
import type { RunningServer } from "./serve";

/**
 * Loads the click log, in a process of its own: a batch of thousands of clicks would delay those that arrive meanwhile.
 * `close` loads what the processes in front have written until then.
 */
export async function loadLog(): Promise<RunningServer> {
  // If the processors are busy, redirects come before the database is filled.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  const closeProcess = openProcess();
  const close = await openLogLoader();
  return {
    port: 0,
    async close() {
      await close();
      await closePostbacks();
      await closeProcess();
    },
  };
}
