import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { BackToLogin, PublicPage } from "~/components/sign-in/public-page";
import { Form, usePostForm } from "~/components/form/form";
import { TextInput } from "~/components/form/inputs";
import { identity } from "~/gate.server";
import { constraintOf } from "~/http/constraint.server";
import { askedAddress, askedHeaders } from "~/http/asked-address.server";
import { publicFormAction } from "~/http/forms/public-form.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const sent = new URL(request.url).searchParams.has("sent");
  return { constraint: constraintOf(identity.forgot), sent, address: sent ? await askedAddress(request) : undefined };
};
export const action = publicFormAction(identity.forgot, { to: "/forgot?sent=1", headers: askedHeaders });
export const meta = pageTitle(signIn.forgotHeading);

export default function Forgot() {
  const { constraint, sent, address } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const [form, fields] = usePostForm<{ username: string; email: string }>({ constraint, refused });
  return (
    <PublicPage brand={root?.brand} heading={sent ? signIn.sentHeading : signIn.forgotHeading} below={<BackToLogin />}>
      {sent && !refused ? (
        <div className="stack" role="status">
          <p>{signIn.forgotSent(address)}</p>
          <p>{signIn.sentNext}</p>
          <p>
            <a className="button" href="/forgot">
              {signIn.sendAgain}
            </a>
          </p>
        </div>
      ) : (
        <>
          <p>{signIn.forgotText}</p>
          <Form form={form} submit={signIn.forgotSend} layout="bare">
            <TextInput field={fields.username} label="Username" autoComplete="username" />
            <TextInput field={fields.email} label="E-mail" type="email" autoComplete="email" />
          </Form>
        </>
      )}
    </PublicPage>
  );
}
