import { useLocation } from "@remix-run/react";
import { empty, payroll } from "~/texts";
import { explain as texts } from "~/components/reports/explain-texts";
import { FigureTable, linked } from "./figure-table";
import { type FigureLinks, isWide, rowCriteria } from "./figures";
import { sheetsOf } from "./print-sheets";
import { nameKeyOf, OVERALL, type Shown, siteColumns, siteTotals } from "./site-columns";
import { drillDown, type Grouping, groupingLabels, type ReportRow } from "./site-report";
import { TierLegend } from "./tier-legend";

type Props = Omit<Shown, "links" | "drillDown"> & { next: Grouping | null; links: FigureLinks };

/** Rows numbered across all pages, totals of the page and of all pages, and the ratio of visitors to sales. */
export function SiteTable({ links, ...report }: Props) {
  const { columns, rows, overall, asked: query } = report;
  const { pathname } = useLocation();
  const byRow = isWide(columns) && !query.print;
  const unknown = [overall, ...rows].some(({ payoutDollars }) => payoutDollars === null);
  const shown: Shown = {
    ...report,
    links: byRow || query.print ? undefined : links,
    drillDown: (row) => (query.print ? undefined : drillDown(pathname, report, row)),
  };
  const sheets = query.print ? sheetsOf(columns, nameKeyOf(query), report.variant) : [{ columns, caption: undefined }];
  const tables = sheets.map((sheet) => (
    <Sheet
      key={sheet.caption ?? ""}
      {...{ shown: { ...shown, columns: sheet.columns }, caption: sheet.caption, links }}
    />
  ));
  return (
    <>
      {!query.print && rows.length > 0 && <p className="note no-print">{texts.byRow}</p>}
      <div className={report.variant.payroll ? "paid" : undefined}>
        {byRow ? <open-figures>{tables}</open-figures> : tables}
      </div>
      {columns.some(({ key }) => key === "avpPeriod") && <TierLegend tiers={report.tiers} />}
      {unknown && <p className="note">{payroll.noRate}</p>}
    </>
  );
}

type SheetProps = { shown: Shown; caption: string | undefined; links: FigureLinks };

/** One table. On paper a wide report is several, each with the names of the rows. */
function Sheet({ shown, caption, links }: SheetProps) {
  const { rows, asked: query } = shown;
  const first = (query.page - 1) * query.pageSize + 1;
  const number = (row: ReportRow, index: number) =>
    query.print ? `${first + index}` : linked(links.rowAddress(rowCriteria(row, query)), `${first + index}`, "figure");
  return (
    <FigureTable
      caption={caption ?? `By ${groupingLabels[query.groupBy].toLowerCase()}`}
      captionHidden={caption === undefined}
      columns={[{ key: "number", label: "#", numeric: true, cell: number }, ...siteColumns(shown)]}
      rows={rows}
      sort={query}
      printed={query.print}
      totals={siteTotals(shown, query.print ? undefined : links.row({}, OVERALL))}
      empty={empty.period}
    />
  );
}
