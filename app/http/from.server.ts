import type { AppLoadContext } from "@remix-run/node";
import { type CallOrigin, identity } from "~/gate.server";

/** The origin of a request, for rules and logs. */
export function fromOf(
  request: Request,
  context: AppLoadContext,
  channel: CallOrigin["channel"],
  more: Pick<CallOrigin, "area" | "once" | "sameInput" | "doneStatus"> = {},
): CallOrigin {
  const url = new URL(request.url);
  return {
    channel,
    ip: context.ip,
    userAgent: request.headers.get("User-Agent") ?? "",
    method: `${request.method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    requestId: context.requestId,
    formerSessions: () => identity.formerSessions(request.headers.get("Cookie")),
    revealing: () => void (context.secrets ??= "listed"),
    ...more,
  };
}
