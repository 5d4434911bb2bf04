import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as ReadableBody } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler as Handler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { bufferOf } from "../kernel/net/buffered-response";
import { Refusal } from "../kernel/operation/refusal";
import { config } from "../kernel/process/config";
import { isApi } from "./error-response";
import { LINK_CHANGES_HEADER, linkChanges } from "./link-changes";
import { routeHandlers } from "./route-handlers";
import { marksOf } from "./security-headers";

const KB = 1024;
const MAX_HTML = 1_200 * KB;
/** URL-encoded forms write each non-ASCII byte and each bracket as three bytes. */
const MAX_FORM = 3 * MAX_HTML;

/** Limit for requests without a session: the sender has not been authenticated yet. */
const MAX_UNAUTHENTICATED = 16 * KB;

/**
 * Maximum size of a body in bytes, by path and content type; the first match applies. Calls that need less check that
 * themselves. Without a session, OPEN applies everywhere.
 */
const limits: { path: RegExp; type?: RegExp; bytes: number }[] = [
  { path: /^\/(login|forgot|reset|remote-login|api\/auth\/.*|api\/forgot)$/, bytes: MAX_UNAUTHENTICATED },
  { path: /^\/api\/files\/image$/, bytes: 5 * 1024 * KB + 64 * KB },
  { path: /./, type: /^multipart\//i, bytes: 5 * 1024 * KB + 64 * KB },
  { path: /./, bytes: MAX_FORM },
];

function limitOf(path: string, contentType: string): number {
  const matching = limits.find((limit) => limit.path.test(path) && (limit.type?.test(contentType) ?? true));
  return matching?.bytes ?? MAX_UNAUTHENTICATED;
}

/**
 * How much of a request's body may be read, in bytes. `ofSession` raises the limit once a session has been verified;
 * call it before reading.
 */
type Allowance = { bytes: number; raiseForSession(): void };

function createAllowance(path: string, contentType = ""): Allowance {
  return {
    bytes: MAX_UNAUTHENTICATED,
    raiseForSession() {
      this.bytes = limitOf(path, contentType);
    },
  };
}

/**
 * The body of a request as a web stream that reads from the socket only on demand. If the body is too long, the reader
 * fails with refusal 413: at once if the length was declared, otherwise at the first byte beyond the limit. A request
 * refused for another reason before its body is read keeps that reason.
 */
function requestBody(req: IncomingMessage, allowance: Allowance): ReadableStream<Uint8Array> {
  const declared = Number(req.headers["content-length"] ?? 0);
  let taken = 0;
  const source = req[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const refuse = (stream: ReadableStreamDefaultController) => {
    stream.error(new Refusal("TOO_LARGE", `Please send at most ${Math.round(allowance.bytes / KB)} KB.`));
    void discard(source);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        if (declared > allowance.bytes) return refuse(stream);
        try {
          const { done, value } = await source.next();
          if (done) return stream.close();
          taken += value.byteLength;
          if (taken > allowance.bytes) refuse(stream);
          else stream.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
        } catch (error) {
          stream.error(error);
        }
      },
      cancel: () => void discard(source),
    },
    { highWaterMark: 0 },
  );
}

/** Reads the rest of a refused body: closing the connection with unread bytes would lose the answer. */
async function discard(source: AsyncIterator<Buffer>): Promise<void> {
  try {
    while (!(await source.next()).done);
  } catch {
    return;
  }
}

/** Loads the compiled routes of app/. Injected by the process entry point, because server/ does not import app/. */
export type ScreenBuild = () => Promise<ServerBuild>;

/**
 * Answers every screen and call with the routes of app/. With `developing`, the routes are loaded again for each
 * request.
 */
