import { runActs } from "~/components/payroll/acts";
import { paymentRuns as texts } from "~/components/payment-runs/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { payroll } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(runActs, payroll.namedRuns);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
