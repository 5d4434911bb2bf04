import type { DefaultValue } from "@conform-to/react";
import { Checkbox, Checkboxes, Radios, Select } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { Part } from "../form/part";
import { Conflict, yesNo } from "../ui/conflict";
import { eventLabel, webhooks as texts } from "./texts";

type Values = { name: string; url: string; format: string; events: string[]; companyId: string; enabled: boolean };
type Choices = {
  events: readonly string[];
  macros: readonly string[];
  offices: readonly { id: number; officeName: string }[] | null;
};
type Props = {
  choices: Choices;
  initial: DefaultValue<Values>;
  /** Version of an existing endpoint, whose format and office stay; undefined for a new one. */
  version?: number;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
};

const formats = (["signed", "postback"] as const).map((value) => ({ value, label: texts.formats[value] }));

/** The form for new and existing endpoints. */
export function EndpointForm({ choices, initial, version, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const isNew = version === undefined;
  const isPostback = !isNew && initial?.format === "postback";
  const events = choices.events.map((value) => ({ value, label: eventLabel(value) }));
  const macros = isNew || isPostback ? ` ${texts.macrosHint(choices.macros)}` : "";
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["name", texts.name],
          ["url", texts.url],
          ["events", texts.chosenEvents],
          ["enabled", texts.enabled, yesNo],
        ]}
      />
      <Form {...{ form, formId, version }} submit={isNew ? texts.add : texts.save} layout="parts">
        <input type="hidden" name="intent" value={isNew ? "create" : "save"} />
        <Part heading={isNew ? texts.add : texts.url} id={isNew ? "add" : undefined}>
          <TextInput field={fields.name} label={texts.name} hint={texts.nameHint} />
          {isNew && choices.offices && (
            <Select
              field={fields.companyId}
              label={texts.office}
              first={texts.network}
              choices={choices.offices.map(({ id, officeName }) => ({ value: id, label: officeName }))}
            />
          )}
          {isNew && <Radios field={fields.format} label={texts.format} hint={texts.formatHint} choices={formats} />}
          <TextInput field={fields.url} label={texts.url} hint={texts.urlHint + macros} inputMode="url" />
          {!isNew && <Checkbox field={fields.enabled} label={texts.enabled} hint={texts.enabledHint} />}
        </Part>
        {!isPostback && (
          <Part heading={texts.chosenEvents} note={<HowToVerify />} alone>
            <Checkboxes
              field={fields.events}
              label={texts.chosenEvents}
              hint={isNew ? texts.eventsHint : undefined}
              choices={events}
            />
          </Part>
        )}
      </Form>
    </>
  );
}

const HowToVerify = () => (
  <>
    {texts.verify} <a href="/api/docs#webhooks">{texts.documentation}</a>
  </>
);
