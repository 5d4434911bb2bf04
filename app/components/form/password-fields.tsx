import { fieldTexts } from "~/components/form/texts";
import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import type { FieldState } from "./field";
import { TextInput } from "./inputs";
import { SuggestedPassword, type Suggestion } from "./suggested-password";

type Props = {
  fields: { password: FieldState; passwordConfirm: FieldState };
  /** Label of the first field. The second repeats it. */
  label?: string;
  hint?: ReactNode;
  suggested: Suggestion;
};

/** A password and its confirmation, with one to use. With scripts the browser compares them. */
export function PasswordFields({ fields, label = texts.password, hint, suggested }: Props) {
  const omitted = useActionData<{ omitted?: boolean }>()?.omitted;
  const again = (
    <>
      {hint} <strong>{fieldTexts.passwordAgain}</strong>
    </>
  );
  return (
    <>
      <div className="fields">
        <TextInput
          field={fields.password}
          label={label}
          type="password"
          autoComplete="new-password"
          hint={omitted ? again : hint}
        />
        <TextInput
          field={fields.passwordConfirm}
          label={texts.again(label)}
          type="password"
          autoComplete="new-password"
        />
      </div>
      <SuggestedPassword {...suggested} />
    </>
  );
}
