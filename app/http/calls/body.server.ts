import { z } from "zod";
import { blacklist, CsvText, Html, invalid, Refusal, sites, unwrapOnce } from "~/gate.server";

/** Reads a call's body. Content type, size and shape are checked before any other code uses it. */

const KB = 1024;
export const JSON_LIMIT = 100 * KB;
const HTML_LIMIT = 1_200 * KB;
const ADDRESSES_LIMIT = 1_000 * KB;
const FILE_LIMIT = 1_200 * KB;
const MAX_KEYS = 1_000;
const MAX_DEPTH = 20;

const ADDRESSES = [blacklist.Ips, sites.AllowedAddresses];

function containsField(field: z.ZodType, schema: z.ZodType): boolean {
  if (schema === field) return true;
  const inner = unwrapOnce(schema);
  if (inner) return containsField(field, inner);
  return (
    schema instanceof z.ZodObject && Object.values(schema.shape).some((part) => containsField(field, part as z.ZodType))
  );
}

/** Maximum bytes of a call's JSON. Inputs with HTML, address lists or files have higher limits than the rest. */
export const jsonLimit = (input: z.ZodType): number =>
  containsField(Html, input)
    ? HTML_LIMIT
    : ADDRESSES.some((field) => containsField(field, input))
      ? ADDRESSES_LIMIT
      : containsField(CsvText, input)
        ? FILE_LIMIT
        : JSON_LIMIT;

const tooLarge = (limit: number) => new Refusal("TOO_LARGE", `Please send at most ${Math.round(limit / KB)} KB.`);

/** The body's bytes. Throws TOO_LARGE as soon as more than `limit` bytes have arrived. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
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

function checkShape(value: unknown, depth: number, counter: { keys: number }): void {
  if (value === null || typeof value !== "object") return;
  if (depth > MAX_DEPTH) throw invalid({ _form: [`Please nest values at most ${MAX_DEPTH} deep.`] });
  const inner = Array.isArray(value) ? value : Object.values(value);
  counter.keys += Array.isArray(value) ? 0 : inner.length;
  if (counter.keys > MAX_KEYS) throw invalid({ _form: [`Please send at most ${MAX_KEYS} keys.`] });
  for (const item of inner) checkShape(item, depth + 1, counter);
}

/** A multipart form with its files; `limit` is in bytes. Throws 415, 413 or 400. */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Refusal("UNSUPPORTED_TYPE", "Please send multipart/form-data.");
  }
  const bytes = await readBytes(request, limit);
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Refusal("MALFORMED", "This form is not whole.");
  }
}

/**
 * The JSON of a call; `limit` is in bytes. An empty body is {} and needs no content type. Throws 415, 413, 400 or 422.
 */
export async function readJson(request: Request, limit = JSON_LIMIT): Promise<unknown> {
  const type = request.headers.get("Content-Type");
  const hasBody = Number(request.headers.get("Content-Length") ?? 0) > 0 || request.headers.has("Transfer-Encoding");
  if (type !== null && hasBody && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal("UNSUPPORTED_TYPE", "Please send application/json.");
  }
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return {};
  if (type === null) throw new Refusal("UNSUPPORTED_TYPE", "Please send application/json.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("MALFORMED", "This is not JSON.");
  }
  checkShape(value, 0, { keys: 0 });
  return value;
}
