import { profile as texts } from "~/texts";
import { Form, usePostForm } from "../form/form";
import { versionOf } from "../ui/conflict";
import type { ProfileFormProps } from "./form-props";
import { OwnPassword } from "./own-password";

type Values = { password: string; passwordConfirm: string; keepTokens: boolean };

/** An agent can change only their password. */
export function AgentForm({
  record,
  refused,
  constraint,
  formId,
  suggestion,
}: ProfileFormProps<{ username: string; version: number }>) {
  const [form, fields] = usePostForm<Values>({ constraint, refused });
  return (
    <Form form={form} formId={formId} version={versionOf(refused, record)} submit={texts.save}>
      <input type="hidden" name="intent" value="agent" />
      <OwnPassword fields={fields} hint={texts.ownPasswordHint} username={record.username} suggestion={suggestion} />
    </Form>
  );
}
