import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "../../kernel/periods/now";
import { commonHeaders } from "../../kernel/net/security-headers";
import { logError } from "../../kernel/process/log";
import { counter, histogram } from "../../kernel/process/metrics";
import { Refusal } from "../../kernel/operation/refusal";
import type { Context } from "../context";
import { decideInBatch } from "./batches";
import { DatabaseUnavailable, ConnectionLost, onConnection } from "./connections";
import { decide, type PostbackInput, secretHashOf } from "./decide";
import type { Outcome, Request } from "./record";
import { RequestAborted, sanitizeParams, readRequest } from "./request";
import { droppedRefusals, refusalWait } from "./refusal-limit";
import { postbackRecord, type SpooledPostback } from "../spool";

/**
 * Handles GET or POST /api/postback, which sites call when something is sold (POST-01). Every request is stored with
 * its verdict before it is answered, except that an address with too many refusals gets 429. While the database does
 * not answer, a request with a known secret goes to the spool as received, and is answered as pending with the reason
 * "spooled". Without a known secret, or if the spool cannot store it either, the response is 503 and nothing is stored;
 * a request that cannot be read still gets its refusal. Never rejects.
 */
export async function answerPostback(
  req: IncomingMessage,
  res: ServerResponse,
  { addressOf, knowsSecret, spool }: Pick<Context, "addressOf" | "knowsSecret" | "spool">,
) {
  const began = performance.now();
  const receipt = randomUUID();
  const answer = answerWith(res, receipt);
  try {
    if (req.method !== "GET" && req.method !== "POST") {
      return answer(405, { code: "METHOD_NOT_ALLOWED", message: "Postbacks are sent by GET or POST." }, [
        "Allow",
        "GET, POST",
      ]);
    }
    const receivedAt = now();
    const received = await readRequest(req);
    const request = { receipt, receivedAt, ip: addressOf(req), params: sanitizeParams(received.params) };
    const { params, unreadable } = received;
    const input: PostbackInput = {
      params,
      secretHash: secretHashOf(params.get("secret")),
      unreadable: unreadable !== undefined,
    };
    const isKnownSecret = input.secretHash !== undefined && knowsSecret(input.secretHash) === true;
    const wait = isKnownSecret ? undefined : refusalWait(request.ip);
    if (wait !== undefined) return tooMany(answer, wait);
    const outcome = await storeOrSpool(request, input, isKnownSecret ? spool : undefined);
    if (outcome.retryAfter !== undefined) return tooMany(answer, outcome.retryAfter);
    postbacks.add({ verdict: outcome === SPOOLED ? "spooled" : outcome.verdict });
    answer(unreadable ?? statusOf(outcome), responseBody(input.unreadable ? UNREADABLE : outcome));
  } catch (error) {
    if (error instanceof RequestAborted) return;
    const isUnavailable = error instanceof Refusal;
    if (!isUnavailable) logError(error, receipt);
    postbacks.add({ verdict: isUnavailable ? "unavailable" : "fault" });
    if (isUnavailable) answer(503, { code: error.code, message: error.message }, ["Retry-After", "5"]);
    else
      answer(500, {
        code: "SERVER_ERROR",
        message: `Something went wrong on our side. Please name the incident ${receipt}.`,
      });
  } finally {
    seconds.observe((performance.now() - began) / 1000);
  }
}

function tooMany(answer: ReturnType<typeof answerWith>, wait: number): void {
  droppedRefusals.add();
  postbacks.add({ verdict: "too_many" });
  const message = "Too many postbacks of this address were refused. Please check the secret and the parameters.";
  answer(429, { code: "TOO_MANY_REQUESTS", message }, ["Retry-After", String(wait)]);
}

const postbacks = counter("postbacks_total", "Postbacks by verdict.", "verdict");
const seconds = histogram("postback_seconds", "Time from a postback to its response.");

const STATUS: Record<Outcome["verdict"], number> = {
  accepted: 200,
  duplicate: 200,
  test: 200,
  held: 202,
  refused: 400,
};
const REFUSED: Partial<Record<string, number>> = { bad_secret: 401, ip_denied: 403, bonus_not_enabled: 409 };
/** The HTTP status of an answer. */
export const statusOf = ({ verdict, reason }: Pick<PostbackResult, "verdict" | "reason">): number =>
  (verdict === "refused" ? REFUSED[reason ?? ""] : undefined) ?? STATUS[verdict];

type PostbackResult = Omit<Outcome, "reason" | "postback"> & { reason?: Outcome["reason"] | "spooled" };
/** A spooled request is decided when it is loaded, with the prices of its receipt. */
const SPOOLED: PostbackResult = { verdict: "held", reason: "spooled" };
const UNREADABLE: PostbackResult = { verdict: "refused", reason: "malformed" };

function responseBody({ verdict, reason, field, detail, eventId, booking }: PostbackResult) {
  const duplicate = verdict === "duplicate" || (verdict === "test" && eventId !== undefined);
  const common = {
    verdict,
    id: eventId ?? null,
    duplicate,
    ...(reason ? { reason } : {}),
    ...(field ? { field } : {}),
    ...(detail ? { detail } : {}),
  };
  if (verdict !== "test" || !booking) return common;
  const { sign, price } = booking;
  const { source, payout, earning, lpp } = price;
  return {
    ...common,
    price: { source, payout: sign * Number(payout), earning: sign * Number(earning), lpp: sign * lpp },
  };
}

/** Sends responses with the receipt as X-Request-Id. The stored row and the log line of a fault have the same ID. */
const answerWith =
  (res: ServerResponse, receipt: string) =>
  (status: number, body: object, headers: string[] = []): void => {
    if (res.headersSent || res.destroyed) return;
    const text = JSON.stringify(body);
    res.writeHead(status, [
      ...["Content-Type", "application/json; charset=utf-8", "Content-Length", String(Buffer.byteLength(text))],
      ...["Cache-Control", "no-store", ...commonHeaders(), "X-Request-Id", receipt, ...headers],
    ]);
    res.end(text);
  };

const TRIES = 3;

async function storeOrSpool(
  request: SpooledPostback["request"],
  input: PostbackInput,
  spool: Context["spool"] | undefined,
): Promise<PostbackResult> {
  try {
    return await storeWithRetries(request, input);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (!spool && input.unreadable) return UNREADABLE;
    if (!spool) throw error;
    const { secretHash, unreadable } = input;
    const record = postbackRecord({ request, secretHash, unreadable });
    if (!(await new Promise((done) => spool.append(record, done) || done(false)))) throw error;
    return SPOOLED;
  }
}

/**
 * Decides a request and stores it, in up to three attempts. After a lost connection it is unknown whether the COMMIT
 * succeeded, so later attempts look for a stored outcome first. They are made one by one, because a second loss would
 * hit a whole batch again.
 */
async function storeWithRetries(request: Request, input: PostbackInput): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await (tries === 1
        ? decideInBatch({ request, input })
        : onConnection((client) => decide(client, request, input, true)));
    } catch (error) {
      if (tries === TRIES || !isRetryable(error)) throw error;
    }
  }
}

const isRetryable = (error: unknown) =>
  error instanceof ConnectionLost || /^40(001|P01)$/.test((error as { code?: string } | null)?.code ?? "");
