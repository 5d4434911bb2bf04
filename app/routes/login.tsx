import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { CodeStep } from "~/components/sign-in/code-step";
import { OpenPage } from "~/components/sign-in/open-page";
import { PasswordStep } from "~/components/sign-in/password-step";
import { loginAction, loginLoader } from "~/http/sign-in.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";
import { signedOut } from "~/components/sign-in/signed-out-texts";

export const loader = loginLoader;
export const action = loginAction;
export const meta = titled(signIn.heading);

const notices = { reset: signIn.resetDone, link: signIn.linkOver, ...signedOut.because };

export default function Login() {
  const { captcha, notice, failure } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <OpenPage brand={root?.brand} heading={signIn.heading} notice={notice && notices[notice]}>
      {refused?.ticket ? (
        <CodeStep ticket={refused.ticket} refused={refused} />
      ) : (
        <PasswordStep captcha={captcha} failure={failure} refused={refused} />
      )}
    </OpenPage>
  );
}
