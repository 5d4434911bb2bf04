import { hiddenPassword } from "~/components/offices/texts";
import { ShortText } from "../ui/short-text";

/** Plain text if the deployment sets PASSWORDS_VISIBLE, otherwise dots. */
export function PasswordCell({ password, visible }: { password?: string; visible: boolean }) {
  return visible ? <ShortText text={password ?? ""} max={24} /> : <>{hiddenPassword}</>;
}
