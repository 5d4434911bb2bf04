import type { ServerResponse } from "node:http";
import { commonHeaders, NOT_FRAMED } from "../../kernel/net/security-headers";
import { HELD } from "./held";
import type { Outcome } from "./record";

/** Answers to postbacks. Whatever becomes of a request, its answer has the same shape. */

type GateReason = "too_many_requests" | "unavailable" | "fault";
export type PostbackResult = Omit<Outcome, "reason"> & { reason?: Outcome["reason"] | "spooled" };

const STATUS: Record<Outcome["verdict"], number> = {
  accepted: 200,
  duplicate: 200,
  test: 200,
  held: 202,
  refused: 400,
};
const REFUSED: Partial<Record<string, number>> = {
  bad_secret: 401,
  ip_denied: 403,
  page_denied: 403,
  bonus_not_enabled: 409,
};
/** The HTTP status of an answer. A test that would be refused has the status of the refusal. */
export const statusOf = ({
  verdict,
  reason,
  wouldBe,
}: Pick<PostbackResult, "verdict" | "reason" | "wouldBe">): number =>
  ((wouldBe ?? verdict) === "refused" ? (REFUSED[reason ?? ""] ?? STATUS.refused) : undefined) ?? STATUS[verdict];

/** A spooled request is decided when it is loaded, with the prices of its receipt. */
export const spooled = (postback: Outcome["postback"]): PostbackResult => ({
  ...{ verdict: "held", reason: "spooled", detail: HELD.spooled, postback },
});

/** The answer for the site. Amounts are between the network and its agents, so a test names the price's source only. */
export function responseBody(result: PostbackResult, receipt: string) {
  const { verdict, reason, field, detail, eventId, booking, wouldBe, postback } = result;
  const { warnings = [] } = postback;
  return {
    verdict,
    id: eventId ?? null,
    duplicate: verdict === "duplicate" || wouldBe === "duplicate",
    ...(reason ? { reason } : {}),
    ...(field ? { field } : {}),
    ...(detail ? { detail } : {}),
    ...(verdict === "held" || verdict === "refused" ? { requestId: receipt } : {}),
    ...(wouldBe ? { wouldBe } : {}),
    ...(wouldBe && booking ? { price: { source: booking.price.source } } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** The answer to a request that was not decided. `code` and `message` are those of every other call. */
export const undecided = (code: string, reason: GateReason | "malformed", detail: string, receipt: string) => ({
  ...{ verdict: "refused", id: null, duplicate: false, reason, detail, requestId: receipt },
  ...{ code, message: detail },
});

/** Sends responses with the receipt as X-Request-Id. The stored row and the log line of a fault have the same ID. */
export const answerWith =
  (res: ServerResponse, receipt: string) =>
  (status: number, body: object, headers: readonly string[] = []): void => {
    if (res.headersSent || res.destroyed) return;
    const text = JSON.stringify(body);
    res.writeHead(status, [
      ...["Content-Type", "application/json; charset=utf-8", "Content-Length", String(Buffer.byteLength(text))],
      ...["Cache-Control", "no-store", ...commonHeaders(), ...NOT_FRAMED, "X-Request-Id", receipt, ...headers],
    ]);
    res.end(text);
  };
