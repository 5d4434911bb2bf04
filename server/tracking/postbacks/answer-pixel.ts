import type { IncomingMessage, ServerResponse } from "node:http";
import { commonHeaders } from "../../kernel/net/security-headers";
import { now } from "../../kernel/time/now";
import type { Context } from "../context";
import { RequestAborted } from "./reading/body";
import { readPixel } from "./reading/pixel";
import { newReceipt } from "./record";
import { fault, type Reply, replyTo } from "./reply";

/** One transparent pixel. */
const GIF = Buffer.from("R0lGODlhAQABAPAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const VERDICT = "X-Postback-Verdict";

/**
 * Handles /api/pixel.gif, which pages of a site call when something is sold (POST-21). It is decided and stored as a postback, and
 * answered with an image whatever its verdict: a page has nobody who could read an error. Never rejects.
 */
export async function answerPixel(
  req: IncomingMessage,
  res: ServerResponse,
  context: Pick<Context, "clientOf" | "knowsSecret" | "clickLog">,
): Promise<void> {
  const began = performance.now();
  const receivedAt = now();
  const receipt = newReceipt(receivedAt);
  try {
    const { received, pixelHost } = await readPixel(req);
    const ip = context.clientOf(req).address;
    answer(res, receipt, await replyTo(received, { receipt, receivedAt, ip, pixelHost }, context, began));
  } catch (error) {
    if (!(error instanceof RequestAborted)) answer(res, receipt, fault(error, receipt));
  }
}

function answer(res: ServerResponse, receipt: string, { body }: Reply): void {
  if (res.headersSent || res.destroyed) return;
  const { verdict, reason } = body as { verdict: string; reason?: string };
  res.writeHead(200, [
    ...["Content-Type", "image/gif", "Content-Length", String(GIF.length), "Cache-Control", "no-store"],
    ...["Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", `${VERDICT}, X-Request-Id`],
    ...["Cross-Origin-Resource-Policy", "cross-origin", ...commonHeaders()],
    ...[VERDICT, reason === undefined ? verdict : `${verdict}; reason=${reason}`, "X-Request-Id", receipt],
  ]);
  res.end(GIF);
}
