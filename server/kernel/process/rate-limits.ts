import cluster from "node:cluster";
import { LRUCache } from "lru-cache";
import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { now } from "../time/now";
import { log } from "./log";
import { counter } from "./metrics";

/** Limits per time and key, in the memory of the primary process: all processes of a server count together. */

export type RateState = { limit: number; remaining: number; resetSeconds: number; isOver: boolean };

export type RateLimit = {
  /** Counts `points` of the key. Undefined if the primary did not answer within a second: nothing is limited then. */
  take(key: string, points?: number): Promise<RateState | undefined>;
};

/** Counts for all workers. Has to run in the primary before it starts them. */
export function countInPrimary(): void {
  new RateLimiterClusterMaster();
}

/** Allows `points` of each key within `seconds`. Create it once in each process. */
export function rateLimit(name: string, points: number, seconds: number): RateLimit {
  const options = { keyPrefix: name, points, duration: seconds };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 1_000 })
    : new RateLimiterMemory(options);
  const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): RateState => ({
    limit: points,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    isOver,
  });
  return {
    async take(key, taken = 1) {
      try {
        return stateOf(await limiter.consume(key, taken), false);
      } catch (result) {
        return result instanceof RateLimiterRes ? stateOf(result, true) : undefined;
      }
    },
  };
}

const limited = counter("requests_limited_total", "Requests that were answered 429, by limit.", "limit");

const LOGGED_AGAIN_MS = 60_000;
const REMEMBERED = 10_000;
/** When a key was last logged, in milliseconds since 1970, and how many of its requests were refused since. */
const logged = new LRUCache<string, { at: number; refused: number }>({ max: REMEMBERED });

/** Counts a request that is answered 429, and logs the first of each minute and key. A key names no secret. */
export function recordLimited(limit: string, key: string): void {
  limited.add({ limit });
  const name = `${limit} ${key}`;
  const last = logged.get(name);
  const at = now().getTime();
  if (last && Math.abs(at - last.at) < LOGGED_AGAIN_MS) {
    last.refused += 1;
    return;
  }
  log().warn({ event: "limit reached", limit, key, refusedBefore: last?.refused ?? 0 });
  logged.set(name, { at, refused: 0 });
}
