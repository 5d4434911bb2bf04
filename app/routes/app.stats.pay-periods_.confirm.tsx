import { useLoaderData } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { AccountTable } from "~/components/payroll/account-table";
import { periodActs } from "~/components/payroll/acts";
import { payroll as texts } from "~/components/payroll/texts";
import { ConfirmScreen, confirmTitle } from "~/components/table/confirm-screen";
import { payroll } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(periodActs, {
  queries: { due: payroll.payScreen },
  about: ({ due: { period, impossible } }) => ({ names: [periodText(period)], impossible }),
});
export const meta = confirmTitle(texts.heading);

/** The confirmation page for paying a half-month, with the amounts to be paid. */
export default function ConfirmPay() {
  const { accounts, sums } = useLoaderData<typeof loader>().due;
  return (
    <ConfirmScreen>
      <AccountTable caption={texts.willPay} rows={accounts} sums={sums} empty={texts.nothingDue} />
      {sums.accounts > accounts.length && <p className="note">{texts.more(sums.accounts - accounts.length)}</p>}
    </ConfirmScreen>
  );
}
