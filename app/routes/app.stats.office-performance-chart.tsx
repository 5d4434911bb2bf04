import { useLoaderData, useLocation } from "@remix-run/react";
import { OfficeChart, standApart } from "~/components/charts/office-chart";
import { period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { PeriodSelect } from "~/components/pickers/period-select";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { withQuery } from "~/components/ui/address";
import { criteria } from "~/components/ui/criteria";
import { CriteriaForm } from "~/components/ui/criteria-form";
import { EmptyText } from "~/components/ui/empty-text";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty } from "~/texts";
import { charts as texts } from "~/components/charts/texts";

export const loader = screen({ report: reports.officeChartsScreen });
export const meta = titled(texts.heading);

/** The sales of each office over a period, one chart per office. */
export default function OfficePerformanceChart() {
  const { report, can, zone, errors } = useLoaderData<typeof loader>();
  const { charts, asked, periods, office } = report;
  const { search } = useLocation();
  const apart = standApart(charts);
  // A select cannot show an invalid value, so the period in effect is selected.
  const field = criteria({ values: asked, errors });
  return (
    <>
      {!asked.print && <StatsTabs can={can} />}
      <ScreenHead title={texts.heading} zone={zone}>
        {office !== undefined && !asked.print && <a href={withQuery(search, { companyId: null })}>{texts.all}</a>}
      </ScreenHead>
      {!asked.print && (
        <CriteriaForm submit="Load statistics" alwaysValid>
          <PeriodSelect field={field("period")} label={texts.choose} periods={periods} />
        </CriteriaForm>
      )}
      <Result
        {...{ errors, printed: asked.print }}
        parts={[
          ["Period", period(asked)],
          ["Points", texts.axis[asked.by]],
          ["Office", office],
        ]}
      >
        <div className="charts">
          {charts.map((chart) => (
            <OfficeChart
              key={chart.companyId}
              {...chart}
              by={asked.by}
              period={asked}
              printed={asked.print}
              apart={apart ? withQuery(search, { companyId: chart.companyId, print: null }) : undefined}
            />
          ))}
          {charts.length === 0 && <EmptyText text={empty.statistics} />}
        </div>
      </Result>
    </>
  );
}
