import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { RunTable } from "~/components/payment-runs/run-table";
import { PayPeriodTabs } from "~/components/reports/stats-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { payroll as periods } from "~/components/payroll/texts";
import { paymentRuns as texts, RUNS } from "~/components/payment-runs/texts";

export const loader = screen({ runs: payroll.searchRuns });
export const action = submit(
  { undo: act(payroll.undoRun, singleId), release: act(payroll.releaseRun, singleId) },
  {
    to: ({ id }: { id: number }) => `${RUNS}/${id}`,
    notice: (_values, { undoneAt }: { undoneAt: string | null }) => [
      notices.done[0],
      undoneAt === null ? texts.releasedNotice : texts.undoneNotice,
    ],
  },
);
export const meta = pageTitle(texts.heading);

/** The payment runs, newest first. */
export default function PaymentRuns() {
  const { runs, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PayPeriodTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        <a href="/app/stats/pay-periods">{periods.heading}</a>
      </ScreenHead>
      <Refusals messages={refused?.lastResult.error ?? errors} />
      <RunTable rows={runs.items} sort={runs} />
      <Pager {...runs} />
    </>
  );
}
