import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Strategy } from "remix-auth/strategy";
import { config, identity, isAway, perform, Refusal, unavailable } from "~/gate.server";
import { identify } from "./actor.server";
import { structured } from "./coerce.server";
import { fromOf } from "./from.server";
import { signedOutBecause } from "./kept-form.server";
import { refusedOpenly } from "./open-form.server";
import { postedValues } from "./posted.server";
import { refusalPage } from "./refusal.server";
import { HOME, returnUrl } from "./return-url";
import { sessionAsker, signedInHeaders, signedOutHeaders } from "./session.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;
type Opened = { token: string };

/** The token in the address of /remote-login. */
class RemoteTokenStrategy extends Strategy<Opened, { token: string | null }> {
  override name = "remote-token";

  override authenticate(request: Request): Promise<Opened> {
    return this.verify({ token: new URL(request.url).searchParams.get("token") });
  }
}

function authenticator({ request, context }: Args): Authenticator<Opened> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  return new Authenticator<Opened>()
    .use(new FormStrategy(({ form }) => perform(identity.login, null, structured(form), from)))
    .use(new FormStrategy(({ form }) => perform(identity.loginCode, null, structured(form), from)), "code")
    .use(new RemoteTokenStrategy(({ token }) => perform(identity.loginRemote, null, { token }, from)));
}

/** Ends the session that the browser holds, if any; the answer's headers make it forget its cookie. */
export async function leave({ request, context }: Args): Promise<Headers> {
  const from = fromOf(request, context, "form", { doneStatus: 302 });
  const asker = await sessionAsker(request, from);
  if (asker) await perform(identity.logout, asker, {}, from);
  return signedOutHeaders(request);
}

/** The sign-in page of whoever is signed out: a new captcha each time. What cannot be loaded is said in the form. */
export async function loginLoader({ request, context }: LoaderFunctionArgs) {
  try {
    const { searchParams } = new URL(request.url);
    const because = signedOutBecause(request);
    // Signed in by another window, a page that waits with a form leads on to it.
    const onTo = because === "kept" ? returnUrl(searchParams.get("returnUrl")) : HOME;
    if ((await identify(request, context)).asker) throw redirect(onTo);
    const captcha = config().CAPTCHA
      ? await perform(identity.captcha, null, {}, fromOf(request, context, "page"))
      : undefined;
    const notice = searchParams.has("reset") ? ("reset" as const) : because;
    return data({ captcha, notice, failure: undefined });
  } catch (thrown) {
    if (!isAway(thrown)) throw refusalPage(thrown, context.requestId);
    const { message, status } = unavailable();
    return data({ captcha: undefined, notice: undefined, failure: message }, { status });
  }
}

/**
 * Signs in and leads to `returnUrl`; "reload" only asks for another captcha and keeps the name that was typed. Where a
 * code is needed too, the page shows the second step, which comes back with its ticket.
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
    // A ticket that is over leads back to the first step; whoever only has to wait stays.
    const over = thrown instanceof Refusal && thrown.status === 422 && refused.lastResult.error?.[""] !== undefined;
    return data({ ...refused, ticket: over ? undefined : ticket }, init ?? undefined);
  }
}

/** Exchanges the token of the address for a session, in place of whatever session there was. */
export async function remoteLoginLoader({ request, context }: LoaderFunctionArgs) {
  if (!new URL(request.url).searchParams.get("token")) throw redirect("/login");
  // A token is good once: what only looks at the address must not use it up.
  if (request.method === "HEAD" || request.headers.get("Sec-Purpose")?.includes("prefetch")) {
    throw new Response(null, { status: 204 });
  }
  try {
    const left = await leave({ request, context });
    const opened = await authenticator({ request, context })
      .authenticate("remote-token", request)
      .catch((thrown: unknown) => {
        if (thrown instanceof Refusal) return undefined;
        throw thrown;
      });
    if (!opened) return data(null, { status: 401, headers: left });
    return redirect(HOME, { headers: await signedInHeaders(opened.token) });
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
}
