import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { AccountTable } from "~/components/payroll/account-table";
import { period as periodText } from "~/components/formats";
import { ConfirmPage } from "~/components/ui/confirm";
import { InfoPage } from "~/components/ui/info";
import { NamedRows } from "~/components/table/named-rows";
import { payroll } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { payroll as texts } from "~/components/payroll/texts";

export const loader = confirmLoader(texts.asks, { needs: "managePayroll", queries: { due: payroll.payScreen } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

/** The confirmation page for paying a half-month, with the amounts to be paid. */
export default function ConfirmPay() {
  const { question, due } = useLoaderData<typeof loader>();
  const { period, impossible, accounts, sums } = due;
  const name = <NamedRows names={[periodText(period)]} />;
  if (impossible) {
    return (
      <InfoPage text={impossible} back={question.cancel}>
        {name}
      </InfoPage>
    );
  }
  return (
    <ConfirmPage {...question}>
      {name}
      <p>{texts.payWarning}</p>
      <AccountTable caption={texts.willPay} rows={accounts} sums={sums} empty={texts.nothingDue} />
      {sums.accounts > accounts.length && <p className="note">{texts.more(sums.accounts - accounts.length)}</p>}
    </ConfirmPage>
  );
}
