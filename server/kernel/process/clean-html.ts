import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { cleanHtml, Uncleanable } from "../text/html";
import { ConcurrencyLimiter, type Limits } from "./concurrency-limiter";

/** Characters. The worst text of this length takes as long to clean as a page takes to make: 30 ms. */
export const MAX_INLINE = 50_000;
/** Milliseconds. The worst megabyte takes 3 seconds on a free processor. */
const MAX_MS = 20_000;

/** The build has the program of the thread beside its own. Tests and `npm run dev` run the source, which Node cannot read. */
const startThread = (html: string): Worker => {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(path.resolve("build/server/clean-html.js"), { workerData: html });
  const source = JSON.stringify(new URL("./cleaning-thread.ts", import.meta.url));
  const program = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${source}, ${source}))`;
  return new Worker(program, { eval: true, workerData: html });
};

// One thread at a time, because each may take a hundred megabytes.
const limiter = new ConcurrencyLimiter(1);

/**
 * Cleans `html` as `cleanHtml` does. A long text is cleaned in a thread of its own, so that other requests do not wait for it.
 * Throws Uncleanable, also if it takes too long, and NoSlot beyond `limits`.
 */
export async function cleanAside(html: string, limits?: Limits): Promise<string> {
  return html.length <= MAX_INLINE ? cleanHtml(html) : limiter.run(() => cleanInThread(html), limits);
}

/** The message of the thread. */
export type Outcome = { clean: string } | { refused: string };

export async function cleanInThread(html: string, maxMs = MAX_MS): Promise<string> {
  const thread = startThread(html);
  // One that fails after its time has ended must not end the process.
  thread.on("error", () => undefined);
  try {
    const [outcome] = (await once(thread, "message", { signal: AbortSignal.timeout(maxMs) })) as [Outcome];
    if ("refused" in outcome) throw new Uncleanable(outcome.refused);
    return outcome.clean;
  } catch (error) {
    throw isTooCostly(error) ? new Uncleanable("This text takes too long to check. Please use fewer tags.") : error;
  } finally {
    await thread.terminate();
  }
}

/** The time has ended, or the memory of the thread. */
const isTooCostly = (error: unknown): boolean =>
  ["ABORT_ERR", "ERR_WORKER_OUT_OF_MEMORY"].includes((error as NodeJS.ErrnoException).code ?? "");
