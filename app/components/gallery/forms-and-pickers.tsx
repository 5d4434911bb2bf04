import type { ReactNode } from "react";
import { AgentPicker } from "../pickers/agent-picker";
import { OfficeAgent } from "../pickers/office-agent";
import { DateRange } from "../pickers/date-range";
import { DependentSelect } from "../pickers/dependent-select";
import { PeriodSelect } from "../pickers/period-select";
import { TwoPeriods } from "../pickers/two-periods";
import { SingleDate } from "../pickers/single-date";
import { Checkbox, Checkboxes, Radios, Select } from "../form/choices";
import { criteria } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { CriteriaLine } from "../form/criteria-line";
import type { FieldState } from "../form/field";
import { FileInput } from "../form/file-input";
import { GrowingList } from "../form/growing-list";
import { Textarea, TextInput } from "../form/inputs";
import { Part } from "../form/part";
import { PasswordFields } from "../form/password-fields";
import { Show } from "./show";

const choices = [
  { value: 1, label: "One" },
  { value: 2, label: "Two" },
  { value: 3, label: "Not to be chosen", disabled: true },
];
const hints = [
  { label: "This week", start: "2026-11-16", end: "2026-11-22", unit: "week" },
  { label: "2026-11-01 ~ 2026-11-15", start: "2026-11-01", end: "2026-11-15", unit: "beWeek" },
];
const agents = (length: number) => Array.from({ length }, (_, index) => ({ username: `agent${index + 1}` }));
const range = criteria({ values: { start: "2026-11-16", end: "2026-11-22", siteId: "1" }, errors: {} });
const wrong = criteria({
  values: { companyId: "1", wrongAgent: "nobody", wrongDate: "x" },
  errors: { wrongAgent: ["There is no such agent."], wrongDate: ["Please enter a date as YYYY-MM-DD."] },
});

type Props = {
  /** Returns a field of the posted form, with its error if it was rejected. */
  field: (name: string) => FieldState;
  form: (children: ReactNode) => ReactNode;
};

/** Every control in each state: empty, filled, invalid, disabled. */
export function FormsAndPickers({ field, form }: Props) {
  return (
    <>
      <Show title="Form">
        {form(
          <>
            <Part heading="Texts" note="A part has a name and a note.">
              <TextInput field={field("name")} label="Required" hint="At most 10 characters." />
              <TextInput field={field("email")} label="E-mail" type="email" />
              <TextInput field={field("amount")} label="Figure" type="number" inputMode="decimal" />
              <PasswordFields
                suggested={{ suggestion: "k7mw-p3xe-9tqa-h4bd" }}
                fields={{ password: field("password"), passwordConfirm: field("passwordConfirm") }}
                hint="8 to 72 characters."
              />
              <TextInput field={field("fixed")} label="Not to be changed" value="agent" disabled />
              <Textarea field={field("note")} label="Several lines" />
            </Part>
            <Part heading="Choices">
              <GrowingList
                field={field("rows")}
                label="Rows that are added and taken away"
                rows={[{ word: "first" }]}
                errors={{}}
                fields={[{ name: "word", label: "Word" }]}
                add="Add a row"
                remove="Remove"
              />
              <Select field={field("choice")} label="One of a list" first="None" choices={choices} />
              <Select field={field("fixedChoice")} label="Fixed choice" choices={choices.slice(0, 1)} disabled />
              <Radios field={field("radio")} label="One of a few" choices={choices} />
              <Checkboxes field={field("several")} label="Several of a few" choices={choices} />
              <Checkbox field={field("tick")} label="A tick" hint="With its hint." />
              <FileInput field={field("file")} label="A file" accept="image/png" />
            </Part>
          </>,
        )}
      </Show>
      <Show title="Search">
        <CriteriaForm hiddenValues={{ sortField: "name" }}>
          <DateRange start={range("start")} end={range("end")} hints={hints} min="2026-01-01" max="2026-11-22" />
          <SingleDate field={range("day")} label="Day" today="2026-11-22" />
          <TwoPeriods field={(name) => range(`two.${name}`)} hints={hints.slice(1)} chosen="" hintId="q-two-hint" />
          <PeriodSelect field={range("period")} periods={hints.slice(1)} />
          <Select field={range("siteId")} label="Site" first="All" choices={choices} />
          <DependentSelect
            field={range("typeId")}
            label="Type"
            first="All"
            choices={[]}
            on="siteId"
            src="/api/types/{value}/by-site"
            keys="id,typename"
            needs
          />
          <AgentPicker field={range("agentId")} proposals={{ agents: agents(3), more: false }} />
          <OfficeAgent
            field={(name) => wrong(`both.${name}`)}
            can={{ chooseOffice: true, chooseAgent: true }}
            choices={{ offices: choices, agents: { agents: agents(3), more: false } }}
          />
          <AgentPicker field={range("longAgentId")} proposals={{ agents: [], more: true }} label="Long agent list" />
          <AgentPicker field={wrong("wrongAgent")} proposals={{ agents: [], more: false }} label="Wrong agent" />
          <TextInput field={wrong("wrongDate")} label="Wrong date" />
        </CriteriaForm>
        <CriteriaLine
          parts={[
            ["Group by", "Date"],
            ["Site", undefined],
            ["Period", "2026-11-16 ~ 2026-11-22"],
          ]}
        />
      </Show>
    </>
  );
}
