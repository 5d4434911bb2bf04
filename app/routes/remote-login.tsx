import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { PublicPage } from "~/components/sign-in/public-page";
import { FailurePane } from "~/components/ui/failure-pane";
import { remoteLoginAction, remoteLoginLoader } from "~/http/sign-in.server";
import { HOME } from "~/http/return-url";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export const loader = remoteLoginLoader;
export const action = remoteLoginAction;
export const meta = pageTitle(signIn.linkHeading);
/** The address contains the token, so only the origin may be sent as referrer. */
export const headers = { "Referrer-Policy": "strict-origin" };

/** Says whose account a sign-in link opens, with the button that opens it. */
export default function RemoteLogin() {
  const { token, username, current } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <PublicPage brand={root?.brand} heading={signIn.linkHeading}>
      {username === null ? (
        <>
          <FailurePane faults={[{ message: signIn.linkOver }]} />
          <p>{signIn.linkAgain}</p>
          <p className="acts">
            <a className="button primary" href={current === undefined ? "/login" : HOME}>
              {current === undefined ? signIn.heading : signIn.linkStay(current)}
            </a>
          </p>
        </>
      ) : (
        <>
          <p>{signIn.linkFor(username)}</p>
          {current !== undefined && <p>{signIn.linkQuestion(current)}</p>}
          <form method="post" action="/remote-login" className="acts">
            <input type="hidden" name="token" value={token} />
            <button className="primary">{signIn.linkContinue}</button>
            {current !== undefined && (
              <a className="button" href={HOME}>
                Cancel
              </a>
            )}
          </form>
          <p className="note">{signIn.linkIgnore}</p>
        </>
      )}
    </PublicPage>
  );
}
