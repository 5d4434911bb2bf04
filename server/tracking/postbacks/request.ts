import type { IncomingMessage } from "node:http";
import { truncate } from "../../kernel/text/truncate";
import { mask } from "../../kernel/process/mask";

/** The parameters of a request that could be read. */
export type Received = {
  /** Raw parameters by name. A name that occurs more than once maps to an array of its values. */
  params: ReadonlyMap<string, unknown>;
  /** The HTTP status to answer when the request cannot be parsed. */
  unreadable?: 400 | 413 | 415;
};

/** The client disconnected before it had sent the whole request. */
export class RequestAborted extends Error {}

const LARGEST_BODY = 16 * 1024;
/** All parameters that a postback may have. */
const KNOWN = new Set("clickid event status txid reason geo email ts amount currency secret test".split(" "));
const LONGEST_KNOWN = 255;
const MOST_PARAMETERS = 1_000;
const NONE: ReadonlyMap<string, unknown> = new Map();

/**
 * Reads the parameters of a GET (query string) or a POST (query string plus urlencoded or JSON body). The secret may
 * also be sent as `Authorization: Bearer`; if it differs from the `secret` parameter, the request is unreadable (400).
 * Throws CutOff.
 */
export async function readRequest(req: IncomingMessage): Promise<Received> {
  const { params, unreadable } = await readParams(req);
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(req.headers.authorization ?? "")?.[1];
  if (bearer === undefined) return { params, ...(unreadable ? { unreadable } : {}) };
  const differs = params.has("secret") && params.get("secret") !== bearer;
  return {
    params: differs ? params : new Map(params).set("secret", bearer),
    ...(differs ? { unreadable: 400 } : unreadable ? { unreadable } : {}),
  };
}

async function readParams(req: IncomingMessage): Promise<Received> {
  const address = req.url ?? "";
  const body = await readBody(req);
  const query = address.includes("?") ? address.slice(address.indexOf("?") + 1) : "";
  const [pairs, readable] = pairsOf(query);
  if (typeof body === "number") return { params: groupByName(pairs), unreadable: body };
  const isJson = JSON_TYPE.test(req.headers["content-type"] ?? "");
  const [more, bodyReadable] = isJson ? entriesOf(body) : pairsOf(body);
  const all = [...pairs, ...more];
  if (all.length > MOST_PARAMETERS) return { params: NONE, unreadable: 413 };
  return { params: groupByName(all), ...(readable && bodyReadable ? {} : { unreadable: 400 }) };
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

type Pairs = [pairs: [string, unknown][], readable: boolean];

/** The body as text, or the HTTP status for a body that is rejected. */
async function readBody(req: IncomingMessage): Promise<string | 400 | 413 | 415> {
  if (req.method !== "POST") return "";
  const bytes = await readBytes(req);
  if (bytes === undefined) return 413;
  if (bytes.length === 0) return "";
  const { "content-type": type = "", "content-encoding": encoding } = req.headers;
  if (encoding !== undefined || !(JSON_TYPE.test(type) || FORM_TYPE.test(type))) return 415;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return 400;
  }
}

/**
 * Undefined if the body is too large. A rejected body is still read to its end; otherwise the client may never receive
 * the response.
 */
function readBytes(req: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((done, failed) => {
    const pieces: Buffer[] = [];
    let size = 0;
    req.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= LARGEST_BODY) pieces.push(piece);
      else done(undefined);
    });
    req.on("end", () => done(Buffer.concat(pieces)));
    for (const cut of ["error", "close"])
      req.on(cut, () => failed(new RequestAborted("The request ended before it was whole.")));
    if (Number(req.headers["content-length"]) > LARGEST_BODY) done(undefined);
  });
}

function pairsOf(text: string): Pairs {
  const pairs: [string, unknown][] = [];
  let readable = true;
  for (const part of text.split("&", MOST_PARAMETERS + 1)) {
    if (part === "") continue;
    const [name = "", ...rest] = part.split("=");
    const [key, value] = [decoded(name), decoded(rest.join("="))];
    readable &&= key !== undefined && value !== undefined;
    if (key !== undefined) pairs.push([key, value ?? rest.join("=")]);
  }
  return [pairs, readable];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function entriesOf(text: string): Pairs {
  if (text === "") return [[], true];
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? [Object.entries(value), true] : [[], false];
  } catch {
    return [[], false];
  }
}

function groupByName(pairs: readonly [string, unknown][]): Map<string, unknown> {
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of pairs) {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return new Map([...lists].map(([key, list]) => [key, list.length === 1 ? list[0] : list]));
}

/**
 * The parameters as they are stored. The secret is replaced by *** wherever it occurs, and characters that the database
 * cannot store are replaced.
 */
export function sanitizeParams(params: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const secret = params.get("secret");
  const maskParam = (value: unknown, key: string): unknown => {
    if (/secret/i.test(key)) return "***";
    if (typeof value !== "string") return value;
    const containsSecret = typeof secret === "string" && secret.length >= SHORTEST_SECRET && value.includes(secret);
    return containsSecret ? "***" : toStorable(value);
  };
  return maskDeep(mask(Object.fromEntries(params)), "", maskParam) as Record<string, unknown>;
}

/** The stored part of a request whose sender is unknown: the known parameters only, each cut at 255 characters. */
export function knownParamsOnly(params: Record<string, unknown>): Record<string, unknown> {
  const short = (value: unknown): unknown =>
    typeof value === "string"
      ? truncate(value, LONGEST_KNOWN)
      : typeof value === "object" && value !== null
        ? "…"
        : value;
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (KNOWN.has(name) ? [[name, short(value)]] : [])),
  );
}

const SHORTEST_SECRET = 12;

function maskDeep(value: unknown, key: string, hide: (value: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value) && !/secret/i.test(key)) return value.map((item) => maskDeep(item, key, hide));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return hide(value, key);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [toStorable(name), maskDeep(item, name, hide)]),
  );
}

/** PostgreSQL's jsonb accepts neither NUL nor lone surrogates. */
const toStorable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");
