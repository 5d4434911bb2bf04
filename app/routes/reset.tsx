import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { OpenPage } from "~/components/sign-in/open-page";
import { Form, usePostForm } from "~/components/ui/form";
import { PasswordFields } from "~/components/ui/password-fields";
import { identity } from "~/gate.server";
import { constraintOf } from "~/http/constraint.server";
import { openForm } from "~/http/open-form.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) throw redirect("/forgot");
  return { token, constraint: constraintOf(identity.resetPassword) };
}
export const action = openForm(identity.resetPassword, { to: "/login?reset=1" });
export const meta = titled(signIn.resetHeading);

export default function Reset() {
  const { token, constraint } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const [form, fields] = usePostForm<{ password: string; passwordConfirm: string }>({ constraint, refused });
  return (
    <OpenPage brand={root?.brand} heading={signIn.resetHeading}>
      <Form form={form} submit={signIn.resetSave}>
        <input type="hidden" name="token" value={token} />
        <PasswordFields fields={fields} />
      </Form>
      <p>
        <a href="/login">{signIn.back}</a>
      </p>
    </OpenPage>
  );
}
