import { useLoaderData } from "@remix-run/react";
import { count, period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { TwoPeriods } from "~/components/pickers/two-periods";
import { ExportLink } from "~/components/reports/export-link";
import { StatsTabs } from "~/components/reports/stats-tabs";
import type { Column } from "~/components/ui/column";
import { criteria, typedWhereRefused } from "~/components/ui/criteria";
import { CriteriaForm } from "~/components/ui/criteria-form";
import { CriteriaLine } from "~/components/ui/criteria-line";
import { Growth } from "~/components/ui/growth";
import { Table } from "~/components/ui/table";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty, TOTAL } from "~/texts";

const TITLE = "Office Performance";

export const loader = screen({ report: reports.performanceScreen });
export const meta = titled(TITLE);

type Report = ReturnType<typeof useLoaderData<typeof loader>>["report"];

const columnsOf = (one: string, two: string): Column<Report["rows"][number]>[] => [
  { key: "name", label: "Office", head: true, sort: true, cell: ({ name }) => name },
  { key: "sales1", label: "Period 1 sales", sub: one, numeric: true, sort: true, cell: ({ sales1 }) => count(sales1) },
  { key: "sales2", label: "Period 2 sales", sub: two, numeric: true, sort: true, cell: ({ sales2 }) => count(sales2) },
  {
    key: "progress",
    label: "Progress",
    numeric: true,
    sort: true,
    cell: ({ progress }) => <Growth value={progress} />,
  },
];

/** How each office sold in one period beside another. */
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
        {!asked.print && <ExportLink asked={asked} />}
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
        <CriteriaLine
          printed={asked.print}
          parts={[
            ["Period 1", one],
            ["Period 2", two],
          ]}
        />
        <Table
          caption={TITLE}
          captionHidden
          kind="report"
          columns={columnsOf(one, two)}
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
      </div>
    </>
  );
}
