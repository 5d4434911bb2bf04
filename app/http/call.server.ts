import type { AppLoadContext } from "@remix-run/node";
import {
  anyone,
  type Asker,
  forbidden,
  invalid,
  invalidToken,
  noteRefused,
  notFound,
  perform,
  performStream,
  Refusal,
  type StreamOperation,
} from "~/gate.server";
import { identify, isSameOrigin } from "./actor.server";
import { formOf, jsonLimit, jsonOf } from "./body.server";
import type { CallEntry } from "./calls";
import { hearing } from "./as-of.server";
import { readingTexts, structured } from "./coerce.server";
import { find } from "./contract/index.server";
import { fromOf } from "./from.server";
import { refusalResponse } from "./refusal.server";
import { textStream } from "./stream.server";

type Found = { entry: CallEntry; params: Record<string, string> };

/**
 * Answers one JSON call. The checks run in this order: path, method, token, origin, type, size, JSON. Then `perform`
 * checks role, fields, row and state. A call refused before its operation runs is also written to the common log.
 */
export async function answerCall(request: Request, path: string, context: AppLoadContext): Promise<Response> {
  let asker: Asker = null;
  let performing = false;
  try {
    const found = lookUp(request.method, path);
    asker = await admitted(request, found.entry, context);
    const input = await inputOf(request, found);
    const from = fromOf(request, context, "call", {
      doneStatus: found.entry.status,
      once: onceOf(request, found.entry),
      sameInput: true,
    });
    performing = true;
    return await answered(found.entry, asker, input, from, request);
  } catch (thrown) {
    if (!performing && thrown instanceof Refusal) noteRefused(asker, fromOf(request, context, "call"), thrown.status);
    const allow =
      thrown instanceof Refusal && thrown.code === "METHOD_NOT_ALLOWED" ? (thrown.data as string[]) : undefined;
    if (!allow) return refusalResponse(thrown, context.requestId);
    return refusalResponse(new Refusal("METHOD_NOT_ALLOWED", (thrown as Refusal).message), context.requestId, {
      Allow: allow.join(", "),
    });
  }
}

function lookUp(method: string, path: string): Found {
  const found = find(method, path);
  if (found === undefined) throw notFound("There is no such call.");
  if ("allow" in found) {
    throw new Refusal("METHOD_NOT_ALLOWED", `Please use ${found.allow.join(" or ")}.`, found.allow);
  }
  return found;
}

const reads = (request: Request) => request.method === "GET" || request.method === "HEAD";

async function admitted(request: Request, { operation, cookieNeedsOrigin }: CallEntry, context: AppLoadContext) {
  if (operation.allow === anyone) return null;
  const { asker, by } = await identify(request, context);
  if (asker === null) throw invalidToken();
  if (by === "cookie" && (!reads(request) || cookieNeedsOrigin) && !isSameOrigin(request)) {
    throw forbidden("This call must come from the product's own pages.");
  }
  return asker;
}

/** Forms and query strings contain only text; bodies are JSON. */
const sendsTexts = (request: Request, { form }: CallEntry) => form !== undefined || reads(request);

async function bodyOf(request: Request, { operation: { input }, form }: CallEntry): Promise<unknown> {
  if (form !== undefined) return structured(await formOf(request, form));
  return reads(request) ? structured(new URL(request.url).searchParams) : jsonOf(request, jsonLimit(input));
}

/** Body or query merged with the path parameters, which take precedence. A malformed ID in the path is a 404. */
async function inputOf(request: Request, { entry, params }: Found): Promise<unknown> {
  const body = await bodyOf(request, entry);
  if (Array.isArray(body) || body === null || typeof body !== "object") return body;
  const parts: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(params)) {
    if (!/^(id|.*Id)$/.test(name)) parts[name] = text;
    else if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) parts[name] = Number(text);
    else throw notFound();
  }
  return { ...body, ...parts };
}

function onceOf(request: Request, { operation }: CallEntry): string | undefined {
  const key = request.headers.get("Idempotency-Key");
  if (key === null) return undefined;
  if (key.length > 255) throw invalid({ _form: ["Please use an Idempotency-Key of at most 255 characters."] });
  return `call:${operation.name}:${key}`;
}

async function answered(
  entry: CallEntry,
  asker: Asker,
  input: unknown,
  from: ReturnType<typeof fromOf>,
  request: Request,
): Promise<Response> {
  const { status, attachment, tag, unlessKnown: newOrKnown } = entry;
  const { signal, headers } = request;
  const operation = sendsTexts(request, entry) ? readingTexts(entry.operation) : entry.operation;
  const heard = hearing(from);
  if (operation.kind === "stream") {
    const texts = performStream(operation as StreamOperation<typeof operation.input, string>, asker, input, heard.from);
    return textStream(texts, {
      filename: attachment?.() ?? "export.txt",
      type: "text/plain",
      signal,
      headers: heard.headers,
    });
  }
  const answer = await perform(operation, asker, input, heard.from);
  if (tag) return unlessKnown(answer, `W/"${tag(answer as never)}"`, headers);
  if (newOrKnown) {
    const { isNew, ...record } = answer as { isNew: boolean };
    return Response.json(record, { status: isNew ? status : 200, headers: { "Cache-Control": "no-store" } });
  }
  return Response.json(answer, { status, headers: { "Cache-Control": "no-store", ...heard.headers() } });
}

/** The answer with its ETag and a Content-Length, or 304 when the client already has that tag. */
function unlessKnown(answer: unknown, tag: string, asked: Headers): Response {
  const headers = { ETag: tag, "Cache-Control": "no-store" };
  const known = (asked.get("If-None-Match") ?? "").split(",").map((one) => one.trim());
  if (known.includes(tag)) return new Response(null, { status: 304, headers });
  const text = JSON.stringify(answer);
  return new Response(text, {
    headers: { ...headers, "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) },
  });
}
