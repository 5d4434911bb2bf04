import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { titled } from "~/components/frame/titled";
import { CaptchaField } from "~/components/sign-in/captcha-field";
import { OpenPage } from "~/components/sign-in/open-page";
import { FailurePane } from "~/components/ui/failure-pane";
import { Form, usePostForm } from "~/components/ui/form";
import { TextInput } from "~/components/ui/inputs";
import { loginAction, loginLoader } from "~/http/sign-in.server";
import type { loader as rootLoader } from "~/root";
import { signIn } from "~/texts";

export const loader = loginLoader;
export const action = loginAction;
export const meta = titled(signIn.heading);

type Values = { username: string; password: string; captchaString: string };
const constraint = { username: { required: true }, password: { required: true }, captchaString: { required: true } };

export default function Login() {
  const { captcha, notice, failure } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const [form, fields] = usePostForm<Values>({ constraint, refused });
  return (
    <OpenPage brand={root?.brand} heading={signIn.heading} notice={notice ? signIn.resetDone : undefined}>
      {failure && !form.errors && <FailurePane faults={[{ message: failure }]} />}
      <Form form={form} submit={signIn.heading} acts={captcha && <Reload />}>
        <TextInput field={fields.username} label="Username" autoComplete="username" focused />
        <TextInput field={fields.password} label="Password" type="password" autoComplete="current-password" />
        {captcha && <CaptchaField captcha={captcha} field={fields.captchaString} />}
      </Form>
      <p>
        <a href="/forgot">{signIn.lost}</a>
      </p>
    </OpenPage>
  );
}

// It stands behind the main button, which Enter presses.
function Reload() {
  return (
    <button name="intent" value="reload" formNoValidate>
      {signIn.reload}
    </button>
  );
}
