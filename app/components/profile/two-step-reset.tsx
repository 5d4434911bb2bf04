import { twoStep as texts } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";

type Setting = Parameters<typeof usePostForm>[0];
type Props = { refused: Setting["refused"]; constraint: Setting["constraint"]; formId: string };

/** A superadmin removes two-step sign-in for a person who lost access to it. */
export function TwoStepReset({ refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<{ username: string }>({ constraint, refused, id: "reset" });
  return (
    <section className="stack" aria-labelledby="reset-heading">
      <h2 id="reset-heading">{texts.resetHeading}</h2>
      <p>{texts.resetText}</p>
      <Form form={form} formId={formId} submit={texts.reset}>
        <input type="hidden" name="intent" value="reset" />
        <TextInput field={fields.username} label="Username" />
      </Form>
    </section>
  );
}
