import type { DefaultValue } from "@conform-to/react";
import { Checkbox, Checkboxes, Radios, Select } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { Part } from "../form/part";
import { Conflict, yesNo } from "../ui/conflict";
import { Icon } from "../ui/icon";
import { eventLabel, webhooks as texts } from "./texts";

type Values = { name: string; url: string; format: string; events: string[]; companyId: string; enabled: boolean };
type Choices = {
  events: readonly string[];
  macros: readonly string[];
  trackers: readonly { name: string; url: string }[];
  /** True for agents. */
  postbacksOnly: boolean;
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
const SALES = ["sale.accepted", "sale.reversed"];

/** The events that an endpoint can receive. */
export const endpointEvents = (events: readonly string[], isPostback: boolean): readonly string[] =>
  isPostback ? SALES : events;

/** The form for new and existing endpoints. */
export function EndpointForm({ choices, initial, version, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const isNew = version === undefined;
  const isPostback = choices.postbacksOnly || (!isNew && initial?.format === "postback");
  const events = endpointEvents(choices.events, isPostback).map((value) => ({ value, label: eventLabel(value) }));
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
          {isNew && choices.postbacksOnly && <input type="hidden" name="format" value="postback" />}
          {isNew && !choices.postbacksOnly && (
            <Radios field={fields.format} label={texts.format} hint={texts.formatHint} choices={formats} />
          )}
          <TextInput field={fields.url} label={texts.url} hint={texts.urlHint + macros} inputMode="url" />
          {isNew && <Trackers trackers={choices.trackers} />}
          {!isNew && <Checkbox field={fields.enabled} label={texts.enabled} hint={texts.enabledHint} />}
        </Part>
        <Part heading={texts.chosenEvents} alone>
          <Checkboxes
            field={fields.events}
            label={texts.chosenEvents}
            hint={isNew && !isPostback ? texts.eventsHint : undefined}
            choices={events}
          />
          {!isPostback && <HowToVerify />}
        </Part>
      </Form>
    </>
  );
}

/** Addresses to copy. Without scripts, too. */
const Trackers = ({ trackers }: Pick<Choices, "trackers">) => (
  <details className="fold-out">
    <summary>
      {texts.trackers} <Icon name="down" />
    </summary>
    <p>{texts.trackersHint}</p>
    <dl>
      {trackers.map(({ name, url }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{url}</code>
          </dd>
        </div>
      ))}
    </dl>
  </details>
);

const HowToVerify = () => (
  <details className="fold-out">
    <summary>
      {texts.howToVerify} <Icon name="down" />
    </summary>
    <p className="note">
      {texts.verify} <a href="/api/docs#webhooks">{texts.documentation}</a>
    </p>
  </details>
);
