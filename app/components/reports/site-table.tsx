import { useLocation } from "@remix-run/react";
import { empty, payroll } from "~/texts";
import { explain as texts } from "~/components/reports/explain-texts";
import { ratio } from "../formats";
import type { Column, Total } from "../table/column";
import { Table } from "../table/table";
import { isWide, OpenFigure, opensRows, rowCriteria } from "./figures";
import { figureText } from "./site-figure";
import {
  type ReportQuery,
  type AvpTier,
  drillDown,
  type Figure,
  type Grouping,
  groupingLabels,
  type ReportColumn,
  type ReportRow,
  type Variant,
} from "./site-report";

const OVERALL = "Overall Total";

type Sums = Readonly<Record<string, Figure>>;
type Props = {
  variant: Variant;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  overall: Sums;
  /** The page's dollar total, rounded once from its components; null if a rate is missing. */
  pageDollars?: number | null;
  tiers: readonly AvpTier[];
  asked: ReportQuery;
  next: Grouping | null;
};

/** Rows numbered across all pages, totals of the page and of all pages, and the ratio of visitors to sales. */
export function SiteTable(props: Props) {
  const { columns, rows, overall, asked: query, tiers } = props;
  const { pathname } = useLocation();
  const first = (query.page - 1) * query.pageSize + 1;
  const nameKey = { date: "date", company: "officeName", agent: "agent", detail: "date" }[query.groupBy];
  const byRow = isWide(columns) && !query.print;
  const number: Column<ReportRow> = {
    ...{ key: "number", label: "#", numeric: true },
    cell: (row, index) => (byRow ? <OpenFigure {...rowCriteria(row, query)} text={first + index} /> : first + index),
  };
  const reportColumns = columns.map(({ key, label, sub, kind }): Column<ReportRow> => {
    const isName = key === nameKey;
    return {
      ...{ key, label, sub, head: isName, sort: true, nowrap: kind === "date" },
      numeric: !["date", "text", "tier"].includes(kind),
      cell(row) {
        const text = figureText(kind, row[key], tiers);
        const to = isName ? drillDown(pathname, props, row) : undefined;
        if (to) return <a href={to}>{text}</a>;
        return !byRow && opensRows(kind, row[key], query) ? (
          <OpenFigure measure={key} {...rowCriteria(row, query)} text={text} />
        ) : (
          text
        );
      },
    };
  });
  const unknown = [overall, ...rows].some(({ payoutDollars }) => payoutDollars === null);
  const table = (
    <Table
      kind="report"
      caption={`By ${groupingLabels[query.groupBy].toLowerCase()}`}
      captionHidden
      columns={[number, ...reportColumns]}
      rows={rows}
      rowKey={(_, index) => first + index}
      sort={query}
      printed={query.print}
      totals={[
        total("Page Total", columns, pageTotal(props)),
        byRow
          ? { ...total(OVERALL, columns, overall), name: <OpenFigure text={OVERALL} /> }
          : total(OVERALL, columns, overall, query),
        { label: "Unique to Sale Ratio", cells: { raws: saleRatio(overall) } },
      ]}
      empty={empty.period}
    />
  );
  return (
    <>
      {byRow && <p className="note">{texts.byRow}</p>}
      {byRow ? <open-figures>{table}</open-figures> : table}
      {unknown && <p className="note">{payroll.noRate}</p>}
    </>
  );
}

/** Unique visitors per sale; 0 without sales (STAT-19). */
function saleRatio({ uniques, sales }: Sums): string {
  return ratio(sales ? Number(uniques) / Number(sales) : 0);
}

function total(label: string, columns: Props["columns"], sums: Sums, query?: ReportQuery): Total {
  const cells = columns
    .filter(({ total: key }) => key)
    .map(({ key, kind, total: totalKey = key }) => {
      const text = figureText(kind, sums[totalKey]);
      return [
        key,
        query && opensRows(kind, sums[totalKey], query) ? <OpenFigure key={key} measure={key} text={text} /> : text,
      ];
    });
  return { label, cells: Object.fromEntries(cells) as Total["cells"] };
}

/** Sums of the visible rows, by total key. Summed in whole cents to avoid floating-point errors. */
function pageTotal({ columns, rows, variant, pageDollars }: Props): Sums {
  const sum = (key: string) => rows.reduce((cents, row) => cents + Math.round(Number(row[key] ?? 0) * 100), 0) / 100;
  const sums = Object.fromEntries(columns.map(({ key, total: totalKey }) => [totalKey ?? key, sum(key)]));
  const { sales = 0 } = sums;
  const ratioWithoutSales = variant.payroll ? 100 : 0;
  const bonusRatio = sales === 0 ? ratioWithoutSales : (100 * sum("bonusSales")) / sales;
  return { ...sums, bonusRatio, ...(variant.payroll ? { payoutDollars: pageDollars } : {}) };
}
