import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { identity, perform } from "~/gate.server";
import { fromOf } from "./from.server";
import { ownCookie } from "./own-cookie.server";
import { returnUrl } from "./return-url";
import { sessionAsker, sessionHeaders, sessionToken, signedOutHeaders } from "./session.server";

/**
 * Viewing the product as another person: their session takes the place of one's own, which stays open and waits in a
 * cookie until one leaves.
 */

type Args = Pick<LoaderFunctionArgs, "request" | "context">;
/** `page` is where the viewing began. */
type Waiting = { token: string; page: string };

const waitingCookie = ownCookie("viewer", { sameSite: "lax" });

/** The value comes from the browser and may have any shape. */
async function waitingSession(request: Request): Promise<Waiting | undefined> {
  const value = (await waitingCookie.parse(request)) as Partial<Waiting> | null;
  const { token, page } = typeof value === "object" && value !== null ? value : {};
  return typeof token === "string" && typeof page === "string" ? { token, page } : undefined;
}

const noneWaits = () => waitingCookie.serialize("", { maxAge: 0 });

async function endCurrent({ request, context }: Args) {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  const asker = await sessionAsker(request, from);
  if (asker) await perform(identity.logout, asker, {}, from);
  return { asker, from };
}

/** Ends the browser's session and the one that waits, if any. The returned headers delete their cookies. */
export async function endSessions(args: Args): Promise<Headers> {
  const { from } = await endCurrent(args);
  const waiting = await waitingSession(args.request);
  const headers = await signedOutHeaders(args.request);
  if (!waiting) return headers;
  const viewer = await identity.authenticateSession(waiting.token, from);
  if (viewer) await perform(identity.logout, viewer, {}, from);
  headers.append("Set-Cookie", await noneWaits());
  return headers;
}

/** The cookies after one's own session has made room for the one with this token. */
export async function viewingHeaders({ request }: Args, token: string): Promise<Headers> {
  const headers = await sessionHeaders(token);
  const waiting: Waiting = { token: await sessionToken(request), page: new URL(request.url).pathname };
  headers.append("Set-Cookie", await waitingCookie.serialize(waiting));
  return headers;
}

/** Returns from viewing to one's own session, on the page where it began. */
export async function leaveView(args: ActionFunctionArgs): Promise<Response> {
  const waiting = await waitingSession(args.request);
  const { asker, from } = await endCurrent(args);
  const isBack = asker?.by && waiting && (await identity.authenticateSession(waiting.token, from));
  const headers = isBack ? await sessionHeaders(waiting.token) : await signedOutHeaders(args.request);
  headers.append("Set-Cookie", await noneWaits());
  return redirect(isBack ? returnUrl(waiting.page) : "/login", { headers });
}
