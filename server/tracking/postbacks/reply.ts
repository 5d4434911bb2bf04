import { networkAddress } from "../../kernel/addresses/address";
import { logError } from "../../kernel/process/log";
import { counter, histogram } from "../../kernel/process/metrics";
import { recordLimited } from "../../kernel/process/rate-limits";
import { Refusal } from "../../kernel/operation/refusal";
import type { Context } from "../context";
import { decideInBatch } from "./batches";
import { DatabaseUnavailable, ConnectionLost, onConnection } from "./connections";
import { decide, type PostbackInput, secretHashOf, type Unread } from "./decide";
import { parsePostback } from "./parameters";
import { pixelHashOf } from "./pixel";
import type { Outcome, Request } from "./record";
import type { Unreadable } from "./reading/body";
import { type Received, sanitizeParams } from "./reading/request";
import { droppedRefusals, refusalWait } from "./refusal-limit";
import { type PostbackResult, responseBody, spooled, statusOf, undecided } from "./response";
import { type LoggedPostback, postbackPayload } from "../log/records";
import { untilClickLoaded } from "../log/progress";

/** The answer to a postback. `retryAfter` are the seconds to wait before one that was not stored is sent again. */
export type Reply<B extends object = { verdict: string }> = { status: number; body: B; retryAfter?: number };

/**
 * Decides and stores a postback. While the database does not answer, or while the click is on its way into it, one with a known
 * secret goes to the log as received, and is answered as pending with the reason "spooled". Without a known secret, or if
 * the disk does not take it either, the answer is 503 and nothing is stored; one that cannot be read still gets its
 * refusal. Never rejects.
 */
export async function replyTo(
  received: Received,
  { receipt, receivedAt, ip, pixelHost }: Omit<Request, "params">,
  { knowsSecret, clickLog }: Pick<Context, "knowsSecret" | "clickLog">,
  began = performance.now(),
): Promise<Reply> {
  try {
    const request = { receipt, receivedAt, ip, params: sanitizeParams(received), pixelHost };
    const { params, unreadable, noSite } = received;
    const isPixel = pixelHost !== undefined;
    const hashes = received.secrets.flatMap((secret) => (isPixel ? pixelHashOf : secretHashOf)(secret) ?? []);
    const known = hashes.find((hash) => knowsSecret(hash) === true);
    // Requests of monitors are not stored.
    if (unreadable?.status === 405 && !known) {
      return { status: 405, body: undecided("METHOD_NOT_ALLOWED", "malformed", unreadable.detail, receipt) };
    }
    const wait = known && !isPixel ? undefined : refusalWait(request.ip);
    if (wait !== undefined) return tooMany(request, wait);
    const secretHash = known ?? hashes[0];
    const moreSecretHashes = hashes.filter((hash) => hash !== secretHash);
    const input = {
      params,
      secretHash,
      moreSecretHashes,
      noSite,
      unreadable: unreadable ? unreadOf(unreadable) : false,
    };
    const outcome = await storeOrSpool(request, input, clickLog, known !== undefined);
    if (outcome.retryAfter !== undefined) return tooMany(request, outcome.retryAfter);
    const isSpooled = outcome.reason === "spooled";
    postbacks.add({ verdict: isSpooled ? "spooled" : outcome.verdict });
    const result: PostbackResult =
      isSpooled && unreadable ? { verdict: "refused", ...unreadOf(unreadable), postback: {} } : outcome;
    return { status: unreadable?.status ?? statusOf(result), body: responseBody(result, receipt) };
  } catch (error) {
    if (!(error instanceof Refusal)) return fault(error, receipt);
    postbacks.add({ verdict: "unavailable" });
    return { status: 503, body: undecided("UNAVAILABLE", "unavailable", UNAVAILABLE, receipt), retryAfter: 5 };
  } finally {
    seconds.observe((performance.now() - began) / 1000);
  }
}

/** The answer if the product fails. */
export function fault(error: unknown, receipt: string): Reply {
  logError(error, receipt);
  postbacks.add({ verdict: "fault" });
  return { status: 500, body: undecided("SERVER_ERROR", "fault", `${FAULT} ${receipt}.`, receipt) };
}

const UNAVAILABLE = "The service is busy, and the request was not stored. Send it again in a moment.";
const FAULT = "Something went wrong on our side, and the request may not have been stored. Please name the incident";
const TOO_MANY =
  "Too many postbacks of this address were refused, so this one was not stored. Check the secret and the parameters.";

function tooMany({ ip, receipt }: Request, retryAfter: number): Reply {
  droppedRefusals.add();
  recordLimited("postbacks", networkAddress(ip) ?? "unknown address");
  postbacks.add({ verdict: "too_many" });
  return { status: 429, body: undecided("TOO_MANY_REQUESTS", "too_many_requests", TOO_MANY, receipt), retryAfter };
}

const unreadOf = ({ reason, field, detail }: Unreadable): Unread => ({ reason, field, detail });

const postbacks = counter("postbacks_total", "Postbacks by verdict.", "verdict");
const seconds = histogram("postback_seconds", "Time from a postback to its response.");

const TRIES = 3;

async function storeOrSpool(
  request: LoggedPostback["request"],
  input: PostbackInput,
  clickLog: Context["clickLog"],
  isKnown: boolean,
): Promise<PostbackResult> {
  const { postback } = parsePostback(input.params, request.receivedAt);
  const isClickThere = await untilClickLoaded(clickLog.folder, postback.clickId);
  try {
    if (!isClickThere && isKnown && !input.unreadable) throw new DatabaseUnavailable();
    return await storeWithRetries(request, input);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (!isKnown && input.unreadable) return spooled(postback);
    if (!isKnown) throw error;
    const { secretHash, unreadable } = input;
    const payload = postbackPayload({ request, secretHash, unreadable });
    if (!(await new Promise((done) => clickLog.appendPayload(payload, done) || done(false)))) throw error;
    return spooled(postback);
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
