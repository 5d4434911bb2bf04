import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { TwoStepSetup } from "~/components/profile/two-step-setup";
import { PublicPage } from "~/components/sign-in/public-page";
import { Refusals } from "~/components/ui/failure-pane";
import { dueStepAction, dueStepLoader } from "~/http/due-step.server";
import type { loader as rootLoader } from "~/root";
import { signIn, twoStep as texts } from "~/texts";

export const loader = dueStepLoader;
export const action = dueStepAction;
export const meta = pageTitle(texts.dueHeading);

/** Sets up the second step that the account needs. */
export default function DueTwoStep() {
  const { username, pending, constraint } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <PublicPage brand={root?.brand} heading={texts.dueHeading} below={<a href="/logout">{signIn.ownLogout}</a>}>
      <p>{texts.dueText(username)}</p>
      {pending ? (
        <TwoStepSetup {...{ pending, refused, constraint }} />
      ) : (
        refused && <Refusals messages={refused.lastResult.error} />
      )}
      <form method="post">
        <button className={pending ? undefined : "primary"} name="intent" value="begin">
          {pending ? texts.renew : texts.begin}
        </button>
      </form>
    </PublicPage>
  );
}
