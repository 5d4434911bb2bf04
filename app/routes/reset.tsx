import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { BackToLogin, PublicPage } from "~/components/sign-in/public-page";
import { FailurePane } from "~/components/ui/failure-pane";
import { Form, usePostForm } from "~/components/form/form";
import { OwnUsername } from "~/components/form/own-username";
import { PasswordFields } from "~/components/form/password-fields";
import { identity } from "~/gate.server";
import { publicFormAction } from "~/http/forms/public-form.server";
import { resetLoader } from "~/http/sign-in.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";
import { deadLink } from "~/components/sign-in/texts";

export const loader = resetLoader;
export const action = publicFormAction(identity.resetPassword, { to: "/login?reset=1" });
export const meta = pageTitle(signIn.resetHeading);

export default function Reset() {
  const { token, live, username, suggestion, constraint } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const [form, fields] = usePostForm<{ password: string; passwordConfirm: string }>({ constraint, refused });
  return (
    <PublicPage brand={root?.brand} heading={signIn.resetHeading} below={<BackToLogin />}>
      {live ? (
        <Form form={form} submit={signIn.resetSave} layout="bare">
          <input type="hidden" name="token" value={token} />
          <OwnUsername username={username} />
          <PasswordFields fields={fields} suggested={{ suggestion }} />
        </Form>
      ) : (
        <>
          <FailurePane faults={(form.errors ?? [deadLink.message]).map((message) => ({ message }))} />
          <p className="acts">
            <a className="button primary" href="/forgot">
              {deadLink.again}
            </a>
          </p>
        </>
      )}
    </PublicPage>
  );
}
