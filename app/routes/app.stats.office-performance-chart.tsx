import { useLoaderData, useLocation } from "@remix-run/react";
import { OfficeChart, needSeparatePages } from "~/components/charts/office-chart";
import { period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { PeriodSelect } from "~/components/pickers/period-select";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { withQuery } from "~/components/ui/address";
import { criteria } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { EmptyText } from "~/components/ui/empty-text";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty } from "~/texts";
import { charts as texts } from "~/components/charts/texts";

export const loader = screen({ report: reports.officeChartsScreen });
export const meta = pageTitle(texts.heading);

/** The sales of each office over a period, one chart per office. */
export default function OfficePerformanceChart() {
  const { report, can, zone, errors } = useLoaderData<typeof loader>();
  const { charts, asked: query, periods, office } = report;
  const { search } = useLocation();
  const onSeparatePages = needSeparatePages(charts);
  // A select cannot show an invalid value, so the period in effect is selected.
  const field = criteria({ values: query, errors });
  return (
    <>
      {!query.print && <StatsTabs can={can} />}
      <ScreenHead title={texts.heading} zone={zone}>
        {office !== undefined && !query.print && <a href={withQuery(search, { companyId: null })}>{texts.all}</a>}
      </ScreenHead>
      {!query.print && (
        <CriteriaForm submit="Load statistics" alwaysValid>
          <PeriodSelect field={field("period")} label={texts.choose} periods={periods} />
        </CriteriaForm>
      )}
      <Result
        {...{ errors, printed: query.print }}
        parts={[
          ["Period", period(query)],
          ["Points", texts.axis[query.by]],
          ["Office", office],
        ]}
      >
        <div className="charts">
          {charts.map((chart) => (
            <OfficeChart
              key={chart.companyId}
              {...chart}
              by={query.by}
              period={query}
              printed={query.print}
              apart={onSeparatePages ? withQuery(search, { companyId: chart.companyId, print: null }) : undefined}
            />
          ))}
          {charts.length === 0 && <EmptyText text={empty.statistics} />}
        </div>
      </Result>
    </>
  );
}
