import type { ReactNode } from "react";
import { twoStep as texts } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { SecondStep } from "../passkeys/second-step";

type Setting = Parameters<typeof usePostForm>[0];
type Props = {
  /** Id of the form, and prefix of the heading's id. */
  id: string;
  heading: string;
  /** The intent, and the label of its button. */
  intent: string;
  submit: string;
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId: string;
  ways: { app: boolean; passkey: object | null };
  children?: ReactNode;
};

/** An action on two-step sign-in that requires the password and a second step. */
export function TwoStepConfirmed({ id, heading, intent, submit, refused, constraint, formId, ways, children }: Props) {
  const totp = { ...constraint?.totp, required: ways.passkey === null };
  const [form, fields] = usePostForm<{ password: string; totp: string; passkey: string }>({
    constraint: { ...constraint, totp },
    ...{ refused, id },
  });
  return (
    <section className="stack" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
      <Form form={form} formId={formId} submit={submit}>
        <input type="hidden" name="intent" value={intent} />
        <TextInput field={fields.password} label="Password" type="password" autoComplete="current-password" />
        <SecondStep
          code={fields.totp}
          passkey={fields.passkey}
          ways={ways}
          label={texts.code}
          hint={texts.anyCodeHint}
        />
      </Form>
    </section>
  );
}
