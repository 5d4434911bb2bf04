import { useActionData, useLoaderData } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { errorsWithoutField } from "~/components/logs/log-search";
import { OfficeTotals } from "~/components/payment-runs/office-totals";
import { PaymentTable } from "~/components/payment-runs/payment-table";
import { RunActs } from "~/components/payment-runs/run-acts";
import { RunFiles } from "~/components/payment-runs/run-files";
import { RunFacts } from "~/components/payment-runs/run-facts";
import { TickedForm } from "~/components/payment-runs/ticked-form";
import { PayPeriodTabs } from "~/components/reports/stats-tabs";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { FindText } from "~/components/form/find-text";
import { Notice } from "~/components/ui/notice";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { paymentRuns as texts, RUNS } from "~/components/payment-runs/texts";

const STATES = [
  { value: "paid", label: texts.paid },
  { value: "failed", label: texts.failed },
];

export const loader = screen({ shown: payroll.findPaymentRun });
export const action = submit(
  {
    // The page shows the exported run and starts the download: a file alone would leave the page as it was.
    export: act(payroll.exportRun, {}, { to: ({ id }) => `${RUNS}/${id}?file=1` }),
    print: act(payroll.exportRun, {}, { to: ({ id }) => `${RUNS}/${id}?print=1` }),
    fail: payroll.failPayments,
  },
  {
    to: `${RUNS}/:id`,
    at: "agentIds",
    notice: ({ reason }) =>
      reason === undefined ? [notices.done[0], texts.locked] : [notices.done[0], texts.failedNotice],
  },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ shown }) => String(shown.run.id));

/** A payment run: its facts, payments and totals, with export, print, undo and failed payments. */
export default function PaymentRun() {
  const { shown, me, can, zone, values, errors, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { run, items, offices, files, print } = shown;
  const field = criteria({ values, errors });
  const canFail = can.managePayroll && run.undoneAt === null && run.failed < run.payments && !print;
  return (
    <>
      {!print && <PayPeriodTabs can={can} />}
      <ScreenHead title={`${texts.one(run.id)}: ${periodText(run)}`} zone={zone}>
        {!print && <a href={RUNS}>{texts.heading}</a>}
      </ScreenHead>
      <Refusals
        messages={{ ...errorsWithoutField(errors, ["search", "state"]), "": refused?.lastResult.error?.[""] ?? null }}
      />
      <section className="card run">
        <RunFacts run={run} />
        {can.managePayroll && !print && <RunActs run={run} formId={formId} me={me} hasFiles={files !== null} />}
      </section>
      {values.file === "1" && run.exportedAt !== null && (
        <p role="status">
          <meta httpEquiv="refresh" content={`0; url=${RUNS}/${run.id}/export.csv`} />
          {texts.downloads} <a href={`${RUNS}/${run.id}/export.csv`}>{texts.downloadAgain}</a>
        </p>
      )}
      {files !== null && !run.destinationsKept && <Notice>{texts.notKept}</Notice>}
      {print && run.exportedAt === null && <Notice>{texts.unlocked}</Notice>}
      {!print && run.payments > 0 && (
        <CriteriaForm alwaysValid {...filterSummary({ values, errors })}>
          <FindText field={field("search")} label={texts.search} />
          <Select field={field("state")} label={texts.state} first={texts.all} choices={STATES} />
        </CriteriaForm>
      )}
      {canFail && <p className="note">{texts.failHint}</p>}
      <PaymentTable
        {...{ run, sums: shown.sums, rows: items, printed: print && run.exportedAt !== null }}
        payouts={files !== null}
        form={canFail ? "fail" : undefined}
        ticked={refused?.lastResult.initialValue?.agentIds}
      />
      {!print && <Pager {...shown} />}
      <OfficeTotals rows={offices} />
      {files && <RunFiles run={run} files={files} chosen={values.template} />}
      {canFail && (
        <section className="pay-bar">
          <TickedForm
            {...{ id: "fail", intent: "fail", formId, refused }}
            {...{ note: texts.failNote, submit: texts.fail }}
          />
        </section>
      )}
    </>
  );
}
