import { useLocation } from "@remix-run/react";
import { empty } from "~/texts";
import { count, dollars, percent, ratio } from "../formats";
import type { Column, Total } from "../ui/column";
import { Table } from "../ui/table";
import { type Asked, drillDown, type Grouping, groupingLabels, type ReportColumn, type ReportRow } from "./site-report";

type Props = {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  overall: Readonly<Record<string, string | number | undefined>>;
  asked: Asked;
  next: Grouping | null;
};

/** Rows numbered over all pages, the page's totals and those of all pages, and how many visitors a sale takes. */
export function SiteTable({ columns, rows, overall, asked, next }: Props) {
  const { pathname } = useLocation();
  const first = (asked.page - 1) * asked.pageSize + 1;
  const named = { date: "date", company: "officeName", agent: "agent", detail: "date" }[asked.groupBy];
  const number: Column<ReportRow> = { key: "number", label: "#", numeric: true, cell: (_, index) => first + index };
  const shown = columns.map(({ key, label, sub, kind }): Column<ReportRow> => {
    const isName = key === named;
    return {
      ...{ key, label, sub, head: isName, sort: true, nowrap: kind === "date" },
      numeric: kind !== "date" && kind !== "text",
      cell(row) {
        const text = figure(kind, row[key]);
        const to = isName ? drillDown(pathname, asked, next, row) : undefined;
        return to ? <a href={to}>{text}</a> : text;
      },
    };
  });
  return (
    <Table
      kind="report"
      caption={`By ${groupingLabels[asked.groupBy].toLowerCase()}`}
      captionHidden
      columns={[number, ...shown]}
      rows={rows}
      rowKey={(_, index) => first + index}
      sort={asked}
      totals={[
        total("Page Total", columns, pageTotal(columns, rows)),
        total("Overall Total", columns, overall),
        { label: "Unique to Sale Ratio", cells: { raws: saleRatio(overall) } },
      ]}
      empty={empty.period}
    />
  );
}

/** Uniques divided by sales, 0 without sales (STAT-19). */
function saleRatio({ uniques, sales }: Props["overall"]): string {
  return ratio(sales ? Number(uniques) / Number(sales) : 0);
}

function total(label: string, columns: Props["columns"], sums: Props["overall"]): Total {
  const cells = columns
    .filter(({ total: key }) => key)
    .map(({ key, kind, total: of }) => [key, figure(kind, sums[of ?? key])]);
  return { label, cells: Object.fromEntries(cells) as Total["cells"] };
}

/** Sums of the rows in sight under the keys of the totals; dollars by whole cents. */
function pageTotal(columns: Props["columns"], rows: Props["rows"]): Props["overall"] {
  const sum = (key: string) => rows.reduce((all, row) => all + Math.round(Number(row[key] ?? 0) * 100), 0) / 100;
  const sums = Object.fromEntries(columns.map(({ key, total: of }) => [of ?? key, sum(key)]));
  const { sales = 0 } = sums;
  return { ...sums, bonusRatio: sales === 0 ? 0 : (100 * sum("bonusSales")) / sales };
}

function figure(kind: ReportColumn["kind"], value: string | number | undefined): string {
  if (kind === "count") return count(Number(value ?? 0));
  if (kind === "percent") return percent(Number(value ?? 0));
  if (kind === "dollars") return dollars(Number(value ?? 0));
  return String(value ?? "");
}
