import { twoStep as texts } from "~/texts";
import { Form, usePostForm } from "../ui/form";
import { TextInput } from "../ui/inputs";

type Setting = Parameters<typeof usePostForm>[0];
type Props = { refused: Setting["refused"]; constraint: Setting["constraint"]; formId: string };

/** Switching off takes the password and a code. */
export function TwoStepOff({ refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<{ password: string; totp: string }>({ constraint, refused, id: "off" });
  return (
    <section className="stack" aria-labelledby="off-heading">
      <h2 id="off-heading">{texts.switchOffHeading}</h2>
      <Form form={form} formId={formId} submit={texts.switchOff}>
        <input type="hidden" name="intent" value="switchOff" />
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
