import { open } from "node:fs/promises";
import path from "node:path";
import { log } from "../../kernel/process/log";
import { counter } from "../../kernel/process/metrics";
import { refusedName } from "./folder";
import { framed, HEADER } from "./segment";

/**
 * Keeps a record that the database rejects, or damaged bytes, in a file for a person, so that they do not block
 * the others. A load that is interrupted afterwards keeps them again.
 */
export async function keepRefused(folder: string, segment: string, payload: Buffer): Promise<void> {
  const file = path.join(folder, refusedName(segment));
  const handle = await open(file, "a", 0o600);
  try {
    if ((await handle.stat()).size === 0) await handle.write(HEADER);
    await handle.write(framed(payload));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  log().error({ event: "click log record kept aside", file, bytes: payload.length });
  refusals.add();
}

const refusals = counter("spool_refused_total", "Records of the log that the database refused.").series({});
