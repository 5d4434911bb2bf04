import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "../../kernel/time/now";
import type { Context } from "../context";
import { secretHashOf } from "./decide";
import { parsePostback } from "./parameters";
import { MAX_BODIES, readBatch } from "./reading/bodies";
import { RequestAborted } from "./reading/body";
import { type Received, readRequest } from "./reading/request";
import { newReceipt, type Request } from "./record";
import { fault, type Reply, replyTo } from "./reply";
import { answerWith } from "./response";

type Needed = Pick<Context, "clientOf" | "knowsSecret" | "clickLog">;

/**
 * Handles GET or POST /api/postback, which sites call when something is sold (POST-01). Every request is stored with
 * its verdict before it is answered, except that an address with too many refusals gets 429. Never rejects.
 */
export const answerPostback = (req: IncomingMessage, res: ServerResponse, context: Needed): Promise<void> =>
  answer(res, ["Allow", "GET, POST"], async (receipt, receivedAt) => {
    const began = performance.now();
    const received = await readRequest(req);
    return replyTo(received, { receipt, receivedAt, ip: context.clientOf(req).address }, context, began);
  });

/**
 * Handles POST /api/postback/batch: a list of postbacks, each answered in its place as it would be alone. A list that cannot
 * be read is answered, and stored, as one request. Never rejects.
 */
export const answerBatch = (req: IncomingMessage, res: ServerResponse, context: Needed): Promise<void> =>
  answer(res, ["Allow", "POST"], async (receipt, receivedAt) => {
    const ip = context.clientOf(req).address;
    const isKnown = (secret: string) => {
      const hash = secretHashOf(secret);
      return hash !== undefined && context.knowsSecret(hash) === true;
    };
    const received = await readBatch(req, isKnown);
    if (!Array.isArray(received)) return replyTo(received, { receipt, receivedAt, ip }, context);
    return { status: 200, body: await replyToAll(received, { receivedAt, ip }, context) };
  });

/** Decisions of one list at a time. Many lists at once would otherwise fill the queue in which single postbacks wait. */
const AT_ONCE = MAX_BODIES / 5;

/**
 * The replies in the order of the list. Those of one order, or without an order number of one click, are decided one after
 * the other, so that the first of two is the one that is booked, and a sale precedes its reversal.
 */
async function replyToAll(
  received: readonly Received[],
  { receivedAt, ip }: Pick<Request, "receivedAt" | "ip">,
  context: Needed,
): Promise<object[]> {
  const last = new Map<string, Promise<unknown>>();
  const answers: object[] = [];
  const reply = async (one: Received) => {
    const receipt = newReceipt(receivedAt);
    const { status, body, retryAfter } = await replyTo(one, { receipt, receivedAt, ip }, context);
    return { status, ...body, requestId: receipt, ...(retryAfter === undefined ? {} : { retryAfter }) };
  };
  const rest = received.entries();
  const decideRest = async () => {
    for (const [i, one] of rest) {
      const { txid, clickId = "" } = parsePostback(one.params, receivedAt).postback;
      const order = txid ?? clickId;
      const answered = (last.get(order) ?? Promise.resolve()).then(() => reply(one));
      if (order !== "") last.set(order, answered);
      answers[i] = await answered;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, decideRest));
  return answers;
}

/** Sends the reply with its receipt as X-Request-Id. The stored row and the log line of a fault have the same ID. */
async function answer(
  res: ServerResponse,
  allow: readonly string[],
  reply: (receipt: string, receivedAt: Date) => Promise<Reply<object>>,
): Promise<void> {
  const receivedAt = now();
  const receipt = newReceipt(receivedAt);
  const answered = await reply(receipt, receivedAt).catch((error: unknown) =>
    error instanceof RequestAborted ? undefined : fault(error, receipt),
  );
  if (!answered) return;
  const { status, body, retryAfter } = answered;
  const retry = retryAfter === undefined ? [] : ["Retry-After", String(retryAfter)];
  answerWith(res, receipt)(status, body, status === 405 ? allow : retry);
}
