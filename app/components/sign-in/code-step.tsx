import { signIn } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { SecondStep } from "../passkeys/second-step";

type Props = {
  /** The ticket issued for the correct password, and the ways to continue. */
  step: { ticket: string; app: boolean; passkey: object | null };
  refused: Parameters<typeof usePostForm>[0]["refused"];
};

/** The second sign-in step: a code from the authenticator app, a recovery code or a passkey. */
export function CodeStep({ step, refused }: Props) {
  const [form, fields] = usePostForm<{ totp: string; passkey: string }>({
    constraint: { totp: { required: step.passkey === null } },
    refused,
  });
  return (
    <Form form={form} submit={signIn.heading} layout="bare">
      <input type="hidden" name="ticket" value={step.ticket} />
      <SecondStep
        code={fields.totp}
        passkey={fields.passkey}
        ways={step}
        label={signIn.code}
        hint={signIn.codeHint}
        focused
      />
    </Form>
  );
}
