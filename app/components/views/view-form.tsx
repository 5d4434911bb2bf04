import type { DefaultValue } from "@conform-to/react";
import { Checkbox, Radios, Select } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { Hidden, type HiddenField } from "../form/hidden";
import { TextInput } from "../form/inputs";
import { Conflict, yesNo } from "../ui/conflict";
import { views as texts } from "./texts";
import { VIEWS } from "./views-menu";

type Mail = keyof typeof texts.mails;
type Values = { name: string; shared: boolean; isStart: boolean; mail: string; during: string };
type Props = {
  offered: {
    title: string;
    filters: readonly string[];
    periods: readonly { value: string; label: string }[];
    mails: readonly Mail[];
    canShare: boolean;
    canMail: boolean;
  };
  initial: DefaultValue<Values>;
  /** Screen and query of a new view. */
  hidden?: readonly HiddenField[];
  /** Version of an existing view. */
  version?: number;
  back?: string;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
};

/** The form of a new or existing view. */
export function ViewForm({ offered, initial, hidden = [], version, back, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const { title, filters, periods, mails, canShare, canMail } = offered;
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["name", texts.name],
          ["shared", texts.shared, yesNo],
          ["isStart", texts.isStart, yesNo],
          ["mail", texts.mail],
        ]}
      />
      <Form {...{ form, formId, version, back }} submit={texts.save} cancel={VIEWS}>
        <Hidden fields={hidden} />
        <p className="note">{[title, ...filters].join(", ")}.</p>
        <TextInput field={fields.name} label={texts.name} />
        {periods.length > 0 && <Select field={fields.during} label={texts.during} choices={periods} />}
        {canShare && <Checkbox field={fields.shared} label={texts.shared} hint={texts.sharedHint} />}
        <Checkbox field={fields.isStart} label={texts.isStart} hint={texts.isStartHint} />
        {mails.length > 1 && (
          <Radios
            field={fields.mail}
            label={texts.mail}
            hint={canMail ? texts.mailHint : texts.noAddress}
            choices={mails.map((value) => ({ value, label: texts.mails[value] }))}
          />
        )}
      </Form>
    </>
  );
}
