import { profile as texts } from "~/texts";
import { Form, usePostForm } from "../ui/form";
import { versionOf } from "../ui/conflict";
import type { ProfileFormProps } from "./form-props";
import { PasswordFields } from "../ui/password-fields";

type Values = { password: string; passwordConfirm: string };

/** An agent changes his password, nothing else. */
export function AgentForm({ record, refused, constraint, formId }: ProfileFormProps<{ version: number }>) {
  const [form, { password, passwordConfirm }] = usePostForm<Values>({ constraint, refused });
  return (
    <Form form={form} formId={formId} version={versionOf(refused, record)} submit={texts.save}>
      <input type="hidden" name="intent" value="agent" />
      <PasswordFields fields={{ password, passwordConfirm }} label={texts.newPassword} hint={texts.ownPasswordHint} />
    </Form>
  );
}
