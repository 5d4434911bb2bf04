import type { ReactNode } from "react";
import { twoStep as texts } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";

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
  children?: ReactNode;
};

/** An action on two-step sign-in that requires the password and a code. */
export function TwoStepConfirmed({ id, heading, intent, submit, refused, constraint, formId, children }: Props) {
  const [form, fields] = usePostForm<{ password: string; totp: string }>({ constraint, refused, id });
  return (
    <section className="stack" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
      <Form form={form} formId={formId} submit={submit}>
        <input type="hidden" name="intent" value={intent} />
        <TextInput field={fields.password} label="Password" type="password" autoComplete="current-password" />
        <TextInput
          field={fields.totp}
          label={texts.code}
          hint={texts.anyCodeHint}
          value=""
          autoComplete="one-time-code"
        />
      </Form>
    </section>
  );
}
