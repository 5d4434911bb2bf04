import type { DefaultValue } from "@conform-to/react";
import { Checkboxes, Radios } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { HtmlField } from "../form/html-field";
import { Textarea, TextInput } from "../form/inputs";
import type { Choice } from "../form/options";
import { Part } from "../form/part";
import { SingleDate } from "../pickers/single-date";
import { MESSAGES, messages as texts } from "./texts";

type Values = {
  audience: string;
  companyIds: number[];
  agents: string;
  title: string;
  html: string;
  from: string;
  to: string;
};

type Props = {
  /** Null for managers, whose only office is not chosen. */
  offices: readonly Choice[] | null;
  initial: DefaultValue<Values>;
  today: string;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
};

const { all, offices: chosenOffices, agents } = texts.audiences;

/** The form for a new message. */
export function MessageForm({ offices, initial, today, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const audiences = [
    ...(offices ? [{ value: "all", label: all }] : []),
    { value: "offices", label: offices ? chosenOffices : texts.ownOffice },
    { value: "agents", label: agents },
  ];
  return (
    <Form form={form} formId={formId} submit={texts.send} cancel={MESSAGES} layout="parts">
      <Part heading={texts.audience} note={texts.newcomers}>
        <Radios field={fields.audience} label={texts.recipients} choices={audiences} />
        {offices && (
          <Checkboxes field={fields.companyIds} label={texts.offices} hint={texts.officesHint} choices={offices} />
        )}
        <Textarea field={fields.agents} label={texts.agents} hint={texts.agentsHint} rows={3} />
      </Part>
      <Part heading={texts.agentAct}>
        <div className="wide">
          <TextInput field={fields.title} label={texts.title} />
        </div>
        <HtmlField field={fields.html} label={texts.text} short />
        <SingleDate field={fields.from} label={texts.from} hint={texts.fromHint} today={today} first={today} />
        <SingleDate field={fields.to} label={texts.to} hint={texts.toHint} today={today} first={today} />
      </Part>
    </Form>
  );
}
