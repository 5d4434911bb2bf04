import type { DefaultValue } from "@conform-to/react";
import { manuals as texts } from "~/components/manuals/texts";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { Conflict } from "../ui/conflict";
import { Form, type Refused, usePostForm } from "../form/form";
import { HtmlField } from "../form/html-field";
import { TextInput } from "../form/inputs";

type Values = { siteId: number; title: string; html: string };

type Props = {
  initial?: DefaultValue<Values>;
  /** Version of an existing manual; undefined for a new one. */
  version?: number;
  choices: readonly Choice[];
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
};

/** The form for new and existing manuals. */
export function ManualForm({ initial, version, choices, refused, constraint, formId, back }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const nameOf = (id: unknown) => choices.find(({ value }) => String(value) === String(id))?.label ?? "";
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["siteId", texts.site, nameOf],
          ["title", texts.title],
          ["html", texts.html],
        ]}
      />
      <Form
        form={form}
        formId={formId}
        version={version}
        submit={texts.save}
        cancel="/app/site-manuals"
        back={back}
        layout="parts"
      >
        <div className="card">
          <Select
            field={fields.siteId}
            label={texts.site}
            first={texts.siteFirst}
            choices={choices}
            focused={version === undefined && !refused}
          />
          <filled-from from="siteId">
            <TextInput field={fields.title} label={texts.title} hint={texts.titleHint} />
          </filled-from>
          <HtmlField field={fields.html} label={texts.html} hint={texts.htmlHint} />
        </div>
      </Form>
    </>
  );
}
