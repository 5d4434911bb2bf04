import { saleActs } from "~/components/logs/acts";
import { saleLogs as texts } from "~/components/logs/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { logs } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(saleActs, logs.namedSales);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
