import { ShortText } from "../ui/short-text";
import { passwords as texts } from "./texts";

/** The answer to the act, as the page after it gets it. */
type Shown = { id: number; plainPassword: string | null };
const isShown = (value: unknown): value is Shown =>
  typeof value === "object" && value !== null && "id" in value && "plainPassword" in value;

/** How the page shows passwords. */
export type PasswordView = {
  can: { seePasswords: boolean; showPasswords: boolean };
  /** The screen that handles the post. */
  action: string;
  /** The path of the calls without the id. */
  src: string;
  /** The answer to the preceding act of the screen. */
  revealed: unknown;
};

type Props = PasswordView & {
  account: { id: number; username: string; plainPassword?: string; version: number };
};

/**
 * The password of an account as PASSWORDS_VISIBLE has it: in plain text, as dots, or as dots with a button that shows it.
 * With scripts the password takes the button's place, without them the page comes back with it.
 */
export function PasswordCell({ can, action, src, revealed, account }: Props) {
  const { id, username, plainPassword, version } = account;
  if (can.seePasswords) return <ShortText text={plainPassword ?? ""} max={24} />;
  if (!can.showPasswords) return <>{texts.hidden}</>;
  if (isShown(revealed) && revealed.id === id) return <>{revealed.plainPassword ?? texts.none}</>;
  return (
    <x-password src={`${src}/${id}/password`} data-none={texts.none}>
      <form className="inline" method="post" action={action}>
        {texts.hidden} <input type="hidden" name="ids" value={id} />
        {/* With it, the list comes back at the row. */}
        <input type="hidden" name="version" value={version} />
        <button className="act" name="intent" value={SHOW_PASSWORD} data-open>
          {texts.show}
          <span className="unseen">{texts.of(username)}</span>
        </button>
      </form>
    </x-password>
  );
}

/** The intent of its button. */
export const SHOW_PASSWORD = "showPassword";
