import { randomBytes, randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { clientAddress } from "../kernel/net/client-address";
import { commonHeaders, NOT_FRAMED } from "../kernel/net/security-headers";
import { config } from "../kernel/process/config";
import { isApi } from "./error-response";
import type { PeerOf } from "./peer";
import { plainPath } from "./plain-path";

/** Values that a request carries from the first middleware to the screen. */
export type Marks = {
  nonce: string;
  requestId: string;
  startedAt: number;
  /** The client's IP address, also behind trusted proxies; null if it is not known. */
  ip: string | null;
  /** The path in one spelling, for limits and other rules by path. */
  path: string;
  /** Counts a form (1 point) or an export (more) of an account. Throws 429. Absent if limits are turned off. */
  limitAccount?: (accountId: number, points: number) => Promise<void>;
};

export const marksOf = (locals: Record<string, unknown>): Marks => locals as Marks;

export const mark =
  (peerOf: PeerOf): RequestHandler =>
  (req, res, next) => {
    const marks: Marks = {
      nonce: randomBytes(16).toString("base64"),
      requestId: randomUUID(),
      startedAt: Date.now(),
      ip: clientAddress(peerOf(req), req.headers, config().TRUST_PROXY),
      path: plainPath(req.path),
    };
    Object.assign(res.locals, marks);
    res.setHeader("X-Request-Id", marks.requestId);
    next();
  };

/** The headers of every answer. One that is set already keeps its value: a page has a stricter policy. */
export function addCommonHeaders(res: Response): void {
  const headers = [...commonHeaders(), ...NOT_FRAMED];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    if (!res.hasHeader(name)) res.setHeader(name, headers[i + 1] ?? "");
  }
}

/** Runs before anything else can answer. */
export const setCommonHeaders: RequestHandler = (_req, res, next) => {
  addCommonHeaders(res);
  next();
};

/** The only screen that loads the chart library. */
const CHARTS = "/app/stats/office-performance-chart";
/** The hash of the empty `<style>` element that the library creates. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The only pages below /api/. */
const DOCUMENT = /^\/api\/docs(\/[\w-]*)?\/?$/;

/** Headers that only obsolete browsers use. They would add bytes to every page. */
const outdated = {
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** Features of browsers that no screen uses. */
const UNUSED_FEATURES = "camera=(),microphone=()";

/** Already set by `setCommonHeaders`. */
const COMMON_OFF = { strictTransportSecurity: false, xContentTypeOptions: false } as const;

/**
 * The security headers of pages. Calls return data and get only the headers that matter for data: the badge polls every
 * few seconds, even on slow connections. `secure`: the product is served over HTTPS. `developing`: the development
 * server puts styles into scripts and connects to the page by web socket.
 */
export function securityHeaders({ secure, developing }: { secure: boolean; developing: boolean }): RequestHandler {
  const page = helmet({
    // Any stricter value makes browsers send `Origin: null` when a form is posted without scripts.
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    // Browsers isolate an origin by default.
    originAgentCluster: false,
    ...COMMON_OFF,
    ...outdated,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [
          "'self'",
          (_req, res) =>
            `'nonce-${marksOf((res as unknown as { locals: object }).locals as Record<string, unknown>).nonce}'`,
        ],
        styleSrc: developing
          ? ["'self'", "'unsafe-inline'"]
          : [({ url }) => (url?.startsWith(CHARTS) ? `'self' ${EMPTY_STYLE}` : "'self'")],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        workerSrc: ["'self'"],
        connectSrc: developing ? ["'self'", "ws:"] : ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  });
  const data = helmet({
    ...{ contentSecurityPolicy: false, crossOriginOpenerPolicy: false, crossOriginResourcePolicy: false },
    originAgentCluster: false,
    ...{ ...outdated, ...COMMON_OFF, referrerPolicy: false, xFrameOptions: false },
  });
  return (req, res, next) => {
    if (isApi(req.path) && !DOCUMENT.test(req.path)) return data(req, res, next);
    res.setHeader("Permissions-Policy", UNUSED_FEATURES);
    page(req, res, next);
  };
}
