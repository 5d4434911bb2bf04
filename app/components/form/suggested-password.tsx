import { CopyField } from "../ui/copy-field";
import { Icon } from "../ui/icon";
import { newPassword as texts } from "./texts";

export type Suggestion = {
  suggestion: string;
  /** The address at which the other person signs in. Without it the password is one's own. */
  address?: string;
  /** Set if the account exists. The username of a new one is read from the form. */
  username?: string;
};

/** A password to use. Every page has another one, and none is shown again. */
export function SuggestedPassword({ suggestion, address, username = "{username}" }: Suggestion) {
  return (
    <details className="suggest">
      <summary className="act">
        {texts.suggest}
        <Icon name="down" />
      </summary>
      <div>
        <suggested-password>
          <CopyField
            id="suggested"
            label={texts.suggested}
            value={suggestion}
            text={address && texts.handOver(address, username, suggestion)}
          />
          <button type="button" className="use">
            {texts.use}
          </button>
        </suggested-password>
        <p className="hint">{address ? texts.forOther(address) : texts.forOneself}</p>
      </div>
    </details>
  );
}
