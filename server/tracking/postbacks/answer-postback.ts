import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { networkAddress } from "../../kernel/addresses/address";
import { now } from "../../kernel/time/now";
import { logError } from "../../kernel/process/log";
import { counter, histogram } from "../../kernel/process/metrics";
import { recordLimited } from "../../kernel/process/rate-limits";
import { Refusal } from "../../kernel/operation/refusal";
import type { Context } from "../context";
import { decideInBatch } from "./batches";
import { DatabaseUnavailable, ConnectionLost, onConnection } from "./connections";
import { decide, type PostbackInput, secretHashOf, type Unread } from "./decide";
import { parsePostback } from "./parameters";
import type { Outcome, Request } from "./record";
import { RequestAborted, type Unreadable } from "./reading/body";
import { sanitizeParams, readRequest } from "./reading/request";
import { droppedRefusals, refusalWait } from "./refusal-limit";
import { answerWith, type PostbackResult, responseBody, spooled, statusOf, undecided } from "./response";
import { type LoggedPostback, postbackPayload } from "../log/records";
import { untilClickLoaded } from "../log/progress";

/**
 * Handles GET or POST /api/postback, which sites call when something is sold (POST-01). Every request is stored with
 * its verdict before it is answered, except that an address with too many refusals gets 429. While the database does
 * not answer, or while the click is on its way into it, a request with a known secret goes to the log as received, and is
 * answered as pending with the reason "spooled". Without a known secret, or if the disk does not take it either, the
 * response is 503 and nothing is stored; a request that cannot be read still gets its refusal. Never rejects.
 */
export async function answerPostback(
  req: IncomingMessage,
  res: ServerResponse,
  { clientOf, knowsSecret, clickLog }: Pick<Context, "clientOf" | "knowsSecret" | "clickLog">,
) {
  const began = performance.now();
  const receipt = randomUUID();
  const answer = answerWith(res, receipt);
  try {
    const receivedAt = now();
    const received = await readRequest(req);
    const request = { receipt, receivedAt, ip: clientOf(req).address, params: sanitizeParams(received) };
    const { params, unreadable, noSite } = received;
    const hashes = received.secrets.flatMap((secret) => secretHashOf(secret) ?? []);
    const known = hashes.find((hash) => knowsSecret(hash) === true);
    const isWrongMethod = unreadable?.status === 405;
    // Requests of monitors are not stored.
    if (isWrongMethod && !known) {
      return answer(405, undecided("METHOD_NOT_ALLOWED", "malformed", unreadable.detail, receipt), ALLOW);
    }
    const wait = known ? undefined : refusalWait(request.ip);
    if (wait !== undefined) return tooMany(answer, request, wait);
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
    if (outcome.retryAfter !== undefined) return tooMany(answer, request, outcome.retryAfter);
    const isSpooled = outcome.reason === "spooled";
    postbacks.add({ verdict: isSpooled ? "spooled" : outcome.verdict });
    const result: PostbackResult =
      isSpooled && unreadable ? { verdict: "refused", ...unreadOf(unreadable), postback: {} } : outcome;
    answer(unreadable?.status ?? statusOf(result), responseBody(result, receipt), isWrongMethod ? ALLOW : []);
  } catch (error) {
    if (error instanceof RequestAborted) return;
    const isUnavailable = error instanceof Refusal;
    if (!isUnavailable) logError(error, receipt);
    postbacks.add({ verdict: isUnavailable ? "unavailable" : "fault" });
    if (isUnavailable) answer(503, undecided("UNAVAILABLE", "unavailable", UNAVAILABLE, receipt), ["Retry-After", "5"]);
    else answer(500, undecided("SERVER_ERROR", "fault", `${FAULT} ${receipt}.`, receipt));
  } finally {
    seconds.observe((performance.now() - began) / 1000);
  }
}

const ALLOW = ["Allow", "GET, POST"];
const UNAVAILABLE = "The service is busy, and the request was not stored. Send it again in a moment.";
const FAULT = "Something went wrong on our side, and the request may not have been stored. Please name the incident";
const TOO_MANY =
  "Too many postbacks of this address were refused, so this one was not stored. Check the secret and the parameters.";

function tooMany(answer: ReturnType<typeof answerWith>, { ip, receipt }: Request, wait: number): void {
  droppedRefusals.add();
  recordLimited("postbacks", networkAddress(ip) ?? "unknown address");
  postbacks.add({ verdict: "too_many" });
  const body = undecided("TOO_MANY_REQUESTS", "too_many_requests", TOO_MANY, receipt);
  answer(429, body, ["Retry-After", String(wait)]);
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
