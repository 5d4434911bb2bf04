import { randomBytes, randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { everyAnswer } from "../kernel/every-answer";
import { isApi } from "./plain-answer";

/** What a request carries from the first middleware to the screen. */
export type Marks = { nonce: string; requestId: string; startedAt: number };

export const marksOf = (locals: Record<string, unknown>): Marks => locals as Marks;

export const mark: RequestHandler = (_req, res, next) => {
  const marks: Marks = { nonce: randomBytes(16).toString("base64"), requestId: randomUUID(), startedAt: Date.now() };
  Object.assign(res.locals, marks);
  res.setHeader("X-Request-Id", marks.requestId);
  next();
};

/** On every answer, before anything else can answer. */
export const markEveryAnswer: RequestHandler = (_req, res, next) => {
  const headers = everyAnswer();
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i] ?? "", headers[i + 1] ?? "");
  next();
};

/** The one empty `<style>` that the chart library makes. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The one page among the addresses of calls. */
const DOCUMENT = /^\/api\/docs\/?$/;

/** What only browsers heed that are no more: they would weigh on every page. */
const outdated = {
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** `markEveryAnswer` has set them. */
const ofEveryAnswer = { strictTransportSecurity: false, xContentTypeOptions: false } as const;

/**
 * The policy under which pages run. Answers of calls are no pages and get what counts for data: a badge asks every few
 * seconds, on thin lines. `secure`: people open the product by https. `developing`: the development server
 * sends its styles inside scripts and talks to the page over a web socket.
 */
export function securityHeaders({ secure, developing }: { secure: boolean; developing: boolean }): RequestHandler {
  const page = helmet({
    // Any stricter value makes browsers send `Origin: null` with the posts of forms without scripts.
    referrerPolicy: { policy: "same-origin" },
    ...ofEveryAnswer,
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
        styleSrc: developing ? ["'self'", "'unsafe-inline'"] : ["'self'", EMPTY_STYLE],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        connectSrc: developing ? ["'self'", "ws:"] : ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        manifestSrc: ["'self'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  });
  const data = helmet({
    ...{ contentSecurityPolicy: false, crossOriginOpenerPolicy: false, crossOriginResourcePolicy: false },
    originAgentCluster: false,
    ...{ ...outdated, ...ofEveryAnswer, referrerPolicy: false, xFrameOptions: false },
  });
  return (req, res, next) => (isApi(req.path) && !DOCUMENT.test(req.path) ? data : page)(req, res, next);
}
