import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { PageContext } from "~/components/page";
import { logError, BufferedResponse, isHttps } from "~/gate.server";
import { compress } from "~/http/compress.server";
import { withRestoredForm } from "~/http/forms/kept-form.server";

/**
 * Renders the whole page without hydration markers, because nothing hydrates, then compresses it once. Compressing
 * flushed chunks would cost 40 % more bytes.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const manifest: EntryContext["manifest"] & { hmr?: { runtime: string } } = remix.manifest;
  const page = {
    nonce: context.nonce,
    enhance: manifest.entry.module,
    preamble: manifest.hmr?.runtime,
    requestId: context.requestId,
    framed: isFramed(remix.staticHandlerContext),
    refused: new Map<string, { id: string; label: string }>(),
  };
  // No Remix script reads the loaders' answers on the client. Cancelling the stream would raise an error.
  const ours = {
    ...remix,
    serverHandoffStream: undefined,
    staticHandlerContext: withRestoredForm(remix.staticHandlerContext),
  };
  const render = () =>
    renderToStaticMarkup(
      <PageContext.Provider value={page}>
        <RemixServer context={ours} url={request.url} nonce={context.nonce} />
      </PageContext.Provider>,
    );
  let html = render();
  // The summary of a refused form names fields that come after it: only now they are known.
  if (page.refused.size > 0) html = render();
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (headers.has("Cache-Control")) headers.append("Vary", "Accept-Encoding, Cookie, Save-Data");
  else headers.set("Cache-Control", "no-store");
  const retryAfter = retryAfterOf(remix);
  if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  const accepts = mayCompress(request, context) ? (request.headers.get("Accept-Encoding") ?? "") : "";
  const body = compress(`<!DOCTYPE html>${html}`.replace(IMPLIED_ENDS, ""), accepts, headers);
  headers.set("Content-Length", String(body.byteLength));
  return new BufferedResponse(body, { status, headers });
}

/** Whether the frame has its data: it was loaded, or comes with the error. */
const isFramed = ({ loaderData, errors }: EntryContext["staticHandlerContext"]): boolean =>
  Boolean(loaderData["routes/app"]) ||
  Object.values(errors ?? {}).some(
    (error) => isRouteErrorResponse(error) && Boolean((error.data as { frame?: unknown } | null)?.frame),
  );

/**
 * The size of a compressed page tells whether a text that another site put into its address also occurs in it, and so, guess
 * by guess, a password. A page with a shown one is therefore never compressed, and one that lists many, which
 * PASSWORDS_VISIBLE=on does, only if the browser says that no other site opened it. Without TLS there is nothing to guess.
 */
const mayCompress = ({ headers }: Request, { secrets }: AppLoadContext): boolean =>
  secrets === undefined ||
  (secrets === "listed" && (!isHttps() || ["same-origin", "none"].includes(headers.get("Sec-Fetch-Site") ?? "")));

/**
 * Remix copies cookies from loaders and actions to the response, but other headers only through each route's `headers`
 * export.
 */
function retryAfterOf({ staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext): string | null {
  const all = [...Object.values(loaderHeaders), ...Object.values(actionHeaders)];
  return all.map((own) => own.get("Retry-After")).find((value) => value !== null) ?? null;
}

/** End tags that HTML implies by what follows: a quarter of a wide report, 2 % of it compressed. */
const IMPLIED_ENDS = /<\/(?:td|th|tr|thead|tbody|tfoot|option)>/g;

/**
 * Called for everything that loaders, actions and views throw. Only faults are logged, not refusals or unknown pages.
 */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logError(error, context.requestId);
}
