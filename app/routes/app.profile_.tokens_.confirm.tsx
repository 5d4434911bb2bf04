import { tokenActs } from "~/components/profile/acts";
import { tokens as texts } from "~/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { identity } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(tokenActs, identity.remoteTokens.named);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
