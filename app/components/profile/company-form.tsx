import { profile as texts } from "~/texts";
import { Conflict, versionOf } from "../ui/conflict";
import { Form, usePostForm } from "../form/form";
import { HtmlField } from "../form/html-field";
import { Part } from "../form/part";
import { TextInput } from "../form/inputs";
import { labelsOf, MailsPart } from "./mails-part";
import type { ProfileFormProps } from "./form-props";
import { PasswordPart } from "./own-password";

type Names = "officeName" | "manFirstName" | "manLastName" | "manEmail" | "agentNotes";
type CompanyRecord = Record<Names | "username", string> & { mails: string[]; version: number };
type Values = Record<Names | "password" | "passwordConfirm", string> & { keepTokens: boolean; mails: string[] };

/** An office's name, its manager's name, e-mail, password and mails, and the must-read notes for agents. */
export function CompanyForm(props: ProfileFormProps<CompanyRecord>) {
  const { record, refused, constraint, formId, suggestion, optionalMails } = props;
  const { officeName, manFirstName, manLastName, manEmail, agentNotes, mails } = record;
  const initial = { officeName, manFirstName, manLastName, manEmail, agentNotes, mails };
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["officeName", texts.officeName],
          ["manFirstName", texts.manFirstName],
          ["manLastName", texts.manLastName],
          ["manEmail", texts.manEmail],
          ["agentNotes", texts.mustRead],
          ["mails", texts.mails, labelsOf(optionalMails)],
        ]}
      />
      <Form form={form} formId={formId} version={versionOf(refused, record)} submit={texts.save} layout="parts">
        <input type="hidden" name="intent" value="company" />
        <Part heading={texts.office}>
          <TextInput field={fields.officeName} label={texts.officeName} autoComplete="organization" />
          <TextInput field={fields.manEmail} label={texts.manEmail} type="email" autoComplete="email" />
          <TextInput field={fields.manFirstName} label={texts.manFirstName} autoComplete="given-name" />
          <TextInput field={fields.manLastName} label={texts.manLastName} autoComplete="family-name" />
        </Part>
        <PasswordPart fields={fields} username={record.username} suggestion={suggestion} />
        <MailsPart field={fields.mails} choices={optionalMails} />
        <Part heading={texts.mustRead} alone>
          <HtmlField field={fields.agentNotes} label={texts.mustRead} short />
        </Part>
      </Form>
    </>
  );
}
