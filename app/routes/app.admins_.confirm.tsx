import { superadminActs } from "~/components/admins/acts";
import { superadmins as texts } from "~/components/admins/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { identity } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(superadminActs, identity.superadmins.named);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
