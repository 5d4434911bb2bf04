import { parentPort, workerData } from "node:worker_threads";
import { cleanHtml, Uncleanable } from "../text/html";
import type { Outcome } from "./clean-html";

/** The program of the thread that cleans one long text (`clean-html.ts`). */
function clean(html: string): Outcome {
  try {
    return { clean: cleanHtml(html) };
  } catch (error) {
    if (!(error instanceof Uncleanable)) throw error;
    return { refused: error.message };
  }
}

parentPort?.postMessage(clean(workerData as string));
