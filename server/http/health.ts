import { timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { isCurrent } from "../../models/migrate";
import { isDatabaseUnresponsive } from "../kernel/database/responsiveness";
import { clientAddress } from "../kernel/net/client-address";
import { forwardedHops } from "../kernel/net/forwarded";
import { isLoopback } from "../kernel/addresses/loopback";
import { config } from "../kernel/process/config";
import { purposes, withOwnConnection } from "../kernel/database/connections";
import { collectSamples, exposition, infoMetric } from "../kernel/process/metrics";
import { NOT_FOUND, sendError } from "./error-response";
import { setCommonHeaders } from "./security-headers";

const READY_TIMEOUT_MS = purposes.readiness.connectTimeoutMs;

/** Endpoints for machines: liveness, readiness and metrics. */
export function health(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  registerSettings();
  router.get("/healthz", setCommonHeaders, (_req, res) => {
    res.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  router.get(
    "/readyz",
    setCommonHeaders,
    catchErrors(async (_req, res) => {
      const ready = await isReady();
      res
        .status(ready ? 200 : 503)
        .set("Cache-Control", "no-store")
        .json({ status: ready ? "ok" : "unavailable" });
    }),
  );
  router.get(
    "/metrics",
    setCommonHeaders,
    catchErrors(async (req, res) => {
      if (!mayReadMetrics(req)) {
        sendError(req, res, NOT_FOUND);
        return;
      }
      res
        .set("Cache-Control", "no-store")
        .type("text/plain; version=0.0.4")
        .send(await exposition(await collectSamples()));
    }),
  );
  return router;
}

/** Express 4 ignores the promise of a handler: without `next`, a rejection would leave the request unanswered. */
const catchErrors =
  (handler: (req: Request, res: Response) => Promise<void>): RequestHandler =>
  (req, res, next) => {
    handler(req, res).catch(next);
  };

/**
 * Publishes the settings that a program on this machine needs before it sends clicks for others and counts the results.
 */
function registerSettings(): void {
  const { CLICK_RATE, TRUST_PROXY } = config();
  const forwarded = "192.0.2.1";
  infoMetric("server_settings", "Settings that decide which clicks count, as labels.", {
    click_rate: String(CLICK_RATE),
    loopback_trusted:
      clientAddress("127.0.0.1", { "x-forwarded-for": forwarded }, TRUST_PROXY) === forwarded ? "yes" : "no",
  });
}

let asking: Promise<boolean> | undefined;
let isLeaving = false;

/** From now on `/readyz` answers 503, so that load balancers send nothing more to this server, which is about to end. */
export function refuseNewWork(): void {
  isLeaving = true;
}

/** Concurrent readiness checks share one database connection. */
function isReady(): Promise<boolean> {
  if (isLeaving || isDatabaseUnresponsive()) return Promise.resolve(false);
  return (asking ??= Promise.race([isDatabaseReady(), pause(READY_TIMEOUT_MS, false, { ref: false })]).finally(
    () => (asking = undefined),
  ));
}

async function isDatabaseReady(): Promise<boolean> {
  try {
    return await withOwnConnection("readiness", isCurrent);
  } catch {
    return false;
  }
}

function mayReadMetrics(req: Request): boolean {
  const { METRICS_TOKEN } = config();
  const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? "")?.[1];
  if (METRICS_TOKEN !== undefined && token !== undefined) return isEqual(token, METRICS_TOKEN);
  // A proxy on this machine also connects from loopback, but forwards requests of others.
  return isLoopback(req.socket.remoteAddress) && forwardedHops(req.headers) === undefined;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
