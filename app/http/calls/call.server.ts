import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import {
  anyone,
  bearerToken,
  type Caller,
  forbidden,
  invalid,
  invalidToken,
  isStrict,
  logRefused,
  noSuch,
  notFound,
  perform,
  performStream,
  Refusal,
  type StreamOperation,
  withTextInput,
  nestFields,
  fieldsOf,
} from "~/gate.server";
import { identify, isSameOrigin } from "../actor.server";
import { readForm, jsonLimit, readJson } from "./body.server";
import type { CallEntry } from "./calls";
import { trackAsOf } from "../as-of.server";
import { compress } from "../compress.server";
import { basisOf, failing, onBasis, versioned } from "./if-match.server";
import { find } from "../contract/index.server";
import { fromOf } from "../from.server";
import { refusalResponse } from "../refusal.server";
import { textStream } from "./stream.server";
import { rejecting, unknownKeys } from "./unknown-keys.server";

type Match = Extract<ReturnType<typeof find>, { entry: CallEntry }>;

/**
 * Answers one JSON call. The checks run in this order: path, method, token, origin, type, size, JSON. Then `perform`
 * checks role, fields, row and state. A call refused before its operation runs is also written to the common log.
 */
export async function answerCall(request: Request, path: string, context: AppLoadContext): Promise<Response> {
  let asker: Caller = null;
  let performing = false;
  try {
    const match = matchCall(request.method, path);
    asker = await authorize(request, match.entry, context);
    const input = await readInput(request, match);
    const from = fromOf(request, context, "call", {
      area: match.area,
      doneStatus: match.entry.status,
      once: getIdempotencyKey(request, match.entry),
      sameInput: true,
    });
    performing = true;
    return await performCall(match.entry, asker, input, from, request);
  } catch (error) {
    if (!performing && error instanceof Refusal) logRefused(asker, fromOf(request, context, "call"), error.status);
    return refusalResponse(error, context.requestId, allowOf(error), request.headers.get("Accept") ?? undefined);
  }
}

function matchCall(method: string, path: string): Match {
  const match = find(method, path);
  if (match === undefined) throw notFound("There is no such call.");
  if ("allow" in match) {
    const methods = match.allow.filter((name) => name !== "HEAD").join(" or ");
    throw new Refusal("METHOD_NOT_ALLOWED", `Please use ${methods}.`, { allow: match.allow });
  }
  return match;
}

function allowOf(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal) || error.code !== "METHOD_NOT_ALLOWED") return {};
  return { Allow: (error.data as { allow: string[] }).allow.join(", ") };
}

const isRead = (request: Request) => request.method === "GET" || request.method === "HEAD";

async function authorize(request: Request, { operation, cookieNeedsOrigin }: CallEntry, context: AppLoadContext) {
  if (operation.allow === anyone) return null;
  const { asker, by } = await identify(request, context);
  if (asker === null) throw invalidToken();
  if (by === "cookie" && (!isRead(request) || cookieNeedsOrigin) && !isSameOrigin(request)) {
    throw forbidden("This call must come from the product's own pages.");
  }
  return asker;
}

/** Forms and query strings contain only text; bodies are JSON. */
const sendsTexts = (request: Request, { form }: CallEntry) => form !== undefined || isRead(request);

async function readBody(request: Request, { operation: { input }, form }: CallEntry): Promise<unknown> {
  if (form !== undefined) return nestFields(await readForm(request, form));
  return isRead(request) ? nestFields(new URL(request.url).searchParams) : readJson(request, jsonLimit(input));
}

/** Body or query merged with the path parameters, which take precedence. A malformed ID in the path is a 404. */
async function readInput(request: Request, { entry, params }: Match): Promise<unknown> {
  const body = await readBody(request, entry);
  if (Array.isArray(body) || body === null || typeof body !== "object") return body;
  const parts: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(params)) {
    if (!/^(id|.*Id)$/.test(name) || takesText(entry, name)) parts[name] = text;
    else if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) parts[name] = Number(text);
    else throw noSuch("record");
  }
  return { ...body, ...parts, ...secretOf(request, entry, body) };
}

/** The secret in the header. */
function secretOf({ headers }: Request, { bySecret }: CallEntry, body: { secret?: unknown }): { secret?: string } {
  const secret = bySecret ? bearerToken(headers.get("Authorization")) : undefined;
  if (secret === undefined) return {};
  if (body.secret !== undefined && body.secret !== secret) throw invalid({ secret: [TWO_SECRETS] });
  return { secret };
}
const TWO_SECRETS = "The header Authorization and the parameter have different secrets. Send one of them.";

/** Whether an ID in the path is a text, such as that of a click. */
const takesText = ({ operation }: CallEntry, name: string): boolean =>
  fieldsOf(operation.input)?.[name]?.safeParse(1).success === false;