export function screens(build: ScreenBuild, developing: boolean): RequestHandler {
  const load = (): Promise<Handler> =>
    developing
      ? Promise.resolve(createRequestHandler(build, "development"))
      : build().then((built) => routeHandlers(built, "production"));
  const handler = load();
  // A build that does not load fails every request.
  handler.catch(() => undefined);
  return (req, res, next) => {
    const left = new AbortController();
    const allowance = createAllowance(marksOf(res.locals).path, req.headers["content-type"]);
    const respond = async (request: Request) => {
      const handle = await handler;
      const response = await handle(request, contextOf(res, allowance));
      await discardRest(req, request);
      await send(response, res);
    };
    // Aborts the request's queries when the client disconnects.
    res.on("close", () => (res.writableFinished ? undefined : left.abort()));
    Promise.resolve()
      .then(() => respond(webRequest(req, left.signal, allowance)))
      .catch((error: unknown) => (left.signal.aborted ? undefined : next(error)));
  };
}

const KNOWN = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/**
 * Replaces methods that the framework does not support. No call has this method, so the answer lists those
 * allowed.
 */
const OTHER = "PATCH";

/** Maximum time to wait for the rest of a body that is not needed, in milliseconds. */
const LINGER_MS = 1_500;

/**
 * Receives the rest of a body that the answer did not need. Closing the connection earlier would lose the answer, and
 * leftover bytes would precede the connection's next request.
 */
async function discardRest(req: ExpressRequest, { body }: Request): Promise<void> {
  if (req.complete || !body) return;
  // A body that was too long has already failed.
  if (!body.locked) await body.cancel().catch(() => undefined);
  await Promise.race([once(req, "end").catch(() => undefined), pause(LINGER_MS, undefined, { ref: false })]);
}

function contextOf(res: ExpressResponse, allowance: Allowance): AppLoadContext {
  const { nonce, requestId, startedAt, ip, limitAccount = unlimited } = marksOf(res.locals);
  return { nonce, requestId, startedAt, ip, limitAccount, ofSession: () => allowance.raiseForSession() };
}

const unlimited = () => Promise.resolve();

function webRequest(req: ExpressRequest, signal: AbortSignal, allowance: Allowance): Request {
  const { APP_URL } = config();
  // Concatenated, because a path that begins with two slashes would otherwise be read as a host.
  const url = new URL((APP_URL === undefined ? hostOf(req) : new URL(APP_URL).origin) + req.originalUrl);
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  // The framework compares Origin with these two headers. `rejectCrossSitePosts` has already checked the origin.
  headers.delete("x-forwarded-host");
  headers.set("host", url.host);
  if (!isApi(req.path)) headers.delete("origin");
  const method = KNOWN.has(req.method) ? req.method : OTHER;
  const withoutBody = req.method === "GET" || req.method === "HEAD";
  return new Request(url, {
    method,
    headers,
    signal,
    ...(withoutBody ? {} : { body: requestBody(req, allowance), duplex: "half" }),
  });
}

/** The origin according to the Host header; http://localhost if the header is missing or invalid. */
function hostOf({ headers: { host } }: ExpressRequest): string {
  const origin = `http://${host}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(origin) ? origin : "http://localhost";
}

async function send(response: Response, res: ExpressResponse): Promise<void> {
  res.status(response.status);
  // Uses Node's setHeader: Express would add a charset to the content type, which costs bytes.
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.append(name, value);
    else res.setHeader(name, value);
  }
  const changes = linkChanges();
  if (changes !== undefined) res.setHeader(LINK_CHANGES_HEADER, changes);
  // Pages poll these answers every few seconds. The request ID, which programs get, would be most of their size.
  if (response.headers.has("etag") && res.req.headers.authorization === undefined) res.removeHeader("X-Request-Id");
  if (!res.hasHeader("cache-control")) res.setHeader("Cache-Control", "no-store");
  const buffer = bufferOf(response);
  if (buffer || !response.body) {
    res.end(buffer);
    return;
  }
  // A body of known length is sent in one piece.
  if (response.headers.has("content-length")) {
    res.end(new Uint8Array(await response.arrayBuffer()));
    return;
  }
  // An export is sent at the client's pace, so that a slow client does not fill the memory.
  await pipeline(Readable.fromWeb(response.body as ReadableBody), res);
}
