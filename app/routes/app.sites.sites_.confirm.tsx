import { siteActs } from "~/components/sites/acts";
import { sites as texts } from "~/components/sites/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { sites } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(siteActs, sites.named);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
