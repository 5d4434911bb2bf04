import { useLoaderData } from "@remix-run/react";
import { count, period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { TwoPeriods } from "~/components/pickers/two-periods";
import { ExportLink } from "~/components/reports/export-link";
import { SalesLink } from "~/components/reports/figures";
import { isRefused, Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import type { Column } from "~/components/ui/column";
import { criteria, typedWhereRefused } from "~/components/ui/criteria";
import { CriteriaForm } from "~/components/ui/criteria-form";
import { Growth } from "~/components/ui/growth";
import { Table } from "~/components/ui/table";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty, TOTAL } from "~/texts";

const TITLE = "Office Performance";

export const loader = screen({ report: reports.performanceScreen });
export const meta = titled(TITLE);

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
  const { rows, total, asked, hints, first } = report;
  const field = criteria({ values: { ...asked, ...typedWhereRefused({ values, errors }) }, errors });
  const one = period({ start: asked.start1, end: asked.end1 });
  const two = period({ start: asked.start2, end: asked.end2 });
  return (
    <>
      {!asked.print && <StatsTabs can={can} />}
      <ScreenHead title={TITLE} zone={zone}>
        {!asked.print && !isRefused(errors) && <ExportLink asked={asked} />}
      </ScreenHead>
      {!asked.print && (
        <CriteriaForm
          submit="Load statistics"
          alwaysValid
          kept={{ sortField: asked.sortField, sortAsc: asked.sortAsc }}
        >
          <TwoPeriods field={field} hints={hints} chosen={asked.hint} min={first} />
        </CriteriaForm>
      )}
      <div data-result>
        <Result
          {...{ errors, printed: asked.print }}
          parts={[
            ["Period 1", one],
            ["Period 2", two],
          ]}
        >
          <Table
            caption={TITLE}
            captionHidden
            kind="report"
            columns={columnsOf(asked)}
            rows={rows}
            rowKey={({ companyId }) => companyId}
            sort={asked}
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
