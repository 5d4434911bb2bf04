import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { periodActs } from "~/components/payroll/acts";
import { PeriodTable } from "~/components/payroll/period-table";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { payroll as texts } from "~/components/payroll/texts";
import { paymentRuns as runs, RUNS } from "~/components/payment-runs/texts";

const PATH = "/app/stats/pay-periods";

export const loader = screen({ periods: payroll.periodsScreen });
export const action = submit(actsBy(payroll.payWithRun, periodActs, singleId), {
  to: ({ run }: { run: number }) => `${RUNS}/${run}`,
  notice: [notices.done[0], texts.paidNotice],
});
export const meta = pageTitle(texts.heading);

/** The half-months and their states, from open to paid. */
export default function PayPeriods() {
  const { periods, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <StatsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone} terms={["halfMonth", "reversal"]}>
        <a href={RUNS}>{runs.heading}</a>
      </ScreenHead>
      <Refusals messages={refused?.lastResult.error ?? errors} />
      <PeriodTable rows={periods.items} sort={periods} action={PATH} />
      <p className="note">{texts.paidNote}</p>
      <Pager {...periods} />
    </>
  );
}
