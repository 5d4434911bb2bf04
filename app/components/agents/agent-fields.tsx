import type { FieldState } from "../form/field";
import { Checkbox, Select } from "../form/choices";
import type { Choice } from "../form/options";
import { Fixed } from "../form/fixed";
import { Textarea, TextInput } from "../form/inputs";
import { Part } from "../form/part";
import type { Suggestion } from "../form/suggested-password";
import { AccountFields } from "../people/account-fields";
import { agents as texts, form as formTexts } from "~/texts";

export type AgentValues = {
  officeId?: number;
  firstName: string;
  lastName: string;
  username: string;
  password: string;
  passwordConfirm: string;
  email: string;
  campaignId: string;
  mustRead: string;
  active: boolean;
  hidden: boolean;
  loginBlocked: boolean;
  reason: string;
};

type Props = {
  fields: Readonly<Record<keyof AgentValues, FieldState>>;
  /** The offices to choose from. If empty, the office is fixed; `office` is its name, if known. */
  offices: readonly Choice[];
  office?: string;
  /**
   * Set for an existing agent: the username is fixed, the password is optional, and a status change can have a reason.
   */
  username?: string;
  /** A password to use, and where the agent signs in. */
  newPassword: Suggestion;
  /** Focuses the first field on page load. */
  focused?: boolean;
};

/** The fields of a new or existing agent. */
export function AgentFields({ fields, offices, office, username, newPassword, focused = false }: Props) {
  const exists = username !== undefined;
  return (
    <>
      <Part heading={texts.tabs.label}>
        {offices.length > 0 ? (
          <Select
            field={fields.officeId}
            label="Office"
            first={exists ? undefined : "Choose an office"}
            choices={offices}
            focused={focused}
          />
        ) : (
          office !== undefined && <Fixed id="office" label="Office" value={office} />
        )}
        <TextInput field={fields.campaignId} label="Campaign ID" />
        <TextInput field={fields.firstName} label="First name" focused={focused && offices.length === 0} />
        <TextInput field={fields.lastName} label="Last name" />
        <TextInput field={fields.email} label="E-mail" type="email" />
        <AccountFields
          {...{ fields, username, newPassword }}
          usernameHint={texts.usernameHint}
          passwordHint={exists ? texts.newPasswordHint : texts.passwordRule}
        />
      </Part>
      <Part heading={texts.mustRead} alone>
        <Textarea field={fields.mustRead} label={texts.mustRead} hint={texts.mustReadHint} />
      </Part>
      <Part heading={texts.status}>
        <Checkbox field={fields.active} label="Active" />
        <Checkbox field={fields.hidden} label="Hidden" />
        <Checkbox field={fields.loginBlocked} label="Login disabled" />
        {exists && (
          <div className="fields">
            <TextInput field={fields.reason} label={formTexts.reason} hint={formTexts.reasonHint} />
          </div>
        )}
      </Part>
    </>
  );
}
