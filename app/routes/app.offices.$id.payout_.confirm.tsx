import { payoutActs } from "~/components/payouts/acts";
import { aboutPayout } from "~/components/payouts/payout";
import { payouts as texts } from "~/components/payouts/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { payouts } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(payoutActs, {
  queries: { payout: payouts.readOffice },
  about: ({ payout }) => aboutPayout(payout),
  record: ({ payout }) => [["version", payout.version]],
});
export const meta = confirmTitle(texts.heading, { named: true });
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
