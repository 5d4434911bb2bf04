import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../../server/kernel/process/config";
import { Spool } from "../../server/tracking/spool";
import { backlogOf, spoolFiles } from "../../server/tracking/spool/folder";
import { payloadsOf } from "../../server/tracking/spool/records";
import { times } from "../world/long";

/** A separate folder for the test's spools. */
export async function aSpoolFolder(): Promise<string> {
  const folder = path.resolve(config().DATA_DIR, "spool", `test-${randomBytes(6).toString("hex")}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

export const aSpool = async (full?: number): Promise<Spool> => new Spool(await aSpoolFolder(), full);

/** A disk that accepts nothing. */
export const FULL_DISK = {
  append(_record: object, done: (kept: boolean) => void): boolean {
    setImmediate(done, false);
    return true;
  },
};

/** The records of a file, and the number of torn bytes at its end. */
export async function contentsOf(file: string): Promise<{ records: unknown[]; torn: number }> {
  const records: unknown[] = [];
  let torn = 0;
  for await (const payload of payloadsOf(file, (bytes) => (torn += bytes))) {
    records.push(JSON.parse(payload.toString()));
  }
  return { records, torn };
}

/** All pending records of a folder, file by file. */
export async function waitingIn(folder: string): Promise<unknown[]> {
  const found = await Promise.all(spoolFiles(folder).map(contentsOf));
  return found.flatMap(({ records }) => records);
}

/** Waits until everything is loaded. */
export async function loaded(folder: string): Promise<void> {
  // The long proofs leave long spools behind.
  for (const deadline = Date.now() + times(60_000); spoolFiles(folder).length > 0; await pause(25)) {
    if (Date.now() > deadline) throw new Error(`The spool was not loaded: ${JSON.stringify(backlogOf(folder))}`);
  }
}
