import { passkeyActs } from "~/components/profile/acts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { passkeys as texts } from "~/components/passkeys/texts";
import { identity } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(passkeyActs, identity.passkeys.named);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
