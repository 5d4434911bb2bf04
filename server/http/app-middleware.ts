import type { Request, RequestHandler, Response } from "express";
import { isOwnOrigin } from "../kernel/net/urls";
import { type CallOrigin } from "../kernel/operation/operation";
import { logRefused } from "../kernel/operation/perform";
import { counter, histogram } from "../kernel/process/metrics";
import { isApi, sendError } from "./error-response";
import { marksOf } from "./security-headers";

const latency = histogram(
  "http_request_seconds",
  "Time from the request to the end of its response, by route.",
  "method",
  "route",
);
const answers = counter("http_answers_total", "Responses by status class.", "status");

/** Measures the time of every request that Express handles. Tracked links and postbacks have metrics of their own. */
export const measure: RequestHandler = (req, res, next) => {
  const began = process.hrtime.bigint();
  res.on("close", () => {
    const seconds = Number(process.hrtime.bigint() - began) / 1e9;
    const status = `${Math.floor(res.statusCode / 100)}xx`;
    latency.observe(seconds, { method: req.method, route: res.statusCode === 404 ? "unknown" : routeOf(req.path) });
    answers.add({ status });
  });
  next();
};

/** The path with variable parts as `:value`, so that a metric covers a screen and not a single record. */
function routeOf(path: string): string {
  if (path.startsWith("/assets/")) return "/assets/:value";
  const parts = path
    .split("/")
    .map((part) => (/^[a-z][a-z-]{0,24}(\.[a-z]+)?$/i.test(part) || part === "" ? part : ":value"));
  return parts.join("/");
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Accepts posted forms only from the product's own pages. Calls below /api/ make their own check, because bearer tokens
 * may be used from elsewhere.
 */
export const rejectCrossSitePosts: RequestHandler = (req, res, next) => {
  if (SAFE.has(req.method) || isApi(req.path)) return next();
  const { "sec-fetch-site": site, origin, host } = req.headers;
  if (isOwnOrigin({ site: site?.toString(), origin, host })) return next();
  logRefused(null, originOf(req, res), 403);
  const message = "This form must be sent from the product's own pages.";
  sendError(req, res, { status: 403, code: "FORBIDDEN", message });
};

/** The origin of a form that is refused before a screen sees it, for the common log. */
function originOf(req: Request, res: Response): CallOrigin {
  const { ip, requestId } = marksOf(res.locals);
  const userAgent = req.headers["user-agent"] ?? "";
  return { channel: "form", ip, userAgent, method: `${req.method} ${req.path}`, query: req.query, requestId };
}
