import { useLoaderData, useLocation } from "@remix-run/react";
import { period } from "~/components/formats";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary, typedWhereRefused } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { TwoPeriods } from "~/components/pickers/two-periods";
import { ExportLink } from "~/components/reports/export-link";
import { GroupingButtons } from "~/components/reports/grouping-buttons";
import { PerformanceTable } from "~/components/reports/performance-table";
import { isRefused } from "~/components/form/criteria";
import { PrintLink } from "~/components/reports/print-link";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { reports } from "~/gate.server";
import { submit } from "~/http/forms/submit.server";
import { listAt } from "~/http/return-url";
import { screen } from "~/http/screen.server";

const TITLE = "Office Performance";
export const loader = screen({ report: reports.performanceScreen });
export const action = submit(reports.chooseGrouping, {
  prepare: ({ groupBy }) => ({ report: "office-performance", groupBy }),
  to: (_answer, { back }) => listAt("/app/stats/office-performance", back),
});
export const meta = pageTitle(TITLE);

/** The sales of each office, or of each agent, in one period compared with another. */
export default function OfficePerformance() {
  const { report, can, zone, values, errors, formId } = useLoaderData<typeof loader>();
  const { rows, total, usual, asked: query, office, offices, hints, first } = report;
  const { search } = useLocation();
  const [one, two] = [
    { start: query.start1, end: query.end1 },
    { start: query.start2, end: query.end2 },
  ];
  const field = criteria({ values: { ...query, ...typedWhereRefused({ values, errors }) }, errors });
  return (
    <>
      {!query.print && <StatsTabs can={can} />}
      <ScreenHead title={TITLE} zone={zone} terms={query.print ? undefined : ["halfMonth"]}>
        {!query.print && !isRefused(errors) && (
          <>
            <ExportLink asked={query} />
            <PrintLink />
          </>
        )}
      </ScreenHead>
      {!query.print && (
        <CriteriaForm
          submit="Load statistics"
          alwaysValid
          named
          hiddenValues={{ sortField: query.sortField, sortAsc: query.sortAsc }}
          {...filterSummary({ values: { ...two, companyId: query.companyId }, errors }, period(one))}
        >
          <TwoPeriods field={field} hints={hints} chosen={query.hint} min={first}>
            {can.chooseOffice && <Select field={field("companyId")} label="Office" first="All" choices={offices} />}
          </TwoPeriods>
        </CriteriaForm>
      )}
      <div data-result className="stack">
        <Result
          {...{ errors, printed: query.print }}
          parts={[
            ["Group by", query.groupBy === "agent" ? "Agent" : "Office"],
            ["Period 1", period(one)],
            ["Period 2", period(two)],
            ["Office", office, "companyId"],
          ]}
          notes={!query.print && <GroupingButtons shown={query.groupBy} {...{ usual, formId }} />}
        >
          <PerformanceTable title={TITLE} {...{ rows, total, query, search }} />
        </Result>
      </div>
    </>
  );
}
