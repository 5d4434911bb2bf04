import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficeTotals } from "~/components/payment-runs/office-totals";
import { AccountTable } from "~/components/payroll/account-table";
import { CloseBar } from "~/components/payroll/close-bar";
import { RateForm } from "~/components/payroll/rate-form";
import { PayPeriodTabs } from "~/components/reports/stats-tabs";
import { InfoPage } from "~/components/ui/info";
import { Pager } from "~/components/table/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { payroll as texts } from "~/components/payroll/texts";

const LIST = "/app/stats/pay-periods";

export const loader = screen({ closing: payroll.closeScreen });
export const action = submit(payroll.close, { to: LIST, notice: [notices.done[0], texts.closed] });
export const meta = pageTitle<typeof loader>(texts.heading, ({ closing }) => texts.closing(periodText(closing.period)));

/** Closes a half-month: enter the exchange rate, preview the amounts to be frozen, then confirm in the bar below. */
export default function ClosePeriod() {
  const { closing, can, values, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const { period, impossible, items, sums, frozen, offices, unusual } = closing;
  const heading = texts.closing(periodText(period));
  if (impossible && !refused) return <InfoPage text={impossible} back={LIST} />;
  const typed = (refused?.lastResult.initialValue ?? values) as Record<string, unknown>;
  const { phpPerUsd: wrong, confirmRate: unconfirmed } = refused?.lastResult.error ?? {};
  const rate = unconfirmed ? typed.phpPerUsd : closing.phpPerUsd;
  return (
    <>
      <PayPeriodTabs can={can} />
      <ScreenHead title={heading}>
        <a href={LIST}>{texts.heading}</a>
        <a href={`${pathname}/export.csv${search}`}>{texts.export}</a>
      </ScreenHead>
      <RateForm
        last={closing.lastRates}
        values={typed}
        errors={wrong ? { phpPerUsd: wrong } : errors}
        refused={refused?.lastResult.error?.[""]}
      />
      <AccountTable
        caption={texts.willFreeze}
        rows={items}
        sums={sums}
        empty={values.search ? texts.notFound : texts.nothingSold}
        counted
      />
      <p className="note">{texts.sums(sums.accounts, sums.lines)}</p>
      <Pager {...closing} />
      <OfficeTotals rows={offices} />
      {rate !== null && !impossible && (
        <>
          <p>{texts.closeWarning}</p>
          <CloseBar
            rate={String(rate)}
            confirms={Boolean(unconfirmed ?? unusual)}
            messages={{ confirmRate: unconfirmed ?? undefined }}
            hint={unconfirmed ? null : unusual}
            {...{ frozen, cancel: LIST }}
          />
        </>
      )}
    </>
  );
}
