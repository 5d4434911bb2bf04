import { useActionData, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { CodeStep } from "~/components/sign-in/code-step";
import { PublicPage } from "~/components/sign-in/public-page";
import { PasswordStep } from "~/components/sign-in/password-step";
import { Notice } from "~/components/ui/notice";
import { loginAction, loginLoader } from "~/http/sign-in.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";
import { signedOut } from "~/components/sign-in/texts";

export const loader = loginLoader;
export const action = loginAction;
export const meta = pageTitle(signIn.heading);

const notices = { reset: signIn.resetDone, link: `${signIn.linkOver} ${signIn.linkAgain}`, ...signedOut.because };

export default function Login() {
  const { captcha, notice, firstAccountMissing, failure } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { search } = useLocation();
  const step = refused?.step;
  return (
    <PublicPage
      brand={root?.brand}
      heading={signIn.heading}
      notice={notice && notices[notice]}
      good={notice === "reset"}
      below={step ? <a href={`/login${search}`}>{signIn.startAgain}</a> : <a href="/forgot">{signIn.lost}</a>}
    >
      {firstAccountMissing && (
        <Notice>
          <p>{signIn.noAccounts}</p>
          <code>{signIn.createFirst}</code>
        </Notice>
      )}
      {step ? (
        <CodeStep step={step} refused={refused} />
      ) : (
        <PasswordStep
          captcha={captcha && { ...captcha, bits: Math.max(captcha.bits, refused?.bits ?? 0) }}
          failure={failure}
          refused={refused}
        />
      )}
    </PublicPage>
  );
}
