import { signIn } from "~/texts";
import { FailurePane } from "../ui/failure-pane";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { CaptchaField } from "./captcha-field";

type Values = { username: string; password: string; captchaString: string };
const constraint = { username: { required: true }, password: { required: true }, captchaString: { required: true } };

type Props = {
  captcha?: { image: string; check: string };
  /** Why part of the page could not be loaded. */
  failure?: string;
  refused: Parameters<typeof usePostForm>[0]["refused"];
};

/** Username, password and, if required, the captcha. */
export function PasswordStep({ captcha, failure, refused }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused });
  return (
    <>
      {failure && !form.errors && <FailurePane faults={[{ message: failure }]} />}
      <Form form={form} submit={signIn.heading} acts={captcha && <Reload />}>
        <TextInput field={fields.username} label="Username" autoComplete="username" focused={!refused} />
        <TextInput
          field={fields.password}
          label="Password"
          type="password"
          autoComplete="current-password"
          focused={Boolean(refused)}
        />
        {captcha && <CaptchaField captcha={captcha} field={fields.captchaString} />}
      </Form>
      <p>
        <a href="/forgot">{signIn.lost}</a>
      </p>
    </>
  );
}

// Placed after the main button, so Enter triggers the main one.
function Reload() {
  return (
    <button name="intent" value="reload" formNoValidate>
      {signIn.reload}
    </button>
  );
}
