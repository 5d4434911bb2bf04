import { signIn } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";

type Props = {
  /** The ticket issued for the correct password. */
  ticket: string;
  refused: Parameters<typeof usePostForm>[0]["refused"];
};

/** The second sign-in step: a code from the authenticator app or a recovery code. */
export function CodeStep({ ticket, refused }: Props) {
  const [form, fields] = usePostForm<{ totp: string }>({
    constraint: { totp: { required: true, maxLength: 64 } },
    refused,
  });
  return (
    <Form form={form} submit={signIn.heading} layout="bare">
      <input type="hidden" name="ticket" value={ticket} />
      <TextInput
        field={fields.totp}
        label={signIn.code}
        hint={signIn.codeHint}
        value=""
        autoComplete="one-time-code"
        focused
      />
    </Form>
  );
}
