import type { IncomingMessage } from "node:http";
import { beginningOf } from "../kernel/beginning";
import { masked } from "../kernel/mask";

/** What a site sent, as far as it can be read. */
export type Received = {
  /** Parameters by name, as they came; a name that came twice holds a list. */
  params: ReadonlyMap<string, unknown>;
  /** The HTTP status of a request that cannot be read as parameters. */
  unreadable?: 400 | 413 | 415;
};

/** The other end went away before its request was whole. */
export class CutOff extends Error {}

const LARGEST_BODY = 16 * 1024;
/** The parameters that a postback has. */
const KNOWN = new Set("clickid event status txid reason geo email ts amount currency secret test".split(" "));
const LONGEST_KNOWN = 255;
const MOST_PARAMETERS = 1_000;
const NONE: ReadonlyMap<string, unknown> = new Map();

/**
 * Reads the parameters of a GET (query) or POST (query, urlencoded or JSON body). The secret may stand in the header
 * `Authorization: Bearer` instead; one that differs from the parameter's makes the request unreadable. Throws CutOff.
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
  if (typeof body === "number") return { params: gathered(pairs), unreadable: body };
  const isJson = JSON_TYPE.test(req.headers["content-type"] ?? "");
  const [more, bodyReadable] = isJson ? entriesOf(body) : pairsOf(body);
  const all = [...pairs, ...more];
  if (all.length > MOST_PARAMETERS) return { params: NONE, unreadable: 413 };
  return { params: gathered(all), ...(readable && bodyReadable ? {} : { unreadable: 400 }) };
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

type Pairs = [pairs: [string, unknown][], readable: boolean];

/** The text of the body, or the status of one that is refused. */
async function readBody(req: IncomingMessage): Promise<string | 400 | 413 | 415> {
  if (req.method !== "POST") return "";
  const bytes = await bytesOf(req);
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

/** Undefined for a body that is too large. What is refused is still taken from the line, else the answer would be lost. */
function bytesOf(req: IncomingMessage): Promise<Buffer | undefined> {
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
      req.on(cut, () => failed(new CutOff("The request ended before it was whole.")));
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

function gathered(pairs: readonly [string, unknown][]): Map<string, unknown> {
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of pairs) {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return new Map([...lists].map(([key, list]) => [key, list.length === 1 ? list[0] : list]));
}

/** The parameters for storage: the secret, wherever it stands, is ***; what the database cannot hold is replaced. */
export function keepable(params: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const secret = params.get("secret");
  const hide = (value: unknown, key: string): unknown => {
    if (/secret/i.test(key)) return "***";
    if (typeof value !== "string") return value;
    const holds = typeof secret === "string" && secret.length >= SHORTEST_SECRET && value.includes(secret);
    return holds ? "***" : storable(value);
  };
  return within(masked(Object.fromEntries(params)), "", hide) as Record<string, unknown>;
}

/** What is kept of a request that nobody is known to have sent: known parameters in 255 characters each. */
export function knownOnly(kept: Record<string, unknown>): Record<string, unknown> {
  const short = (value: unknown): unknown =>
    typeof value === "string"
      ? beginningOf(value, LONGEST_KNOWN)
      : typeof value === "object" && value !== null
        ? "…"
        : value;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (KNOWN.has(name) ? [[name, short(value)]] : [])),
  );
}

const SHORTEST_SECRET = 12;

function within(value: unknown, key: string, hide: (value: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value) && !/secret/i.test(key)) return value.map((item) => within(item, key, hide));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return hide(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), within(item, name, hide)]));
}

/** JSON in the database has no NUL and no halves of surrogate pairs. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");
