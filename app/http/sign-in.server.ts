import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Strategy } from "remix-auth/strategy";
import { config, identity, isAway, perform, Refusal, unavailable } from "~/gate.server";
import { identify } from "./actor.server";
import { structured } from "./coerce.server";
import { constraintOf } from "./constraint.server";
import { fromOf } from "./from.server";
import { signedOutBecause } from "./kept-form.server";
import { refusedOpenly } from "./open-form.server";
import { postedValues } from "./posted.server";
import { refusalPage } from "./refusal.server";
import { HOME, returnUrl } from "./return-url";
import { sessionAsker, signedInHeaders, signedOutHeaders } from "./session.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;
type Opened = { token: string };

/** Reads the token of a sign-in link from the address, or from the form of the confirmation page. */
class RemoteTokenStrategy extends Strategy<Opened, { token: unknown }> {
  override name = "remote-token";

  override async authenticate(request: Request): Promise<Opened> {
    const typed = request.method === "POST" ? await request.formData() : new URL(request.url).searchParams;
    return this.verify({ token: typed.get("token") });
  }
}

function authenticator({ request, context }: Args): Authenticator<Opened> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  return new Authenticator<Opened>()
    .use(new FormStrategy(({ form }) => perform(identity.login, null, structured(form), from)))
    .use(new FormStrategy(({ form }) => perform(identity.loginCode, null, structured(form), from)), "code")
    .use(new RemoteTokenStrategy(({ token }) => perform(identity.loginRemote, null, { token }, from)));
}

/** Ends the browser's session, if any. The returned headers delete its cookie. */
export async function leave({ request, context }: Args): Promise<Headers> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  const asker = await sessionAsker(request, from);
  if (asker) await perform(identity.logout, asker, {}, from);
  return signedOutHeaders(request);
}

/** The sign-in page, with a new captcha each time. If the database is unavailable, the form shows a message. */
export async function loginLoader({ request, context }: LoaderFunctionArgs) {
  try {
    const { searchParams } = new URL(request.url);
    const because = signedOutBecause(request);
    // If the person has signed in in another window, a sign-in page with a kept form redirects to that form.
    const onTo = because === "kept" ? returnUrl(searchParams.get("returnUrl")) : HOME;
    if ((await identify(request, context)).asker) throw redirect(onTo);
    const captcha = config().CAPTCHA
      ? await perform(identity.captcha, null, {}, fromOf(request, context, "page"))
      : undefined;
    const notice = (["reset", "link"] as const).find((name) => searchParams.has(name)) ?? because;
    return data({ captcha, notice, failure: undefined });
  } catch (thrown) {
    if (!isAway(thrown)) throw refusalPage(thrown, context.requestId);
    const { message, status } = unavailable();
    return data({ captcha: undefined, notice: undefined, failure: message }, { status });
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
    await leave({ request, context });
    const asked = new URL(request.url).searchParams.get("returnUrl");
    return redirect(returnUrl(asked), { headers: await signedInHeaders(token) });
  } catch (thrown) {
    if (thrown instanceof identity.CodeAsked) return data({ ticket: thrown.ticket, lastResult: {} });
    const { data: refused, init } = refusedOpenly(thrown, { username: values.username }, context.requestId);
    // An expired ticket returns to the first step. After too many requests the second step stays.
    const over = thrown instanceof Refusal && thrown.status === 422 && refused.lastResult.error?.[""] !== undefined;
    return data({ ...refused, ticket: over ? undefined : ticket }, init ?? undefined);
  }
}

/** The form for a new password. A link that is no longer valid is reported before anything is typed. */
export async function resetLoader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) throw redirect("/forgot");
  try {
    const { live } = await perform(identity.resetLink, null, { token }, fromOf(request, context, "page"));
    return { token, live, constraint: constraintOf(identity.resetPassword) };
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
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
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
  throw await exchanged({ request, context });
}

/** The person selected Continue on the confirmation page. */
export async function remoteLoginAction({ request, context }: ActionFunctionArgs) {
  const { token } = await postedValues(request.clone(), context);
  return token ? exchanged({ request, context }) : redirect("/login");
}

/** Exchanges the token for a session and ends the current one. An invalid token redirects to the sign-in page. */
async function exchanged({ request, context }: Args): Promise<Response> {
  try {
    const left = await leave({ request, context });
    const opened = await authenticator({ request, context })
      .authenticate("remote-token", request)
      .catch((thrown: unknown) => {
        if (thrown instanceof Refusal && (thrown.status === 401 || thrown.status === 422)) return undefined;
        throw thrown;
      });
    if (!opened) return redirect("/login?link=over", { headers: left });
    return redirect(HOME, { headers: await signedInHeaders(opened.token) });
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
}
