import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { networkAddress } from "../kernel/addresses/address";
import { bearerToken } from "../kernel/net/request-headers";
import { tooManyRequests } from "../kernel/operation/refusal";
import { config } from "../kernel/process/config";
import { type RateLimit, rateLimit, type RateState, recordLimited } from "../kernel/process/rate-limits";
import { isApi, sendError } from "./error-response";
import { marksOf } from "./security-headers";

/**
 * Limits the JSON calls of a token and of an address per minute, the public pages that read from large tables, and the forms
 * and exports of an account. Sign-ins, images, clicks and postbacks have limits of their own.
 */

const WINDOW_S = 60;
/** An office has many people behind one address. */
const TOKENS_PER_ADDRESS = 5;
/** A person posts far fewer forms than a program makes calls. */
const CALLS_PER_FORM = 4;
/** A low API_RATE is meant for programs, and no person posts as many. */
const MIN_FORMS = 60;
/** Monitoring must never be refused, and the documents are pages. */
const EXCEPTED = /^\/api\/(health|docs(\/.*)?|openapi\.json)$/;
/** Pages for people without a session that are limited like calls. */
const LIMITED_PAGES = /^\/sites\/developers\//;
/** Calls have one spelling; any other is not found. */
const isLimited = (path: string, plainPath: string): boolean =>
  isApi(path) ? !EXCEPTED.test(path) : LIMITED_PAGES.test(plainPath);

type Limited = "address" | "token" | "account";
/** Counts a request of the key. Undefined if it is not limited. */
type Take = (limited: Limited, key: string, points?: number) => Promise<RateState | undefined>;

function takeFrom(limits: Record<Limited, RateLimit>): Take {
  return async (limited, key, points) => {
    const state = await limits[limited].take(key, points);
    if (state?.isOver) recordLimited(limited, key);
    return state;
  };
}

/** The limits of this process, or undefined if they are turned off. */
function ownLimits(): Take | undefined {
  const { API_RATE } = config();
  if (API_RATE === 0) return undefined;
  return takeFrom({
    address: rateLimit("address", API_RATE * TOKENS_PER_ADDRESS, WINDOW_S),
    token: rateLimit("token", API_RATE, WINDOW_S),
    account: rateLimit("account", Math.max(MIN_FORMS, Math.ceil(API_RATE / CALLS_PER_FORM)), WINDOW_S),
  });
}

export function limitCalls(): RequestHandler {
  const take = ownLimits();
  return (req, res, next) => {
    if (!take) return next();
    const marks = marksOf(res.locals);
    marks.limitAccount = (accountId, points) => limitAccount(take, accountId, points);
    if (!isLimited(req.path, marks.path)) return next();
    void takeCall(take, req, marks.ip).then((state) => {
      if (!state) return next();
      setHeaders(res, state);
      if (!state.isOver) return next();
      const message = `Too many calls. Please wait ${state.resetSeconds} seconds.`;
      res.set("Retry-After", String(state.resetSeconds));
      sendError(req, res, { status: 429, code: "TOO_MANY_REQUESTS", message });
    });
  };
}

/** Counts a form (1 point) or an export (more) of an account. Throws 429. */
async function limitAccount(take: Take, accountId: number, points: number): Promise<void> {
  const state = await take("account", String(accountId), points);
  if (!state?.isOver) return;
  const message = `Your account sends too many forms and exports. Please wait ${state.resetSeconds} seconds.`;
  throw tooManyRequests(message, state.resetSeconds);
}

/** The state of the limit that is closer to its end. */
async function takeCall(
  take: Take,
  { headers: { authorization = "" } }: Request,
  address: string | null,
): Promise<RateState | undefined> {
  const network = networkAddress(address);
  // Clients without a known address would share one limit.
  const states = network === null ? [] : [await take("address", network)];
  const token = bearerToken(authorization);
  if (token !== undefined && !states[0]?.isOver) states.push(await take("token", hashOf(token)));
  return states.reduce<RateState | undefined>(
    (closest, state) => (closest && (!state || closest.remaining < state.remaining) ? closest : state),
    undefined,
  );
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 16);

function setHeaders(res: Response, { limit, remaining, resetSeconds }: RateState): void {
  res.set({
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  });
}
