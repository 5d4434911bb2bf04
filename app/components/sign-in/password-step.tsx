import { signIn } from "~/texts";
import { FailurePane } from "../ui/failure-pane";
import { failureId, Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { type Captcha, CaptchaField } from "./captcha-field";

type Values = { username: string; password: string; captchaString: string };
const constraint = { username: { required: true }, password: { required: true }, captchaString: { required: true } };

type Props = {
  captcha?: Captcha;
  /** Why part of the page could not be loaded. */
  failure?: string;
  refused: Parameters<typeof usePostForm>[0]["refused"];
};

/** Username, password and, if required, the captcha. */
export function PasswordStep({ captcha, failure, refused }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused });
  // After a refusal the password has to be typed again, unless there is no name for it.
  const isNamed = Boolean(fields.username.initialValue) && !fields.username.errors;
  return (
    <>
      {failure && !form.errors && <FailurePane faults={[{ message: failure }]} />}
      <Form form={form} submit={signIn.heading} layout="bare" lists={captcha !== undefined}>
        <x-proof data-open={captcha && ""}>
          <TextInput field={fields.username} label="Username" autoComplete="username" focused={!isNamed} />
          <TextInput
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
            focused={isNamed}
            describedBy={form.errors && failureId(form)}
          />
          {captcha && <CaptchaField captcha={captcha} field={fields.captchaString} />}
        </x-proof>
      </Form>
    </>
  );
}
