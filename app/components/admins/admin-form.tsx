import type { DefaultValue } from "@conform-to/react";
import { admins as texts } from "~/components/admins/texts";
import { Checkbox } from "../form/choices";
import { Conflict, yesNo } from "../ui/conflict";
import { Form, type Refused, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { Part } from "../form/part";
import type { Suggestion } from "../form/suggested-password";
import { AccountFields } from "../people/account-fields";

type Values = {
  email: string;
  username: string;
  password: string;
  passwordConfirm: string;
  earningVisible: boolean;
  approveAgents: boolean;
  showSuspend: boolean;
  showCommonLogs: boolean;
  active: boolean;
  loginBlocked: boolean;
};

type Props = {
  initial?: DefaultValue<Values>;
  /** Version of an existing admin; undefined for a new one. */
  version?: number;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
  /** A password to use, and where the person signs in. */
  newPassword: Suggestion;
};

/** The form for new and existing admins. The username of an existing admin is fixed (ADMIN-07). */
export function AdminForm({ initial, version, refused, constraint, formId, back, newPassword }: Props) {
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  const isNew = version === undefined;
  return (
    <>
      <Conflict
        refused={refused}
        fields={[
          ["email", "Email"],
          ["earningVisible", texts.earningVisible, yesNo],
          ["approveAgents", texts.approveAgents, yesNo],
          ["showSuspend", texts.showSuspend, yesNo],
          ["showCommonLogs", texts.showCommonLogs, yesNo],
          ["active", texts.active, yesNo],
          ["loginBlocked", texts.loginBlocked, yesNo],
        ]}
      />
      <Form {...{ form, formId, version, back }} submit="Confirm" layout="parts" cancel="/app/admins">
        <Part heading={texts.parts.account}>
          <TextInput field={fields.email} label="Email" type="email" focused={isNew && !refused} />
          <AccountFields
            {...{ fields, newPassword }}
            username={isNew ? undefined : (initial?.username ?? "")}
            usernameHint={texts.usernameHint}
            passwordHint={isNew ? texts.passwordHint : texts.keptPasswordHint}
          />
        </Part>
        <Part heading={texts.parts.access}>
          <Checkbox field={fields.earningVisible} label={texts.earningVisible} hint={texts.earningHint} />
          <Checkbox field={fields.approveAgents} label={texts.approveAgents} hint={texts.approveHint} />
          <Checkbox field={fields.showSuspend} label={texts.showSuspend} hint={texts.suspendHint} />
          <Checkbox field={fields.showCommonLogs} label={texts.showCommonLogs} hint={texts.logsHint} />
        </Part>
        {!isNew && (
          <Part heading={texts.parts.status}>
            <Checkbox field={fields.active} label={texts.active} />
            <Checkbox field={fields.loginBlocked} label={texts.loginBlocked} hint={texts.blockedHint} />
          </Part>
        )}
      </Form>
    </>
  );
}
