import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The mails to an address in an outbox, as they lie there; waits until there are `count`, at most a minute. */
export async function mailsTo(outbox: string, address: string, count: number): Promise<string[]> {
  for (const deadline = Date.now() + 60_000; ;) {
    const names = await readdir(outbox).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(path.join(outbox, name), "utf8")));
    const found = texts.filter((text) => text.includes(`To: ${address}`));
    if (found.length >= count || Date.now() > deadline) return found;
    await pause(50);
  }
}
