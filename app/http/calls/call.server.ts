import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import {
  anyone,
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
} from "~/gate.server";
import { identify, isSameOrigin } from "../actor.server";
import { readForm, jsonLimit, readJson } from "./body.server";
import type { CallEntry } from "./calls";
import { trackAsOf } from "../as-of.server";
import { withTextInput, nestFields } from "./coerce.server";
import { find } from "../contract/index.server";
import { fromOf } from "../from.server";
import { refusalResponse } from "../refusal.server";
import { textStream } from "./stream.server";
import { rejecting, unknownKeys } from "./unknown-keys.server";

type Match = { entry: CallEntry; params: Record<string, string> };

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
      doneStatus: match.entry.status,
      once: getIdempotencyKey(request, match.entry),
      sameInput: true,
    });
    performing = true;
    return await performCall(match.entry, asker, input, from, request);
  } catch (error) {
    if (!performing && error instanceof Refusal) logRefused(asker, fromOf(request, context, "call"), error.status);
    const allow = error instanceof Refusal && error.code === "METHOD_NOT_ALLOWED" ? (error.data as string[]) : [];
    return refusalResponse(error, context.requestId, allow.length > 0 ? { Allow: allow.join(", ") } : {});
  }
}

function matchCall(method: string, path: string): Match {
  const match = find(method, path);
  if (match === undefined) throw notFound("There is no such call.");
  if ("allow" in match) {
    const methods = match.allow.filter((name) => name !== "HEAD").join(" or ");
    throw new Refusal("METHOD_NOT_ALLOWED", `Please use ${methods}.`, match.allow);
  }
  return match;
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
    if (!/^(id|.*Id)$/.test(name)) parts[name] = text;
    else if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) parts[name] = Number(text);
    else throw noSuch("record");
  }
  return { ...body, ...parts };
}

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
  const { status, attachment, unlessKnown: hasIsNew, deprecatedSince, tag } = entry;
  const warnings = unknownKeys(entry.operation.input, input);
  const isRefused = warnings.length > 0 && isStrict(request.headers.get("Prefer"));
  const known = sendsTexts(request, entry) ? withTextInput(entry.operation) : entry.operation;
  const operation = isRefused ? rejecting(known, warnings) : known;
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
  const answer = await perform(operation, asker, input, { ...tracked.from, replayed });
  Object.assign(headers, tracked.headers());
  if (isStrict(request.headers.get("Prefer"))) headers["Preference-Applied"] = "handling=strict";
  if (deprecatedSince) headers.Deprecation = `@${Date.parse(deprecatedSince) / 1000}`;
  const { isNew = true, ...record } = hasIsNew ? (answer as { isNew: boolean }) : {};
  const body = withWarnings(hasIsNew ? record : answer, warnings);
  if (isRead(request) && operation.kind === "query" && asker !== null) {
    const text = JSON.stringify(body);
    headers.ETag = `W/"${tag ? tag(answer as never) : hashOf(text)}"`;
    return taggedResponse(text, headers, request);
  }
  return Response.json(body, { status: isNew ? status : 200, headers });
}

/** An answer that is null or a list, or has warnings of its own, has no place for these. */
const withWarnings = (answer: unknown, warnings: readonly object[]): unknown =>
  warnings.length === 0 || typeof answer !== "object" || !answer || Array.isArray(answer) || "warnings" in answer
    ? answer
    : { ...answer, warnings };

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** The JSON with a Content-Length, or 304 if the client already has the answer of this ETag. */
function taggedResponse(text: string, headers: Record<string, string>, request: Request): Response {
  const knownTags = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim());
  if (knownTags.includes(headers.ETag ?? "") || knownTags.includes("*"))
    return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: { ...headers, "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) },
  });
}
