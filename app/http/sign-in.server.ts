import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Strategy } from "remix-auth/strategy";
import { config, identity, isUnreachable, perform, Refusal, unavailable } from "~/gate.server";
import { identify } from "./actor.server";
import { nestFields } from "./calls/coerce.server";
import { constraintOf } from "./constraint.server";
import { fromOf } from "./from.server";
import { signOutReason } from "./forms/kept-form.server";
import { refusedPublicForm } from "./forms/public-form.server";
import { postedValues } from "./forms/posted.server";
import { refusalPage } from "./refusal.server";
import { HOME, returnUrl } from "./return-url";
import { sessionAsker, signedInHeaders, signedOutHeaders } from "./session.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;
type NewSession = { token: string };

/** Reads the token of a sign-in link from the address, or from the form of the confirmation page. */
class RemoteTokenStrategy extends Strategy<NewSession, { token: unknown }> {
  override name = "remote-token";

  override async authenticate(request: Request): Promise<NewSession> {
    const typed = request.method === "POST" ? await request.formData() : new URL(request.url).searchParams;
    return this.verify({ token: typed.get("token") });
  }
}

function authenticator({ request, context }: Args): Authenticator<NewSession> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  return new Authenticator<NewSession>()
    .use(new FormStrategy(({ form }) => perform(identity.login, null, nestFields(form), from)))
    .use(new FormStrategy(({ form }) => perform(identity.loginCode, null, nestFields(form), from)), "code")
    .use(new RemoteTokenStrategy(({ token }) => perform(identity.loginRemote, null, { token }, from)));
}

/** Ends the browser's session, if any. The returned headers delete its cookie. */
export async function endSession({ request, context }: Args): Promise<Headers> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  const asker = await sessionAsker(request, from);
  if (asker) await perform(identity.logout, asker, {}, from);
  return signedOutHeaders(request);
}

/** The sign-in page, with a new captcha each time. If the database is unavailable, the form shows a message. */
export async function loginLoader({ request, context }: LoaderFunctionArgs) {
  try {
    const { searchParams } = new URL(request.url);
    const because = signOutReason(request);
    // If the person has signed in in another window, a sign-in page with a kept form redirects to that form.
    const target = because === "kept" ? returnUrl(searchParams.get("returnUrl")) : HOME;
    if ((await identify(request, context)).asker) throw redirect(target);
    const captcha = config().CAPTCHA
      ? await perform(identity.captcha, null, {}, fromOf(request, context, "page"))
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
    return data({ ticket: undefined, lastResult: { initialValue: { username: String(values.username ?? "") } } });
  }
  const ticket = typeof values.ticket === "string" ? values.ticket : undefined;
  try {
    const { token } = await authenticator({ request, context }).authenticate(ticket ? "code" : "form", request);
    await endSession({ request, context });
    const target = new URL(request.url).searchParams.get("returnUrl");
    return redirect(returnUrl(target), { headers: await signedInHeaders(token) });
  } catch (error) {
    if (error instanceof identity.CodeRequired) return data({ ticket: error.ticket, lastResult: {} });
    const { data: refused, init } = refusedPublicForm(error, { username: values.username }, context.requestId);
    // An expired ticket returns to the first step. After too many requests the second step stays.
    const isExpired = error instanceof Refusal && error.status === 422 && refused.lastResult.error?.[""] !== undefined;
    return data({ ...refused, ticket: isExpired ? undefined : ticket }, init ?? undefined);
  }
}

/** The form for a new password. A link that is no longer valid is reported before anything is typed. */
export async function resetLoader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) throw redirect("/forgot");
  try {
    const { live } = await perform(identity.resetLink, null, { token }, fromOf(request, context, "page"));
    return { token, live, constraint: constraintOf(identity.resetPassword) };
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}

/**
 * A sign-in link. If it was followed from another site while a person is signed in, the page asks first and the token
 * stays unused: no other site may swap the account that a person works in.
 */
export async function remoteLoginLoader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) throw redirect("/login");
  // A token works once, so HEAD requests and prefetches must not use it up.
  if (request.method === "HEAD" || request.headers.get("Sec-Purpose")?.includes("prefetch")) {
    throw new Response(null, { status: 204 });
  }
  try {
    if (request.headers.get("Sec-Fetch-Site") === "cross-site") {
      const asker = await sessionAsker(request, fromOf(request, context, "page"));
      if (asker) return { token, username: asker.username };
    }
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
  throw await exchangeToken({ request, context });
}

/** The person selected Continue on the confirmation page. */
export async function remoteLoginAction({ request, context }: ActionFunctionArgs) {
  const { token } = await postedValues(request.clone(), context);
  return token ? exchangeToken({ request, context }) : redirect("/login");
}

/** Exchanges the token for a session and ends the current one. An invalid token redirects to the sign-in page. */
async function exchangeToken({ request, context }: Args): Promise<Response> {
  try {
    const headers = await endSession({ request, context });
    const newSession = await authenticator({ request, context })
      .authenticate("remote-token", request)
      .catch((error: unknown) => {
        if (error instanceof Refusal && (error.status === 401 || error.status === 422)) return undefined;
        throw error;
      });
    if (!newSession) return redirect("/login?link=over", { headers });
    return redirect(HOME, { headers: await signedInHeaders(newSession.token) });
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
