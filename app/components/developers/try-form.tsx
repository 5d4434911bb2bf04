import { Select } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { tryTexts as texts } from "./request-texts";
import { developerTexts } from "./texts";
import { RequestText, type SentRequest } from "./request-text";

type Fields = Record<"clickid" | "event" | "status" | "txid" | "geo" | "ts" | "amount" | "currency", string>;

type Props = {
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  refused?: Refused | undefined;
  tested: (SentRequest & { sent: Record<string, string> }) | null;
};

/** Sends a test postback without a secret, and shows the answer to the last one. */
export function TryForm({ constraint, refused, tested }: Props) {
  const initial = { event: "sale", status: "approved", ...tested?.sent };
  const [form, fields] = usePostForm<Fields>({ constraint, refused, initial, id: "try-form" });
  return (
    <section className="card" aria-labelledby="try">
      <h2 id="try">{developerTexts.sections.try}</h2>
      <p>{texts.intro}</p>
      {tested && (
        <div id="try-answer" className="stack">
          <h3>{texts.answer}</h3>
          <RequestText request={tested} />
        </div>
      )}
      <Form form={form} submit={texts.send} layout="bare">
        <div className="fields">
          <TextInput field={fields.clickid} label="clickid" />
          <Select field={fields.event} label="event" choices={texts.events} />
          <Select field={fields.status} label="status" choices={texts.statuses} />
          <TextInput field={fields.txid} label="txid" />
          <TextInput field={fields.geo} label="geo" />
          <TextInput field={fields.ts} label="ts" />
          <TextInput field={fields.amount} label="amount" />
          <TextInput field={fields.currency} label="currency" />
        </div>
      </Form>
    </section>
  );
}
