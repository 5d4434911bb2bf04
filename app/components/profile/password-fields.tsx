import { profile as texts } from "~/texts";
import type { FieldState } from "../ui/field";
import { TextInput } from "../ui/inputs";

type Props = { password: FieldState; passwordConfirm: FieldState; hint: string };

/** A new password and its repetition; with scripts the browser compares them. */
export function PasswordFields({ password, passwordConfirm, hint }: Props) {
  return (
    <>
      <TextInput field={password} label={texts.newPassword} type="password" autoComplete="new-password" hint={hint} />
      <TextInput field={passwordConfirm} label={texts.repeat} type="password" autoComplete="new-password" />
    </>
  );
}
