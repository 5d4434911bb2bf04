import { twoStep as texts } from "~/texts";
import { CopyField } from "../ui/copy-field";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";

type Setting = Parameters<typeof usePostForm>[0];
type Props = {
  pending: { secret: string; uri: string; qr: string };
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId?: string;
};

/** The key for the authenticator app as QR code and text, and a field for its first code. */
export function TwoStepSetup({ pending: { secret, uri, qr }, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<{ totp: string }>({ constraint, refused });
  return (
    <section className="stack">
      <p>{texts.pending}</p>
      <p>
        <a href={uri}>
          <img src={qr} alt={texts.picture} width={220} height={220} />
        </a>
      </p>
      <div className="form">
        <CopyField id="key" value={secret} label={texts.key} />
      </div>
      <Form form={form} formId={formId} submit={texts.confirm}>
        <input type="hidden" name="intent" value="confirm" />
        <TextInput
          field={fields.totp}
          label={texts.code}
          hint={texts.codeHint}
          value=""
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      </Form>
    </section>
  );
}
