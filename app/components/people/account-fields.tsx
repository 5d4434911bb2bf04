import { fieldTexts } from "~/components/form/texts";
import { Fixed } from "../form/fixed";
import type { FieldState } from "../form/field";
import { TextInput } from "../form/inputs";
import { PasswordFields } from "../form/password-fields";
import type { Suggestion } from "../form/suggested-password";

type Props = {
  fields: { username: FieldState; password: FieldState; passwordConfirm: FieldState };
  /** The username of an existing account, which is fixed. */
  username?: string;
  usernameHint: string;
  passwordHint: string;
  /** A password to use, and where the person signs in. */
  newPassword: Suggestion;
};

/** Browsers ignore the schema's own pattern: in theirs, the hyphen needs a backslash. */
const usernameShape = { pattern: String.raw`\s*[\w.\-]{1,10}\s*`, title: fieldTexts.username };

/** The username and password of somebody else's account. */
export function AccountFields({ fields, username, usernameHint, passwordHint, newPassword }: Props) {
  return (
    <>
      {username === undefined ? (
        <TextInput field={fields.username} label="Username" hint={usernameHint} {...usernameShape} />
      ) : (
        <Fixed id="username" label="Username" value={username} />
      )}
      <PasswordFields fields={fields} hint={passwordHint} suggested={{ ...newPassword, username }} />
    </>
  );
}
