import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "./connection";
import type { Tables, Unequal } from "./tables";

const EVERY_MS = 1_000;
/** A reversal that came before its sale was loaded is retried after 10 seconds, and again while that is busy. */
const TIMEOUT_MS = 30_000;

type Comparison = { reported: Tables; unequal: readonly Unequal[] };

/**
 * Reads the report and compares. Acknowledged requests are in it at once, except those in the server's spool, which
 * count once loaded. If there were any, the report is read again until it is equal, for half a minute at most.
 */
export async function compareWhenLoaded(
  connection: Connection,
  read: () => Promise<Comparison>,
): Promise<Comparison & { waited: boolean }> {
  let comparison = await read();
  if (comparison.unequal.length === 0 || !(await hasSpooled(connection))) return { ...comparison, waited: false };
  const until = Date.now() + TIMEOUT_MS;
  while (comparison.unequal.length > 0 && Date.now() < until) {
    await pause(EVERY_MS);
    comparison = await read();
  }
  return { ...comparison, waited: true };
}

/** Whether the server's spool has files, or has ever loaded any. */
async function hasSpooled(connection: Connection): Promise<boolean> {
  const { status, text } = await connection.send({ method: "GET", path: "/metrics" });
  return status === 200 && /^spool_(files|loaded_total(\{.*\})?) [1-9]/m.test(text);
}
