import { useActionData, useLoaderData } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { errorsWithoutField } from "~/components/logs/log-search";
import { PayBar } from "~/components/payment-preview/pay-bar";
import { PreviewTable } from "~/components/payment-preview/preview-table";
import { OfficeTotals } from "~/components/payment-runs/office-totals";
import { TickedForm } from "~/components/payment-runs/ticked-form";
import { PayPeriodTabs } from "~/components/reports/stats-tabs";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { FindText } from "~/components/form/find-text";
import { InfoPage } from "~/components/ui/info";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { payroll as periods } from "~/components/payroll/texts";
import { preview as texts } from "~/components/payment-preview/texts";

const LIST = "/app/stats/pay-periods";
const SHOWN = Object.entries(texts.shown).map(([value, label]) => ({ value, label }));

export const loader = screen({ shown: payroll.payPreview });
export const action = submit(
  { hold: payroll.holdPayments, release: payroll.releasePayments },
  {
    to: `${LIST}/pay/:id`,
    at: "agentIds",
    notice: ({ reason }) => [notices.done[0], reason === undefined ? texts.releasedNotice : texts.heldNotice],
  },
);
export const meta = pageTitle<typeof loader>(texts.title, ({ shown }) => periodText(shown.period));

/** The whole list before a half-month is paid. Accounts can be held back and released here. */
export default function PayPreview() {
  const { shown, can, values, errors, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { period, impossible, items, sums, due, offices } = shown;
  if (impossible && !refused) return <InfoPage text={impossible} back={LIST} />;
  const field = criteria({ values, errors });
  return (
    <>
      <PayPeriodTabs can={can} />
      <ScreenHead title={texts.heading(periodText(period))}>
        <a href={LIST}>{periods.heading}</a>
      </ScreenHead>
      <Refusals
        messages={{ ...errorsWithoutField(errors, ["search", "show"]), "": refused?.lastResult.error?.[""] ?? null }}
      />
      <CriteriaForm alwaysValid {...filterSummary({ values, errors })}>
        <FindText field={field("search")} label={texts.search} />
        <Select field={field("show")} label={texts.show} first={texts.all} choices={SHOWN} />
      </CriteriaForm>
      {!impossible && <p className="note">{texts.holdHint}</p>}
      <PreviewTable
        {...{ periodId: period.id, rows: items, sums, formId }}
        form="hold"
        ticked={refused?.lastResult.initialValue?.agentIds}
        filtered={Boolean(values.search ?? values.show)}
      />
      <Pager {...shown} />
      <OfficeTotals rows={offices} />
      {!impossible && (
        <PayBar period={period} due={due}>
          <TickedForm
            {...{ id: "hold", intent: "hold", formId, refused }}
            {...{ note: texts.holdNote, submit: texts.hold }}
          />
        </PayBar>
      )}
    </>
  );
}
