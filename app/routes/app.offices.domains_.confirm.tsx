import { domainActs } from "~/components/domains/acts";
import { domains as texts } from "~/components/domains/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { domains } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(domainActs, domains.confirmScreen);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
