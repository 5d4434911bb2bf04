import type { IncomingMessage } from "node:http";
import { bearerToken, isStrict } from "../../../kernel/net/request-headers";
import { truncate } from "../../../kernel/text/truncate";
import { mask } from "../../../kernel/process/mask";
import { PARAMETERS, unknownParameters } from "../parameters";
import { storable } from "./text-of";
import { type Pairs, readBody, type Unreadable, urlEncoded } from "./body";

/** The parts of a request that could be read. */
export type Received = {
  /** Raw parameters by name. A name that occurs more than once maps to an array of its values. */
  params: ReadonlyMap<string, unknown>;
  /** Every secret that was sent, that of the header first. They differ only in an unreadable request. */
  secrets: readonly string[];
  unreadable?: Unreadable | undefined;
  /** The answer if no site has the secret. */
  noSite: string;
};

const LONGEST_ADDRESS = 8 * 1024;
const KNOWN = new Set(PARAMETERS);
const LONGEST_KNOWN = 255;
const MOST_PARAMETERS = 1_000;
const NONE: ReadonlyMap<string, unknown> = new Map();

/**
 * Reads the parameters of a GET (query string) or a POST (query string plus urlencoded, multipart or JSON body). The
 * secret may also be sent as `Authorization: Bearer`. Throws RequestAborted.
 */
export const readRequest = async (req: IncomingMessage): Promise<Received> => receivedFrom(req, await readPairs(req));

type Read = { pairs: Pairs; unreadable?: Unreadable | undefined };
export const bearerOf = ({ headers }: Pick<IncomingMessage, "headers">) => bearerToken(headers.authorization);

/** The parts of a request, or of one in a list, from its parameters and the headers. */
export function receivedFrom(req: Pick<IncomingMessage, "headers">, { pairs, unreadable }: Read): Received {
  const all = groupByName(pairs);
  const bearer = bearerOf(req);
  const inParams = [all.get("secret")].flat().filter((secret) => secret !== undefined && secret !== null);
  const texts = inParams.filter((secret) => typeof secret === "string").map((secret) => secret.trim());
  const isRepeated = inParams.length > 1;
  const differs = bearer !== undefined && inParams.length === 1 && texts[0] !== bearer;
  const secrets = [...new Set([...(bearer === undefined ? [] : [bearer]), ...texts])].filter((secret) => secret !== "");
  const params = pairs.length > MOST_PARAMETERS ? NONE : all;
  return {
    params: bearer === undefined || differs || isRepeated ? params : new Map(params).set("secret", bearer),
    secrets,
    unreadable:
      unreadable ??
      (pairs.length > MOST_PARAMETERS ? TOO_MANY : undefined) ??
      (differs ? TWO_SECRETS : isRepeated ? REPEATED_SECRET : undefined) ??
      (isStrict(req.headers.prefer) ? refusedName(all) : undefined),
    noSite: noSiteOf(req, secrets[0]),
  };
}

export async function readPairs(req: IncomingMessage): Promise<Read> {
  const address = req.url ?? "";
  const query = address.includes("?") ? urlEncoded(address.slice(address.indexOf("?") + 1)) : [];
  if (req.method !== "GET" && req.method !== "POST") return { pairs: query, unreadable: WRONG_METHOD };
  const body = req.method === "POST" ? await readBody(req) : [];
  if (address.length > LONGEST_ADDRESS) return { pairs: query, unreadable: TOO_LONG };
  return Array.isArray(body) ? { pairs: [...query, ...body] } : { pairs: query, unreadable: body };
}

const refusal = (status: Unreadable["status"], detail: string, field?: string): Unreadable => ({
  ...{ status, reason: "malformed", detail },
  ...(field ? { field } : {}),
});
const WRONG_METHOD = refusal(405, "Postbacks are sent by GET or POST.");
const TOO_LONG = refusal(414, "The address is longer than 8 KB. Send the parameters in the body of a POST.");
const TOO_MANY = refusal(413, "The request has more than 1,000 parameters.");
const TWO_SECRETS = refusal(
  400,
  "The header Authorization and the parameter secret have different secrets. Send one of them.",
  "secret",
);
const REPEATED_SECRET: Unreadable = {
  ...{ status: 401, reason: "bad_secret", field: "secret" },
  detail: "The parameter secret was sent more than once. Send it once.",
};

function refusedName(params: ReadonlyMap<string, unknown>): Unreadable | undefined {
  const [first] = unknownParameters(params);
  return first && refusal(400, first.message, first.field);
}

export const UNKNOWN_SECRET = "No site has this secret: it is wrong, or it was revoked.";

function noSiteOf({ headers }: Pick<IncomingMessage, "headers">, secret: string | undefined): string {
  if (secret === undefined) {
    return headers.authorization === undefined
      ? "No secret was sent. Send the secret of the site in the header Authorization: Bearer, or in the parameter secret."
      : "The header Authorization has no secret. It must be the word Bearer, a space and the secret of the site.";
  }
  if (secret.startsWith("px_"))
    return "A pixel key was sent. It reports from pages only: send the secret of the site in its place.";
  return secret.startsWith("ct_")
    ? "A token for the API was sent. Send the secret of the site in its place."
    : UNKNOWN_SECRET;
}

function groupByName(pairs: Pairs): Map<string, unknown> {
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
export function sanitizeParams({ params, secrets }: Pick<Received, "params" | "secrets">): Record<string, unknown> {
  const maskParam = (value: unknown, key: string): unknown => {
    if (/secret/i.test(key)) return "***";
    if (typeof value !== "string") return value;
    const containsSecret = secrets.some((secret) => secret.length >= SHORTEST_SECRET && value.includes(secret));
    return containsSecret ? "***" : storable(value);
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
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), maskDeep(item, name, hide)]));
}
