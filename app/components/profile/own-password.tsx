import type { ComponentProps } from "react";
import { profile as texts } from "~/texts";
import { Checkbox } from "../form/choices";
import type { FieldState } from "../form/field";
import { OwnUsername } from "../form/own-username";
import { Part } from "../form/part";
import { PasswordFields } from "../form/password-fields";
import type { Suggestion } from "../form/suggested-password";

type Props = {
  fields: { password: FieldState; passwordConfirm: FieldState; keepTokens: FieldState };
  hint: string;
  username: string;
  suggestion: Suggestion["suggestion"];
};

/** A person's own new password, and whether their client tokens stay valid. */
export function OwnPassword({ fields, hint, username, suggestion }: Props) {
  return (
    <>
      <OwnUsername username={username} />
      <PasswordFields fields={fields} label={texts.newPassword} hint={hint} suggested={{ suggestion }} />
      <Checkbox field={fields.keepTokens} label={texts.keepTokens} hint={texts.keepTokensHint} />
    </>
  );
}

/** The part of a longer profile form that changes the password. Left empty, the password stays. */
export const PasswordPart = (props: Omit<ComponentProps<typeof OwnPassword>, "hint">) => (
  <Part heading={texts.newPassword}>
    <OwnPassword hint={texts.newPasswordHint} {...props} />
  </Part>
);
