import cluster from "node:cluster";
import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkAddress } from "../kernel/addresses/address";
import { bearerToken } from "../kernel/net/bearer";
import { config } from "../kernel/process/config";
import { counter } from "../kernel/process/metrics";
import { isApi, sendError } from "./error-response";
import { marksOf } from "./security-headers";

/**
 * Limits the JSON calls of a token and of an address per minute, and the public pages that read from large tables. All
 * processes of a server count together. Sign-ins, clicks and postbacks have limits of their own.
 */

const WINDOW_S = 60;
/** An office has many people behind one address. */
const TOKENS_PER_ADDRESS = 5;
/** Monitoring must never be refused, and the documents are pages. */
const EXCEPTED = /^\/api\/(health|docs(\/.*)?|openapi\.json)$/;
/** Pages for people without a session that are limited like calls, in any spelling that leads to them. */
const LIMITED_PAGES = /^\/+sites\/+developers\//i;
const isLimited = (path: string): boolean =>
  isApi(path) ? !EXCEPTED.test(path) : LIMITED_PAGES.test(decodeURIComponent(path));

type Limiter = Pick<RateLimiterMemory, "consume" | "points">;

/** Counts for all workers. Has to run in the primary before it starts them. */
export function countCallsInPrimary(): void {
  new RateLimiterClusterMaster();
}

const limiterOf = (keyPrefix: string, points: number): Limiter => {
  const options = { keyPrefix, points, duration: WINDOW_S };
  return cluster.isWorker ? new RateLimiterCluster({ ...options, timeoutMs: 1_000 }) : new RateLimiterMemory(options);
};

export function limitCalls(): RequestHandler {
  const { API_RATE } = config();
  if (API_RATE === 0) return (_req, _res, next) => next();
  const ofAddress = limiterOf("address", API_RATE * TOKENS_PER_ADDRESS);
  const ofToken = limiterOf("token", API_RATE);
  return (req, res, next) => {
    if (!isLimited(req.path)) return next();
    void take(req, marksOf(res.locals).ip, ofAddress, ofToken).then((state) => {
      if (!state) return next();
      setHeaders(res, state);
      if (!state.isOver) return next();
      refusedCalls.add(1);
      const message = `Too many calls. Please wait ${state.resetSeconds} seconds.`;
      res.set("Retry-After", String(state.resetSeconds));
      sendError(req, res, { status: 429, code: "TOO_MANY_REQUESTS", message });
    });
  };
}

const refusedCalls = counter("api_calls_limited_total", "Calls that were answered 429 by a rate limit.").series({});

type State = { limit: number; remaining: number; resetSeconds: number; isOver: boolean };

/** The state of the limit that is closer to its end. Undefined if the primary did not answer: the call is not limited. */
async function take(
  { headers: { authorization } }: Request,
  address: string | null,
  ofAddress: Limiter,
  ofToken: Limiter,
): Promise<State | undefined> {
  const network = networkAddress(address);
  // Clients without a known address would share one limit.
  const states = network === null ? [] : [await consume(ofAddress, network)];
  const token = bearerToken(authorization);
  if (token !== undefined && !states[0]?.isOver) {
    states.push(await consume(ofToken, createHash("sha256").update(token).digest("base64url")));
  }
  return states.reduce<State | undefined>(
    (closest, state) => (closest && (!state || closest.remaining < state.remaining) ? closest : state),
    undefined,
  );
}

async function consume(limiter: Limiter, key: string): Promise<State | undefined> {
  try {
    return stateOf(limiter, await limiter.consume(key), false);
  } catch (result) {
    return result instanceof RateLimiterRes ? stateOf(limiter, result, true) : undefined;
  }
}

const stateOf = (limiter: Limiter, { remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): State => ({
  limit: limiter.points,
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  isOver,
});

function setHeaders(res: Response, { limit, remaining, resetSeconds }: State): void {
  res.set({
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  });
}
