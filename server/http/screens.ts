import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadableStream as ReadableBody } from "node:stream/web";
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler as Handler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { clientAddress } from "../kernel/net/client-address";
import { config } from "../kernel/process/config";
import { wholeOf } from "../kernel/net/buffered-response";
import { type Allowance, allowanceOf, bodyOf } from "./body";
import { isApi } from "./plain-answer";
import { routeHandlers } from "./route-handlers";
import { marksOf } from "./security-headers";

/** Loads the compiled routes of app/. Injected by the process entry point, because server/ does not import app/. */
export type ScreenBuild = () => Promise<ServerBuild>;

/**
 * Answers every screen and call with the routes of app/. With `developing`, the routes are loaded again for each
 * request.
 */
export function screens(build: ScreenBuild, developing: boolean): RequestHandler {
  let handler: Promise<Handler> | undefined;
  return (req, res, next) => {
    const left = new AbortController();
    const allowance = allowanceOf(req.path, req.headers["content-type"]);
    const answer = async (request: Request) => {
      const handle = await (handler ??= developing
        ? Promise.resolve(createRequestHandler(build, "development"))
        : build().then((built) => routeHandlers(built, "production")));
      const made = await handle(request, contextOf(req, res, allowance));
      await takeRest(req, request);
      await send(made, res);
    };
    // Aborts the request's queries when the client disconnects.
    res.on("close", () => (res.writableFinished ? undefined : left.abort()));
    Promise.resolve()
      .then(() => answer(webRequest(req, left.signal, allowance)))
      .catch((fault: unknown) => (left.signal.aborted ? undefined : next(fault)));
  };
}

const KNOWN = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/**
 * Replaces methods that the framework does not support. No call has this method, so the answer lists those
 * allowed.
 */
const OTHER = "PATCH";

/** Maximum time to wait for the rest of a body that is not needed, in milliseconds. */
const LINGER = 1_500;

/**
 * Receives the rest of a body that the answer did not need. Closing the connection earlier would lose the answer, and
 * leftover bytes would precede the connection's next request.
 */
async function takeRest(req: ExpressRequest, { body }: Request): Promise<void> {
  if (req.complete || !body) return;
  // A body that was too long has already failed.
  if (!body.locked) await body.cancel().catch(() => undefined);
  await Promise.race([once(req, "end").catch(() => undefined), pause(LINGER, undefined, { ref: false })]);
}

function contextOf(req: ExpressRequest, res: ExpressResponse, allowance: Allowance): AppLoadContext {
  const { nonce, requestId, startedAt } = marksOf(res.locals);
  const ip = clientAddress(req.socket.remoteAddress, req.headers["x-forwarded-for"], config().TRUST_PROXY);
  return { nonce, requestId, startedAt, ip, ofSession: () => allowance.ofSession() };
}

function webRequest(req: ExpressRequest, signal: AbortSignal, allowance: Allowance): Request {
  const { APP_URL } = config();
  // Concatenated, because a path that begins with two slashes would otherwise be read as a host.
  const url = new URL((APP_URL === undefined ? hostOf(req) : new URL(APP_URL).origin) + req.originalUrl);
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  // The framework compares Origin with these two headers. `refuseForeignPosts` has already checked the origin.
  headers.delete("x-forwarded-host");
  headers.set("host", url.host);
  if (!isApi(req.path)) headers.delete("origin");
  const method = KNOWN.has(req.method) ? req.method : OTHER;
  const withoutBody = req.method === "GET" || req.method === "HEAD";
  return new Request(url, {
    method,
    headers,
    signal,
    ...(withoutBody ? {} : { body: bodyOf(req, allowance), duplex: "half" }),
  });
}

/** The origin according to the Host header; http://localhost if the header is missing or invalid. */
function hostOf({ headers: { host } }: ExpressRequest): string {
  const said = `http://${host}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(said) ? said : "http://localhost";
}

async function send(answer: Response, res: ExpressResponse): Promise<void> {
  res.status(answer.status);
  // Uses Node's setHeader: Express would add a charset to the content type, which costs bytes.
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") res.append(name, value);
    else res.setHeader(name, value);
  }
  // This answer is polled every few seconds and not logged. The request ID would be most of its size.
  if (answer.headers.has("etag")) res.removeHeader("X-Request-Id");
  if (!res.hasHeader("cache-control")) res.setHeader("Cache-Control", "no-store");
  const whole = wholeOf(answer);
  if (whole || !answer.body) {
    res.end(whole);
    return;
  }
  // A body of known length is sent in one piece.
  if (answer.headers.has("content-length")) {
    res.end(new Uint8Array(await answer.arrayBuffer()));
    return;
  }
  // An export is sent at the client's pace, so that a slow client does not fill the memory.
  await pipeline(Readable.fromWeb(answer.body as ReadableBody), res);
}
