import { blackListActs } from "~/components/black-list/acts";
import { blackList as texts } from "~/components/black-list/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { blacklist } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(blackListActs, blacklist.named);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
