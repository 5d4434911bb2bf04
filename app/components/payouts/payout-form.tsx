import { dateTime } from "../formats";
import { Radios } from "../form/choices";
import { Form, usePostForm } from "../form/form";
import { Textarea, TextInput } from "../form/inputs";
import { Facts } from "../ui/facts";
import type { Method, Payout } from "./payout";
import { payouts as texts } from "./texts";

type Setting = Parameters<typeof usePostForm>[0];
type Props = {
  payout: Payout;
  intro: string;
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId: string;
};

const METHODS = Object.entries(texts.methods).map(([value, label]) => ({ value, label }));

/** The present payout details of an agent or office, and the form that replaces them. */
export function PayoutForm({ payout, intro, refused, constraint, formId }: Props) {
  const { method, details, ending, changedAt, changedBy } = payout;
  const [form, fields] = usePostForm<{ method: Method; details: string; password: string }>({
    ...{ constraint, refused },
    initial: { method: method ?? undefined, details: details ?? "" },
  });
  return (
    <>
      <p className="note">{intro}</p>
      <Facts
        facts={[
          [texts.method, method === null ? texts.none : texts.methods[method]],
          [texts.details, method === null ? null : <span className="kept">{details ?? texts.ending(ending)}</span>],
          [texts.changed, changedAt && [dateTime(changedAt), changedBy].filter(Boolean).join(", ")],
        ]}
      />
      <Form form={form} formId={formId} submit={texts.save}>
        <Radios field={fields.method} label={texts.method} choices={METHODS} />
        <Textarea field={fields.details} label={texts.details} hint={texts.detailsHint} rows={6} />
        <TextInput
          field={fields.password}
          label={texts.password}
          hint={texts.passwordHint}
          type="password"
          autoComplete="current-password"
        />
      </Form>
    </>
  );
}
