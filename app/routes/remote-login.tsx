import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { PublicPage } from "~/components/sign-in/public-page";
import { remoteLoginAction, remoteLoginLoader } from "~/http/sign-in.server";
import { HOME } from "~/http/return-url";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export const loader = remoteLoginLoader;
export const action = remoteLoginAction;
export const meta = pageTitle(signIn.linkHeading);
/** The address contains the token, so only the origin may be sent as referrer. */
export const headers = { "Referrer-Policy": "strict-origin" };

/** Asks a signed-in person whether to continue with a sign-in link followed from another site. */
export default function RemoteLogin() {
  const { token, username } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <PublicPage brand={root?.brand} heading={signIn.linkHeading}>
      <p>{signIn.linkQuestion(username)}</p>
      <form method="post" action="/remote-login" className="acts">
        <input type="hidden" name="token" value={token} />
        <button className="primary">{signIn.linkContinue}</button>
        <a href={HOME}>Cancel</a>
      </form>
    </PublicPage>
  );
}
