import { form as texts } from "~/texts";
import type { FieldState } from "./field";
import { TextInput } from "./inputs";

type Props = {
  fields: { password: FieldState; passwordConfirm: FieldState };
  /** Of the first; the second is the same again. */
  label?: string;
  hint?: string;
};

/** A password and its repetition; with scripts the browser compares them. */
export function PasswordFields({ fields, label = texts.password, hint }: Props) {
  return (
    <>
      <TextInput field={fields.password} label={label} type="password" autoComplete="new-password" hint={hint} />
      <TextInput
        field={fields.passwordConfirm}
        label={texts.again(label)}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
