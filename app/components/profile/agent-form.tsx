import { profile as texts } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { Part } from "../form/part";
import { versionOf } from "../ui/conflict";
import { MailsPart } from "./mails-part";
import type { ProfileFormProps } from "./form-props";
import { OwnPassword } from "./own-password";

type Values = { password: string; passwordConfirm: string; keepTokens: boolean };

/** An agent can change only their password. */
export function AgentForm(props: ProfileFormProps<{ username: string; version: number }>) {
  const { record, refused, constraint, formId, suggestion } = props;
  const [form, fields] = usePostForm<Values>({ constraint, refused });
  return (
    <Form form={form} formId={formId} version={versionOf(refused, record)} submit={texts.save} layout="parts">
      <input type="hidden" name="intent" value="agent" />
      <Part heading={texts.newPassword}>
        <OwnPassword fields={fields} hint={texts.ownPasswordHint} username={record.username} suggestion={suggestion} />
      </Part>
      <MailsPart />
    </Form>
  );
}
