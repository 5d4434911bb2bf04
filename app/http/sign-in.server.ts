import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import {
  config,
  identity,
  isUnreachable,
  perform,
  Refusal,
  suggestPassword,
  unavailable,
  nestFields,
} from "~/gate.server";
import { identify } from "./actor.server";
import { constraintOf } from "./constraint.server";
import { fromOf } from "./from.server";
import { signOutReason } from "./forms/kept-form.server";
import { refusedPublicForm } from "./forms/public-form.server";
import { postedValues } from "./forms/posted.server";
import { refusalPage } from "./refusal.server";
import { HOME, returnUrl } from "./return-url";
import { sessionAsker, signedInHeaders } from "./session.server";
import { startAddress } from "./saved-views.server";
import { endSessions } from "./viewing.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;
type NewSession = { token: string };

function authenticator({ request, context }: Args): Authenticator<NewSession> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  return new Authenticator<NewSession>()
    .use(new FormStrategy(({ form }) => perform(identity.login, null, nestFields(form), from)))
    .use(new FormStrategy(({ form }) => perform(identity.loginCode, null, nestFields(form), from)), "code");
}

/** Stays in the address of the sign-in page, so that a refused form keeps its kind of captcha. */
const captchaKind = (query: URLSearchParams) => (query.get("captcha") === "question" ? "question" : "picture");

/** The sign-in page, with a new captcha each time. If the database is unavailable, the form shows a message. */
export async function loginLoader({ request, context }: LoaderFunctionArgs) {
  try {
    const { searchParams } = new URL(request.url);
    const because = signOutReason(request);
    // If the person has signed in in another window, a sign-in page with a kept form redirects to that form.
    const target = because === "kept" ? returnUrl(searchParams.get("returnUrl")) : HOME;
    if ((await identify(request, context)).asker) throw redirect(target);
    const captcha = config().CAPTCHA
      ? await perform(identity.pageCaptcha, null, { kind: captchaKind(searchParams) }, fromOf(request, context, "page"))
      : undefined;
    const notice = (["reset", "link"] as const).find((name) => searchParams.has(name)) ?? because;
    const { missing } = await perform(identity.firstAccount, null, {}, fromOf(request, context, "page"));
    return data({ captcha, notice, firstAccountMissing: missing, failure: undefined });
  } catch (error) {
    if (!isUnreachable(error)) throw refusalPage(error, context.requestId);
    const { message, status } = unavailable();
    return data({ captcha: undefined, notice: undefined, firstAccountMissing: false, failure: message }, { status });
  }
}

/**
 * Signs in and redirects to `returnUrl`. The intent "reload" only requests another captcha and keeps the typed name. If
 * a code is needed too, the page shows the second step, which posts its ticket back.
 */
export async function loginAction({ request, context }: ActionFunctionArgs) {
  const values = await postedValues(request.clone(), context);
  if (values.intent === "reload") {
    return data({
      step: undefined,
      bits: undefined,
      lastResult: { initialValue: { username: String(values.username ?? "") } },
    });
  }
  const ticket = typeof values.ticket === "string" ? values.ticket : undefined;
  try {
    const { token } = await authenticator({ request, context }).authenticate(ticket ? "code" : "form", request);
    await endSessions({ request, context });
    const target = returnUrl(new URL(request.url).searchParams.get("returnUrl"));
    const to = target === HOME ? await firstAddress({ request, context }, token) : target;
    return redirect(to, { headers: await signedInHeaders(request, token) });
  } catch (error) {
    const from = fromOf(request, context, "page");
    const stepOf = (ticket: string) => perform(identity.codeForm, null, { ticket }, from).catch(() => undefined);
    if (error instanceof identity.CodeRequired)
      return data({ step: await stepOf(error.ticket), bits: undefined, lastResult: {} });
    const { data: refused, init } = refusedPublicForm(error, { username: values.username }, context.requestId);
    // An expired ticket returns to the first step. After too many requests the second step stays.
    const isExpired = error instanceof Refusal && error.status === 422 && refused.lastResult.error?.[""] !== undefined;
    const step = ticket === undefined || isExpired ? undefined : await stepOf(ticket);
    const bits = error instanceof identity.HarderProof ? error.bits : undefined;
    return data({ ...refused, bits, step }, init ?? undefined);
  }
}

/** The start screen of the account that has just signed in. */
async function firstAddress(args: Args, token: string): Promise<string> {
  const me = await identity.authenticateSession(token, fromOf(args.request, args.context, "page"));
  return me ? startAddress(args, me) : HOME;
}

/** The form for a new password. A link that is no longer valid is reported before anything is typed. */
export async function resetLoader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) throw redirect("/forgot");
  try {
    const link = await perform(identity.resetLink, null, { token }, fromOf(request, context, "page"));
    return { token, ...link, suggestion: suggestPassword(), constraint: constraintOf(identity.resetPassword) };
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}

/**
 * The page of a sign-in link, which says whose account it opens. Opening the page changes nothing, because link previews
 * and other sites open it too: only its button signs in.
 */
export async function remoteLoginLoader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) throw redirect("/login");
  try {
    const from = fromOf(request, context, "page");
    const { username } = await perform(identity.remoteLink, null, { token }, from);
    const asker = await sessionAsker(request, from);
    return { token, username, current: asker?.username };
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}

/** The button on the page of a sign-in link. */
export async function remoteLoginAction({ request, context }: ActionFunctionArgs) {
  const { token } = await postedValues(request.clone(), context);
  return token ? exchangeToken({ request, context }, token) : redirect("/login");
}

/** Exchanges the token for a session, which ends the current one. An invalid token redirects to the sign-in page. */
async function exchangeToken({ request, context }: Args, token: unknown) {
  try {
    const from = fromOf(request, context, "form", { doneStatus: 302 });
    const newSession = await perform(identity.loginRemote, null, { token }, from).catch((error: unknown) => {
      if (error instanceof Refusal && (error.status === 401 || error.status === 422)) return undefined;
      throw error;
    });
    const ended = await endSessions({ request, context });
    if (!newSession) return redirect("/login?link=over", { headers: ended });
    const to = await firstAddress({ request, context }, newSession.token);
    return redirect(to, { headers: await signedInHeaders(request, newSession.token) });
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
