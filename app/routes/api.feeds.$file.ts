import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { identity, notFound, perform, Refusal, views } from "~/gate.server";
import { fromOf } from "~/http/from.server";
import { refusalResponse } from "~/http/refusal.server";
import { textStream } from "~/http/calls/stream.server";

/** Points of the account's limit, those of an export. */
const POINTS = 5;
const ENDED = "This feed does not exist, or it has ended.";

/** A view as CSV for programs that have its address: `/api/feeds/{token}.csv`. */
export async function loader({ request, params: { file = "" }, context }: LoaderFunctionArgs) {
  try {
    const [, token] = /^(\w+)\.csv$/.exec(file) ?? [];
    const feed = token === undefined ? null : await identity.authenticateFeed(token);
    if (!feed) throw notFound(ENDED);
    const { actor, viewId } = feed;
    await context.limitAccount(actor.accountId, POINTS);
    let filename = "view.csv";
    const saveAs = (name: string) => void (filename = name);
    // The token is left out of the log.
    const from = { ...fromOf(request, context, "call"), method: "GET /api/feeds/*.csv", saveAs };
    const view = await perform(views.read, actor, { id: viewId }, from);
    return await textStream(views.rowsOf(actor, view, from), {
      filename: () => filename,
      type: "text/csv",
      signal: request.signal,
      headers: () => ({ "Cache-Control": "private" }),
    });
  } catch (error) {
    return refusalResponse(error, context.requestId, {}, request.headers.get("Accept") ?? undefined);
  }
}

/** A feed can only be read. */
export function action({ request, context }: ActionFunctionArgs) {
  const allow = ["GET", "HEAD"];
  const refusal = new Refusal("METHOD_NOT_ALLOWED", "Please use GET.", { allow });
  const accept = request.headers.get("Accept") ?? undefined;
  return refusalResponse(refusal, context.requestId, { Allow: allow.join(", ") }, accept);
}
