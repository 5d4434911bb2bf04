import { useLoaderData, useLocation } from "@remix-run/react";
import { ChartGrid } from "~/components/charts/chart-grid";
import { period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { PeriodSelect } from "~/components/pickers/period-select";
import { PrintLink } from "~/components/reports/print-link";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { withQuery } from "~/components/ui/address";
import { criteria, isRefused } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { charts as texts } from "~/components/charts/texts";

export const loader = screen({ report: reports.officeChartsScreen });
export const meta = pageTitle(texts.heading);

/** The sales of each office over a period, one chart per office, and those of all offices or of the best agents. */
export default function OfficePerformanceChart() {
  const { report, can, zone, errors } = useLoaderData<typeof loader>();
  const { asked: query, periods, office, agent } = report;
  const { search } = useLocation();
  const isPart = (office ?? agent) !== undefined || (report.all && report.charts.length === 0);
  // A select cannot show an invalid value, so the period in effect is selected.
  const field = criteria({ values: query, errors });
  return (
    <>
      {!query.print && <StatsTabs can={can} />}
      <ScreenHead title={texts.heading} zone={zone}>
        {isPart && !query.print && (
          <a href={withQuery(search, { companyId: null, agentId: null, only: null })}>{texts.all}</a>
        )}
        {!query.print && !isRefused(errors) && <PrintLink />}
      </ScreenHead>
      {!query.print && (
        <CriteriaForm submit="Load statistics" alwaysValid named summary={period(query)} unfolded={isRefused(errors)}>
          <PeriodSelect field={field("period")} label={texts.choose} periods={periods} />
        </CriteriaForm>
      )}
      <Result
        {...{ errors, printed: query.print }}
        parts={[
          ["Period", period(query)],
          ["Points", texts.axis[query.by]],
          ["Office", office],
          ["Agent", agent ?? undefined],
        ]}
      >
        <ChartGrid {...report} query={query} search={search} />
      </Result>
    </>
  );
}
