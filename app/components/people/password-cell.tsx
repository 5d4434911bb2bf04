import { hiddenPassword } from "~/texts/offices";
import { ShortText } from "../ui/short-text";

/** A password as decided: in clear for those who manage the account, dots where no deployment's page shows any. */
export function PasswordCell({ password, visible }: { password?: string; visible: boolean }) {
  return visible ? <ShortText text={password ?? ""} max={24} /> : <>{hiddenPassword}</>;
}
