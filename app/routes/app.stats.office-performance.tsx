import { useLoaderData } from "@remix-run/react";
import { count, period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { TwoPeriods } from "~/components/pickers/two-periods";
import { ExportLink } from "~/components/reports/export-link";
import { SalesLink } from "~/components/reports/figures";
import { isRefused, Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import type { Column } from "~/components/table/column";
import { criteria, typedWhereRefused } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Growth } from "~/components/ui/growth";
import { Table } from "~/components/table/table";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty, TOTAL } from "~/texts";

const TITLE = "Office Performance";

export const loader = screen({ report: reports.performanceScreen });
export const meta = pageTitle(TITLE);

type Report = ReturnType<typeof useLoaderData<typeof loader>>["report"];

type Row = Report["rows"][number];

const columnsOf = ({ start1, end1, start2, end2, print }: Report["asked"]): Column<Row>[] => [
  { key: "name", label: "Office", head: true, sort: true, cell: ({ name }) => name },
  soldIn("sales1", "Period 1 sales", { start: start1, end: end1 }, print),
  soldIn("sales2", "Period 2 sales", { start: start2, end: end2 }, print),
  {
    key: "progress",
    label: "Progress",
    numeric: true,
    sort: true,
    cell: ({ progress }) => <Growth value={progress} />,
  },
];

function soldIn(key: "sales1" | "sales2", label: string, range: { start: string; end: string }, print: boolean) {
  const cell = ({ companyId, [key]: sales }: Row) =>
    print ? count(sales) : <SalesLink report="office-performance" {...range} companyId={companyId} sales={sales} />;
  return { key, label, sub: period(range), numeric: true, sort: true as const, cell };
}

/** The sales of each office in one period compared with another. */
export default function OfficePerformance() {
  const { report, can, zone, values, errors } = useLoaderData<typeof loader>();
  const { rows, total, asked: query, hints, first } = report;
  const field = criteria({ values: { ...query, ...typedWhereRefused({ values, errors }) }, errors });
  const one = period({ start: query.start1, end: query.end1 });
  const two = period({ start: query.start2, end: query.end2 });
  return (
    <>
      {!query.print && <StatsTabs can={can} />}
      <ScreenHead title={TITLE} zone={zone}>
        {!query.print && !isRefused(errors) && <ExportLink asked={query} />}
      </ScreenHead>
      {!query.print && (
        <CriteriaForm
          submit="Load statistics"
          alwaysValid
          hiddenValues={{ sortField: query.sortField, sortAsc: query.sortAsc }}
        >
          <TwoPeriods field={field} hints={hints} chosen={query.hint} min={first} />
        </CriteriaForm>
      )}
      <div data-result>
        <Result
          {...{ errors, printed: query.print }}
          parts={[
            ["Period 1", one],
            ["Period 2", two],
          ]}
        >
          <Table
            caption={TITLE}
            captionHidden
            kind="report"
            columns={columnsOf(query)}
            rows={rows}
            rowKey={({ companyId }) => companyId}
            sort={query}
            totals={[
              {
                label: TOTAL,
                cells: {
                  sales1: count(total.sales1),
                  sales2: count(total.sales2),
                  progress: <Growth value={total.progress} />,
                },
              },
            ]}
            empty={empty.statistics}
          />
        </Result>
      </div>
    </>
  );
}
