import type { RequestHandler } from "express";
import { counter, histogram } from "../kernel/process/metrics";

const latency = histogram(
  "http_request_seconds",
  "Time from the request to the end of its answer, by route.",
  "method",
  "route",
);
const answers = counter("http_answers_total", "Answers by status class.", "status");

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
