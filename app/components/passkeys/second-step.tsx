import type { FieldState } from "../form/field";
import { TextInput } from "../form/inputs";
import { PasskeyButton, type PasskeyField } from "./passkey-button";

type Props = {
  code: FieldState;
  passkey: PasskeyField;
  /** The ways that the account has beside its recovery codes. */
  ways: { app: boolean; passkey: object | null };
  label: string;
  hint: string;
  focused?: boolean;
};

const RECOVERY = { label: "Recovery code", hint: "One of the codes that you stored." };

/** The second step in a form: a code of the app or a recovery code, or a passkey. */
export function SecondStep({ code, passkey, ways, label, hint, focused }: Props) {
  return (
    <>
      <TextInput
        field={code}
        {...(ways.app ? { label, hint } : RECOVERY)}
        value=""
        autoComplete="one-time-code"
        focused={focused}
      />
      {ways.passkey && <PasskeyButton field={passkey} request={ways.passkey} />}
    </>
  );
}
