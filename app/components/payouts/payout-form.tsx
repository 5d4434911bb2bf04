import type { ReactNode } from "react";
import { Radios } from "../form/choices";
import { Form, usePostForm } from "../form/form";
import { Textarea, TextInput } from "../form/inputs";
import { SecondStep } from "../passkeys/second-step";
import { Notice } from "../ui/notice";
import { FormerPayouts } from "./former-payouts";
import type { Method, Payout } from "./payout";
import { PayoutFacts } from "./payout-facts";
import { payouts as texts } from "./texts";

type Setting = Parameters<typeof usePostForm>[0];
type Props = {
  payout: Payout;
  intro: string;
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId: string;
  /** The signed-in person's ways of the second step. */
  ways: { app: boolean; passkey: object | null };
  /** The act that confirms new details. */
  children?: ReactNode;
};

const METHODS = Object.entries(texts.methods).map(([value, label]) => ({ value, label }));

/** The payout details of an agent or office, the form that replaces them, and for superadmins the former ones. */
export function PayoutForm({ payout, intro, refused, constraint, formId, ways, children }: Props) {
  const { method, details, version, mayChange, needsCode, former } = payout;
  const [form, fields] = usePostForm<{
    method: Method;
    details: string;
    password: string;
    totp: string;
    passkey: string;
  }>({
    ...{ constraint, refused },
    initial: { method: method ?? undefined, details: details ?? "" },
  });
  return (
    <>
      <p className="note">{intro}</p>
      <PayoutFacts payout={payout} />
      {children}
      {mayChange ? (
        <Form form={form} formId={formId} version={version} submit={texts.save}>
          <input type="hidden" name="intent" value="save" />
          <Radios field={fields.method} label={texts.method} choices={METHODS} />
          <Textarea field={fields.details} label={texts.details} hint={texts.detailsHint} rows={6} />
          <TextInput
            field={fields.password}
            label={texts.password}
            hint={texts.passwordHint}
            type="password"
            autoComplete="current-password"
          />
          {needsCode && (
            <SecondStep
              code={fields.totp}
              passkey={fields.passkey}
              ways={ways}
              label={texts.code}
              hint={texts.codeHint}
            />
          )}
          <p className="note">{texts.wait}</p>
        </Form>
      ) : (
        <Notice>{texts.locked}</Notice>
      )}
      {former && <FormerPayouts rows={former} />}
    </>
  );
}
