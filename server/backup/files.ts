import { createReadStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import path from "node:path";
import { encodeFrame } from "./frames";

/**
 * Folders of DATA_DIR whose files cannot be recreated: records not loaded yet, also those that a former version has left in
 * the spool, and mails not collected yet.
 */
const FOLDERS = ["log", "spool", "outbox"];
const NAME = /^(log|spool|outbox)(\/(?!loaded\.json$)[\w-][\w.-]*){1,2}$/;

/**
 * Frames of every file, named by its path below DATA_DIR. The database says how far a segment of the log was loaded, so
 * no record counts twice.
 */
export async function* filesIn(dataDir: string): AsyncGenerator<Buffer> {
  const taken = new Set<string>();
  for (let names = await namesIn(dataDir, taken); names.length > 0; names = await namesIn(dataDir, taken)) {
    for (const name of names) {
      taken.add(name);
      const handle = await open(path.join(dataDir, name), "r").catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      });
      if (!handle) continue;
      yield encodeFrame("N", JSON.stringify({ file: name }));
      for await (const chunk of createReadStream("", { fd: handle })) yield encodeFrame("D", chunk as Buffer);
    }
  }
}

async function namesIn(dataDir: string, taken: ReadonlySet<string>): Promise<string[]> {
  const all = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
    }),
  );
  return all.flat().filter((name) => NAME.test(name) && !taken.has(name));
}

/**
 * Creates a file of the backup for writing; undefined if a file of that name exists. Throws for a name outside FOLDERS.
 */
export async function createFile(dataDir: string, name: string) {
  if (!NAME.test(name) || name.includes("..")) throw new Error(`A backup holds no file ${JSON.stringify(name)}.`);
  const place = path.join(dataDir, name);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  const handle = await open(place, "wx", 0o600).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  });
  return handle && { place, handle };
}