function getIdempotencyKey(request: Request, { operation }: CallEntry): string | undefined {
  const key = request.headers.get("Idempotency-Key");
  if (key === null) return undefined;
  if (key.length > 255) throw invalid({ _form: ["Please use an Idempotency-Key of at most 255 characters."] });
  return `call:${operation.name}:${key}`;
}

async function performCall(
  entry: CallEntry,
  asker: Caller,
  input: unknown,
  from: ReturnType<typeof fromOf>,
  request: Request,
): Promise<Response> {
  const { status, attachment, unlessKnown: hasIsNew, tag } = entry;
  const warnings = unknownKeys(entry.operation.input, input);
  const isRefused = warnings.length > 0 && isStrict(request.headers.get("Prefer"));
  const known = sendsTexts(request, entry) ? withTextInput(entry.operation) : entry.operation;
  const based = isRead(request) ? undefined : basisOf(request, entry.operation);
  const operation = isRefused ? rejecting(known, warnings) : based === "unusable" ? failing(known) : known;
  const tracked = trackAsOf(from);
  if (operation.kind === "stream") {
    const texts = performStream(
      operation as StreamOperation<typeof operation.input, string>,
      asker,
      input,
      tracked.from,
    );
    return textStream(texts, {
      filename: () => attachment?.() ?? "export.txt",
      type: "text/plain",
      signal: request.signal,
      headers: tracked.headers,
    });
  }
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  const replayed = () => void (headers["Idempotent-Replayed"] = "true");
  const answer = await onBasis(based, input, (given) =>
    perform(operation, asker, given, { ...tracked.from, replayed }),
  );
  Object.assign(headers, tracked.headers());
  if (isStrict(request.headers.get("Prefer"))) headers["Preference-Applied"] = "handling=strict";
  Object.assign(headers, ageOf(entry));
  const { isNew = true, ...record } = hasIsNew ? (answer as { isNew: boolean }) : {};
  const body = withWarnings(hasIsNew ? record : answer, warnings);
  if (isRead(request) && operation.kind === "query" && asker !== null) {
    const text = JSON.stringify(body);
    headers.ETag = `W/"${tag ? tag(answer as never) : versioned(body, hashOf(text))}"`;
    if (knows(request, headers.ETag)) return new Response(null, { status: 304, headers });
    return jsonResponse(text, request, { headers });
  }
  if (isNew && status === 201) Object.assign(headers, locationOf(request, body));
  return jsonResponse(JSON.stringify(body), request, { status: isNew ? status : 200, headers });
}

/** Since when a call is deprecated, and until when it works at least. */
function ageOf({ deprecatedSince, sunset }: CallEntry): Record<string, string> {
  if (!deprecatedSince) return {};
  const ends: Record<string, string> = sunset ? { Sunset: new Date(sunset).toUTCString() } : {};
  return { Deprecation: `@${Date.parse(deprecatedSince) / 1000}`, Link: CHANGES, ...ends };
}
const CHANGES = '</api/docs>; rel="deprecation"';

/** The address of a new record, if a call reads it. */
function locationOf(request: Request, body: unknown): { Location?: string } {
  const { id } = (body ?? {}) as { id?: unknown };
  const { pathname } = new URL(request.url);
  const address = `${pathname.replace(/\/$/, "")}/${String(id)}`;
  const call = typeof id === "number" ? find("GET", address.slice("/api/".length)) : undefined;
  return call && "entry" in call ? { Location: address } : {};
}

/** An answer that is null or a list, or has warnings of its own, has no place for these. */
const withWarnings = (answer: unknown, warnings: readonly object[]): unknown =>
  warnings.length === 0 || typeof answer !== "object" || !answer || Array.isArray(answer) || "warnings" in answer
    ? answer
    : { ...answer, warnings };

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Whether the client already has the answer of this ETag. */
function knows(request: Request, tag: string): boolean {
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((text) => text.trim());
  return known.includes(tag) || known.includes("*");
}

/**
 * The JSON with a Content-Length, compressed for programs that accept it. With a cookie it is not: another site could have
 * sent the request and could guess at secrets by the size of the answer.
 */
function jsonResponse(text: string, request: Request, { headers: given, status }: ResponseInit): Response {
  const headers = new Headers({ ...(given as Record<string, string>), "Content-Type": "application/json" });
  const isProgram = request.headers.has("Authorization");
  if (isProgram) headers.set("Vary", "Accept-Encoding, Authorization");
  const accepts = isProgram ? (request.headers.get("Accept-Encoding") ?? "") : "";
  const bytes = compress(text, accepts, headers);
  headers.set("Content-Length", String(bytes.byteLength));
  return new Response(bytes, { status, headers });
}
