import { profile as texts } from "~/texts";
import { Checkbox } from "../form/choices";
import { Conflict, versionOf } from "../ui/conflict";
import { Form, usePostForm } from "../form/form";
import { Part } from "../form/part";
import { TextInput } from "../form/inputs";
import { labelsOf, MailsPart } from "./mails-part";
import type { ProfileFormProps } from "./form-props";
import { PasswordPart } from "./own-password";

type AdminRecord = { username: string; email: string; showSuspend: boolean; mails: string[]; version: number };
type Passwords = { password: string; passwordConfirm: string; keepTokens: boolean };
type Values = Passwords & { email: string; showSuspend: boolean; mails: string[] };

/** An admin's own e-mail, password and mails, and whether lists include suspended records. */
export function AdminForm({
  record,
  refused,
  constraint,
  formId,
  suggestion,
  optionalMails,
}: ProfileFormProps<AdminRecord>) {
  const { email, showSuspend, mails } = record;
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial: { email, showSuspend, mails } });
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["email", "E-mail"],
          ["showSuspend", texts.showSuspend, (value) => (value === true || value === "on" ? texts.yes : texts.no)],
          ["mails", texts.mails, labelsOf(optionalMails)],
        ]}
      />
      <Form form={form} formId={formId} version={versionOf(refused, record)} submit={texts.save} layout="parts">
        <input type="hidden" name="intent" value="admin" />
        <Part heading={texts.account}>
          <TextInput field={fields.email} label="E-mail" type="email" autoComplete="email" />
          <Checkbox field={fields.showSuspend} label={texts.showSuspend} />
        </Part>
        <PasswordPart fields={fields} username={record.username} suggestion={suggestion} />
        <MailsPart field={fields.mails} choices={optionalMails} />
      </Form>
    </>
  );
}
