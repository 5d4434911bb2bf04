import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Form, usePostForm } from "~/components/form/form";
import { OwnUsername } from "~/components/form/own-username";
import { PasswordFields } from "~/components/form/password-fields";
import { pageTitle } from "~/components/frame/page-title";
import { PublicPage } from "~/components/sign-in/public-page";
import { ownPasswordAction, ownPasswordLoader } from "~/http/own-password.server";
import type { loader as rootLoader } from "~/root";
import { profile, signIn } from "~/texts";

export const loader = ownPasswordLoader;
export const action = ownPasswordAction;
export const meta = pageTitle(signIn.ownHeading);

/** Replaces a password that somebody else set. */
export default function OwnPassword() {
  const { username, suggestion, constraint } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const [form, fields] = usePostForm<{ password: string; passwordConfirm: string }>({ constraint, refused });
  return (
    <PublicPage brand={root?.brand} heading={signIn.ownHeading} below={<a href="/logout">{signIn.ownLogout}</a>}>
      <p>{signIn.ownText}</p>
      <Form form={form} submit={signIn.resetSave} layout="bare">
        <OwnUsername username={username} />
        <PasswordFields fields={fields} label={profile.newPassword} suggested={{ suggestion }} />
      </Form>
    </PublicPage>
  );
}
