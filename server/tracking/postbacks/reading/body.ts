import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request cannot be decided, whatever its parameters are. `status` is the HTTP status to answer. */
export type Unreadable = {
  status: 400 | 401 | 405 | 413 | 414 | 415;
  reason: "malformed" | "bad_secret";
  field?: string;
  detail: string;
};
export type Pairs = [name: string, value: unknown][];

/** The client disconnected before it had sent the whole request. */
export class RequestAborted extends Error {}

export const LARGEST_BODY = 16 * 1024;
export const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data\s*(;|$)/i;
const TYPES = "application/x-www-form-urlencoded, multipart/form-data or application/json";

export const malformed = (status: Unreadable["status"], detail: string): Unreadable => ({
  ...{ status, reason: "malformed", detail },
});

/** The parameters in the body of a POST. Bytes that are not UTF-8 become U+FFFD. Throws RequestAborted. */
export async function readBody(req: IncomingMessage): Promise<Pairs | Unreadable> {
  const bytes = await readBytes(req, LARGEST_BODY);
  if (bytes === undefined) return TOO_LARGE;
  if (bytes.length === 0) return [];
  const { "content-type": type = "" } = req.headers;
  if (isEncoded(req)) return ENCODED;
  if (MULTIPART_TYPE.test(type)) return multipart(bytes, type);
  const text = new TextDecoder().decode(bytes);
  if (FORM_TYPE.test(type)) return urlEncoded(text);
  if (!JSON_TYPE.test(type)) return otherType(type, TYPES);
  const value = parse(text);
  return "unreadable" in value ? value.unreadable : pairsOf(value.json);
}

export const TOO_LARGE = malformed(413, "The body is longer than 16 KB.");
export const ENCODED = malformed(415, "The body is encoded. Send it without Content-Encoding.");
export const isEncoded = ({ headers }: IncomingMessage): boolean => headers["content-encoding"] !== undefined;

export function otherType(type: string, expected: string): Unreadable {
  const named = /^[\w.+/-]{1,60}/.exec(type)?.[0];
  const what =
    named === undefined ? "The body has no Content-Type that is read" : `The content type ${named} is not read`;
  return malformed(415, `${what}. Send ${expected}.`);
}

/**
 * Undefined if the body is too large. A rejected body is still read to its end; otherwise the client may never receive
 * the response.
 */
export function readBytes(req: IncomingMessage, largest: number): Promise<Buffer | undefined> {
  return new Promise((done, failed) => {
    const pieces: Buffer[] = [];
    let size = 0;
    req.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= largest) pieces.push(piece);
      else done(undefined);
    });
    req.on("end", () => done(Buffer.concat(pieces)));
    for (const cut of ["error", "close"])
      req.on(cut, () => failed(new RequestAborted("The request ended before it was whole.")));
    if (Number(req.headers["content-length"]) > largest) done(undefined);
  });
}

/** A percent sign that encodes nothing stays as it is. */
export const urlEncoded = (text: string): Pairs => [...new URLSearchParams(text)];

async function multipart(bytes: Buffer, type: string): Promise<Pairs | Unreadable> {
  try {
    const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
    // Node looks for the boundary inside of values, too. One that was made here occurs in none.
    const boundary = randomUUID();
    const text = `\r\n${bytes.toString("latin1")}`.replaceAll(`\r\n--${quoted ?? plain}`, `\r\n--${boundary}`);
    const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
    const form = await new Response(Buffer.from(text.slice(2), "latin1"), { headers }).formData();
    const pairs: Pairs = [];
    for (const [name, value] of form) pairs.push([name, typeof value === "string" ? value : await value.text()]);
    return pairs;
  } catch {
    return malformed(400, "The body is not valid multipart/form-data: it does not fit the boundary in Content-Type.");
  }
}

export function parse(text: string): { json: unknown } | { unreadable: Unreadable } {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    // The rest of the message quotes the body, which may contain the secret.
    const position = /position \d+/.exec(String(error))?.[0];
    return { unreadable: malformed(400, `The body is not valid JSON${position ? ` (${position})` : ""}.`) };
  }
}

export function pairsOf(value: unknown): Pairs | Unreadable {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  return malformed(400, `The body must be a JSON object with the parameters as keys; it is ${kindOf(value)}.`);
}

export const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? "a list"
    : value === null
      ? "null"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;
