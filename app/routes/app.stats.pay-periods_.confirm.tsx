import { useLoaderData } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { AccountTable } from "~/components/payroll/account-table";
import { periodActs } from "~/components/payroll/acts";
import { php, usd } from "~/components/payroll/money";
import { preview } from "~/components/payment-preview/texts";
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
  if (sums.accounts === 0) {
    return (
      <ConfirmScreen>
        <p>{texts.nothingDue}</p>
      </ConfirmScreen>
    );
  }
  const table = (
    <>
      <AccountTable caption={texts.willPay} rows={accounts} sums={sums} empty={texts.nothingDue} />
      {sums.accounts > accounts.length && <p className="note">{texts.more(sums.accounts - accounts.length)}</p>}
    </>
  );
  return (
    <ConfirmScreen listed={{ label: texts.willPay, content: table }}>
      <p>
        <strong>{preview.total(php(sums.php), usd(sums.usd), sums.accounts)}.</strong>
      </p>
    </ConfirmScreen>
  );
}
