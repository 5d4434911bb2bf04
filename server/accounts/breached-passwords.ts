import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { config } from "../kernel/process/config";

/** More than a line, so that every part has the end of one: a hash, a count of up to 10 digits, a line break. */
const PART_BYTES = 4096;

/**
 * True if the file of BREACHED_PASSWORDS has the SHA-1 of one of the texts. Its lines begin with a hash in hexadecimal
 * and ascend, as those of haveibeenpwned-downloader do, so that some 25 short reads search 40 GB.
 */
export async function isBreached(texts: readonly string[]): Promise<boolean> {
  const path = config().BREACHED_PASSWORDS;
  if (path === undefined) return false;
  const file = await open(path);
  try {
    for (const text of texts) {
      const hash = createHash("sha1").update(text).digest("hex").toUpperCase();
      if (await hasLine(file, hash)) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

async function hasLine(file: FileHandle, hash: string): Promise<boolean> {
  // The line, if there is one, begins at `low` or after it, and before `high`.
  let low = 0;
  let high = (await file.stat()).size;
  while (high - low > PART_BYTES) {
    const middle = Math.floor((low + high) / 2);
    const part = await partAt(file, middle);
    const start = part.indexOf("\n") + 1;
    const found = part.slice(start, start + hash.length);
    if (middle + start >= high || found > hash) high = middle + 1;
    else low = middle + start;
  }
  const part = await partAt(file, low);
  return part.startsWith(hash) || part.includes(`\n${hash}`);
}

async function partAt(file: FileHandle, position: number): Promise<string> {
  const part = Buffer.alloc(2 * PART_BYTES);
  const { bytesRead } = await file.read(part, 0, part.length, position);
  return part.toString("latin1", 0, bytesRead).toUpperCase();
}
