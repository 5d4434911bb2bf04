import { hiddenPassword } from "~/texts/offices";
import { ShortText } from "../ui/short-text";

/** Plain text for those who manage the account, dots in deployments that never show passwords. */
export function PasswordCell({ password, visible }: { password?: string; visible: boolean }) {
  return visible ? <ShortText text={password ?? ""} max={24} /> : <>{hiddenPassword}</>;
}
