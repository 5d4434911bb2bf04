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
import { clientAddress } from "../kernel/client-address";
import { config } from "../kernel/config";
import { wholeOf } from "../kernel/whole-answer";
import { type Allowance, allowanceOf, bodyOf } from "./body";
import { isApi } from "./plain-answer";
import { routeHandlers } from "./route-handlers";
import { marksOf } from "./security-headers";

/** Loads the compiled routes of app/. Injected by the process entry point, because server/ does not import app/. */
export type ScreenBuild = () => Promise<ServerBuild>;

/** Every screen and every call, answered by the routes of app/, which are read anew for each while `developing`. */
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
    // A client that goes away ends the queries that were made for it.
    res.on("close", () => (res.writableFinished ? undefined : left.abort()));
    Promise.resolve()
      .then(() => answer(webRequest(req, left.signal, allowance)))
      .catch((fault: unknown) => (left.signal.aborted ? undefined : next(fault)));
  };
}

const KNOWN = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The framework cannot be asked by any other method. No call has this one, so that it says which ones there are. */
const OTHER = "PATCH";

/** Longer nobody waits for the end of what is not wanted. */
const LINGER = 1_500;

/**
 * An answer that needed no body, or not all of it, still lets it come in: a connection closed before would lose the
 * answer, and what is left on the line would stand before the connection's next request.
 */
async function takeRest(req: ExpressRequest, { body }: Request): Promise<void> {
  if (req.complete || !body) return;
  // A body that was too long has failed already.
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
  // A path that begins with two slashes is still a path.
  const url = new URL((APP_URL === undefined ? hostOf(req) : new URL(APP_URL).origin) + req.originalUrl);
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  // The framework compares Origin with these two; where the post came from has been judged already.
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

/** Where the browser says that it is; a host that cannot be one counts as none. */
function hostOf({ headers: { host } }: ExpressRequest): string {
  const said = `http://${host}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(said) ? said : "http://localhost";
}

async function send(answer: Response, res: ExpressResponse): Promise<void> {
  res.status(answer.status);
  // Set as it is: what is added to a text's type would weigh, too.
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") res.append(name, value);
    else res.setHeader(name, value);
  }
  // Asked for every few seconds and logged nowhere: its number would be most of it.
  if (answer.headers.has("etag")) res.removeHeader("X-Request-Id");
  if (!res.hasHeader("cache-control")) res.setHeader("Cache-Control", "no-store");
  const whole = wholeOf(answer);
  if (whole || !answer.body) {
    res.end(whole);
    return;
  }
  // What is whole already goes out whole.
  if (answer.headers.has("content-length")) {
    res.end(new Uint8Array(await answer.arrayBuffer()));
    return;
  }
  // An export goes at the pace of the client, so a slow one does not fill the memory.
  await pipeline(Readable.fromWeb(answer.body as ReadableBody), res);
}
