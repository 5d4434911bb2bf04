import { Radios } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea } from "../form/inputs";
import { Conflict, versionOf } from "../ui/conflict";
import type { Claim } from "./claim-view";
import { claims as texts } from "./texts";

type Props = {
  claim: Claim;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
};

/** The form with which the maker of an answered claim opens it. */
export function OpenClaim({ claim, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<{ note: string }>({ id: "open", constraint, refused });
  return (
    <section className="stack" aria-labelledby="open-claim">
      <h2 id="open-claim">{texts.open}</h2>
      <Form form={form} formId={formId} submit={texts.open} version={versionOf(refused, claim)}>
        <input type="hidden" name="intent" value="open" />
        <Textarea field={fields.note} label={texts.furtherNote} hint={texts.openHint} rows={4} />
      </Form>
    </section>
  );
}

/** The form of a manager or an admin for the next state of a claim. */
export function DecideClaim({ claim, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<{ state: string; reason: string }>({ id: "decide", constraint, refused });
  const choices = claim.mayDecide.map((value) => ({ value, label: texts.decisions[value] }));
  const hint = claim.mayDecide.includes("booked") ? texts.bookedHint : undefined;
  return (
    <section className="stack" aria-labelledby="decide-claim">
      <h2 id="decide-claim">{texts.decide}</h2>
      <Conflict
        refused={refused}
        fields={[
          ["state", texts.state],
          ["reason", texts.reason],
        ]}
      />
      <Form form={form} formId={formId} submit={texts.decide} version={versionOf(refused, claim)}>
        <input type="hidden" name="intent" value="decide" />
        <Radios field={fields.state} label={texts.decision} hint={hint} choices={choices} />
        <Textarea field={fields.reason} label={texts.reason} hint={texts.reasonHint} rows={4} />
      </Form>
    </section>
  );
}
