import { profile as texts } from "~/texts";
import { Checkbox } from "../form/choices";
import type { FieldState } from "../form/field";
import { PasswordFields } from "../form/password-fields";

type Props = {
  fields: { password: FieldState; passwordConfirm: FieldState; keepTokens: FieldState };
  hint: string;
};

/** A person's own new password, and whether their client tokens stay valid. */
export function OwnPassword({ fields, hint }: Props) {
  return (
    <>
      <PasswordFields fields={fields} label={texts.newPassword} hint={hint} />
      <Checkbox field={fields.keepTokens} label={texts.keepTokens} hint={texts.keepTokensHint} />
    </>
  );
}
