import { LRUCache } from "lru-cache";
import { z } from "zod";
import { cleanAside } from "../process/clean-html";
import { NoSlot } from "../process/concurrency-limiter";
import { isWellFormed } from "../text/characters";
import { Uncleanable } from "../text/html";
import { tooManyRequests } from "./refusal";

/** HTML in input and output: cleaned when it is saved and again when it is shown. */

const MAX_BYTES = 1024 * 1024;
const RETRY_SECONDS = 10;
/** Long texts to save. Those to show always wait: they are few, and each is cleaned once. */
const SAVING = { maxWaiting: 5, maxWaitMs: RETRY_SECONDS * 1_000 };

// The same few texts are shown on many pages. The size of the cache is limited in characters.
const cleaned = new LRUCache<string, Promise<string>>({
  maxSize: 4 * MAX_BYTES,
  sizeCalculation: (_clean, html) => html.length + 1,
});

/** Cleans stored HTML for showing it, because the rules may have changed since it was saved. */
export function displayHtml(stored: string): Promise<string> {
  const known = cleaned.get(stored);
  if (known !== undefined) return known;
  const clean = cleanAndRemember(stored);
  cleaned.set(stored, clean);
  clean.catch(() => cleaned.delete(stored));
  return clean;
}

/** The result of cleaning is clean: a text that has just been saved need not be cleaned again to show it. */
async function cleanAndRemember(html: string, limits?: typeof SAVING): Promise<string> {
  const clean = await cleanAside(html, limits);
  cleaned.set(clean, Promise.resolve(clean));
  return clean;
}

async function cleanToSave(html: string): Promise<string> {
  try {
    return await (cleaned.get(html) ?? cleanAndRemember(html, SAVING));
  } catch (error) {
    if (!(error instanceof NoSlot)) throw error;
    const message = `The server is busy with other texts. Please try again in ${RETRY_SECONDS} seconds.`;
    throw tooManyRequests(message, RETRY_SECONDS);
  }
}

const isWithinSize = (html: string) => Buffer.byteLength(html) <= MAX_BYTES;
const TOO_LONG = "Please use at most 1 MB of HTML.";

/**
 * Schema of HTML of at most 1 MB in UTF-8, before and after cleaning. HTML without visible content becomes ''. Parsing it is
 * asynchronous, and throws 429 if too many long texts are waiting.
 */
export const Html = z
  .string("Please enter a text.")
  .refine(isWithinSize, { error: TOO_LONG, abort: true })
  .refine(isWellFormed, { error: "Please use readable characters only.", abort: true })
  .transform(async (html, context) => {
    try {
      return await cleanToSave(html);
    } catch (error) {
      if (!(error instanceof Uncleanable)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  })
  .refine(isWithinSize, TOO_LONG);

/** `Html` that must not be empty. */
export const RequiredHtml = Html.pipe(z.string().min(1, "Please fill in this field."));
