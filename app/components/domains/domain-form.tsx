import type { DefaultValue } from "@conform-to/react";
import { domains as texts } from "~/components/domains/texts";
import { Checkbox } from "../form/choices";
import { Conflict, yesNo } from "../ui/conflict";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea, TextInput } from "../form/inputs";

type Values = { domain: string; description: string; hidden: boolean };

type Props = {
  initial: DefaultValue<Values>;
  /** Version of an existing domain; undefined for a new one. */
  version?: number;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
};

/** The form for new and existing domains (DOMAIN-04). */
export function DomainForm({ initial, version, refused, constraint, formId, back }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["domain", texts.domain],
          ["description", texts.note],
          ["hidden", texts.hidden, yesNo],
        ]}
      />
      <Form form={form} formId={formId} version={version} submit="Confirm" cancel="/app/offices/domains" back={back}>
        <TextInput
          field={fields.domain}
          label={texts.domain}
          hint={texts.domainHint}
          inputMode="url"
          focused={version === undefined && !refused}
        />
        <Textarea field={fields.description} label={texts.note} rows={3} />
        <Checkbox field={fields.hidden} label={texts.hidden} hint={texts.hiddenHint} />
      </Form>
    </>
  );
}
