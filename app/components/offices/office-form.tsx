import type { DefaultValue } from "@conform-to/react";
import { offices as texts } from "~/components/offices/texts";
import { Checkbox, Checkboxes, Select } from "../form/choices";
import type { Choice } from "../form/options";
import { Conflict, yesNo } from "../ui/conflict";
import { Form, type Refused, usePostForm } from "../form/form";
import { HtmlField } from "../form/html-field";
import { Part } from "../form/part";
import { TextInput } from "../form/inputs";
import type { Suggestion } from "../form/suggested-password";
import { AccountFields } from "../people/account-fields";

type Values = {
  officeName: string;
  manFirstName: string;
  manLastName: string;
  manEmail: string;
  username: string;
  password: string;
  passwordConfirm: string;
  agentNotes: string;
  preferredDomainId: number | null;
  siteIds: number[];
  active: boolean;
  hidden: boolean;
};

type Props = {
  /** Initial values; for an existing office, `version` is set too. */
  initial: DefaultValue<Values>;
  version?: number;
  choices: { domains: readonly Choice[]; sites: readonly Choice[] };
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
  /** A password to use, and where the person signs in. */
  newPassword: Suggestion;
};

const LIST = "/app/offices/offices";

/** The form for new and existing offices. The username of an existing office is fixed (OFFICE-14). */
export function OfficeForm({ initial, version, choices, refused, constraint, formId, back, newPassword }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const isNew = version === undefined;
  const nameOf = (list: readonly Choice[], id: unknown) =>
    list.find(({ value }) => String(value) === String(id))?.label ?? "";
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["officeName", "Office"],
          ["manFirstName", "First name"],
          ["manLastName", "Last name"],
          ["manEmail", "E-mail"],
          ["agentNotes", texts.notes],
          ["preferredDomainId", "Preferred Domain", (id) => nameOf(choices.domains, id)],
          [
            "siteIds",
            "Sites",
            (ids) =>
              [ids ?? []]
                .flat()
                .map((id) => nameOf(choices.sites, id))
                .filter(Boolean)
                .join(", "),
          ],
          ["active", "Active", yesNo],
          ["hidden", "Hidden", yesNo],
        ]}
      />
      <Form form={form} formId={formId} version={version} submit="Confirm" layout="parts" cancel={LIST} back={back}>
        <Part heading={texts.office}>
          <TextInput field={fields.officeName} label="Office" focused={isNew && !refused} />
          <Select
            field={fields.preferredDomainId}
            label="Preferred Domain"
            first={texts.noDomain}
            choices={choices.domains}
          />
          <Checkbox field={fields.active} label="Active" hint={texts.statusHint} />
          <Checkbox field={fields.hidden} label="Hidden" hint={texts.hiddenHint} />
        </Part>
        <Part heading={texts.manager}>
          <TextInput field={fields.manFirstName} label="Manager's first name" />
          <TextInput field={fields.manLastName} label="Manager's last name" />
          <TextInput field={fields.manEmail} label="Manager's e-mail" type="email" />
          <AccountFields
            {...{ fields, newPassword }}
            username={isNew ? undefined : (initial?.username ?? "")}
            usernameHint={texts.usernameHint}
            passwordHint={isNew ? texts.passwordHint : texts.keptPasswordHint}
          />
        </Part>
        <Part heading={texts.notes} alone>
          <HtmlField field={fields.agentNotes} label={texts.notes} hint={texts.notesHint} short />
        </Part>
        <Part heading={texts.sites} alone>
          <Checkboxes field={fields.siteIds} label={texts.sites} hint={texts.sitesHint} choices={choices.sites} />
        </Part>
      </Form>
    </>
  );
}
