import { z } from "zod";
import { blacklist, CsvText, Html, invalid, Refusal, sites } from "~/gate.server";
import { within } from "./schema.server";

/** Reads a call's body. Content type, size and shape are checked before any other code uses it. */

const KB = 1024;
export const JSON_LIMIT = 100 * KB;
const WITH_HTML = 1_200 * KB;
const WITH_ADDRESSES = 1_000 * KB;
const WITH_FILE = 1_200 * KB;
const MOST_KEYS = 1_000;
const DEEPEST = 20;

const ADDRESSES = [blacklist.Ips, sites.AllowedAddresses];

function takes(field: z.ZodType, schema: z.ZodType): boolean {
  if (schema === field) return true;
  const inner = within(schema);
  if (inner) return takes(field, inner);
  return schema instanceof z.ZodObject && Object.values(schema.shape).some((part) => takes(field, part as z.ZodType));
}

/** Maximum bytes of a call's JSON. Inputs with HTML, address lists or files have higher limits than the rest. */
export const jsonLimit = (input: z.ZodType): number =>
  takes(Html, input)
    ? WITH_HTML
    : ADDRESSES.some((field) => takes(field, input))
      ? WITH_ADDRESSES
      : takes(CsvText, input)
        ? WITH_FILE
        : JSON_LIMIT;

const tooLarge = (limit: number) => new Refusal("TOO_LARGE", `Please send at most ${Math.round(limit / KB)} KB.`);

/** The body's bytes. Throws TOO_LARGE as soon as more than `limit` bytes have arrived. */
async function bytesOf(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function measure(value: unknown, depth: number, seen: { keys: number }): void {
  if (value === null || typeof value !== "object") return;
  if (depth > DEEPEST) throw invalid({ _form: [`Please nest values at most ${DEEPEST} deep.`] });
  const inner = Array.isArray(value) ? value : Object.values(value);
  seen.keys += Array.isArray(value) ? 0 : inner.length;
  if (seen.keys > MOST_KEYS) throw invalid({ _form: [`Please send at most ${MOST_KEYS} keys.`] });
  for (const item of inner) measure(item, depth + 1, seen);
}

/** A multipart form with its files; `limit` is in bytes. Throws 415, 413 or 400. */
export async function formOf(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Refusal("UNSUPPORTED_TYPE", "Please send multipart/form-data.");
  }
  const bytes = await bytesOf(request, limit);
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Refusal("MALFORMED", "This form is not whole.");
  }
}

/**
 * The JSON of a call; `limit` is in bytes. An empty body is {} and needs no content type. Throws 415, 413, 400 or 422.
 */
export async function jsonOf(request: Request, limit = JSON_LIMIT): Promise<unknown> {
  const type = request.headers.get("Content-Type");
  const declared = Number(request.headers.get("Content-Length") ?? 0) > 0 || request.headers.has("Transfer-Encoding");
  if (type !== null && declared && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal("UNSUPPORTED_TYPE", "Please send application/json.");
  }
  const bytes = await bytesOf(request, limit);
  if (bytes.byteLength === 0) return {};
  if (type === null) throw new Refusal("UNSUPPORTED_TYPE", "Please send application/json.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("MALFORMED", "This is not JSON.");
  }
  measure(value, 0, { keys: 0 });
  return value;
}
