import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import type { FieldState } from "./field";
import { TextInput } from "./inputs";

type Props = {
  fields: { password: FieldState; passwordConfirm: FieldState };
  /** Label of the first field. The second repeats it. */
  label?: string;
  hint?: ReactNode;
};

/** A password and its confirmation. With scripts the browser compares them. */
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
