import { useLocation } from "@remix-run/react";
import { empty, payroll } from "~/texts";
import { avpRange, count, dollars, percent, pesos, ratio } from "../formats";
import type { Column, Total } from "../ui/column";
import { Table } from "../ui/table";
import { OpenFigure, opensRows, rowOf } from "./figures";
import {
  type Asked,
  type AvpTier,
  drillDown,
  type Figure,
  type Grouping,
  groupingLabels,
  type ReportColumn,
  type ReportRow,
  type Variant,
} from "./site-report";

type Sums = Readonly<Record<string, Figure>>;
type Props = {
  variant: Variant;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  overall: Sums;
  /** The dollars of the page, which are rounded once; null where they are not known. */
  pageDollars?: number | null;
  tiers: readonly AvpTier[];
  asked: Asked;
  next: Grouping | null;
};

/** Rows numbered over all pages, the page's totals and those of all pages, and how many visitors a sale takes. */
export function SiteTable(props: Props) {
  const { columns, rows, overall, asked, tiers } = props;
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
        const text = kind === "tier" ? tierOf(tiers, row[key]) : figure(kind, row[key]);
        const to = isName ? drillDown(pathname, props, row) : undefined;
        if (to) return <a href={to}>{text}</a>;
        return opensRows(kind, row[key], asked) ? (
          <OpenFigure measure={key} {...rowOf(row, asked)} text={text} />
        ) : (
          text
        );
      },
    };
  });
  const unknown = [overall, ...rows].some(({ payoutDollars }) => payoutDollars === null);
  return (
    <>
      <Table
        kind="report"
        caption={`By ${groupingLabels[asked.groupBy].toLowerCase()}`}
        captionHidden
        columns={[number, ...shown]}
        rows={rows}
        rowKey={(_, index) => first + index}
        sort={asked}
        totals={[
          total("Page Total", columns, pageTotal(props)),
          total("Overall Total", columns, overall, asked),
          { label: "Unique to Sale Ratio", cells: { raws: saleRatio(overall) } },
        ]}
        empty={empty.period}
      />
      {unknown && <p className="note">{payroll.noRate}</p>}
    </>
  );
}

/** Uniques divided by sales, 0 without sales (STAT-19). */
function saleRatio({ uniques, sales }: Sums): string {
  return ratio(sales ? Number(uniques) / Number(sales) : 0);
}

function total(label: string, columns: Props["columns"], sums: Sums, asked?: Asked): Total {
  const cells = columns
    .filter(({ total: key }) => key)
    .map(({ key, kind, total: of = key }) => {
      const text = figure(kind, sums[of]);
      return [
        key,
        asked && opensRows(kind, sums[of], asked) ? <OpenFigure key={key} measure={key} text={text} /> : text,
      ];
    });
  return { label, cells: Object.fromEntries(cells) as Total["cells"] };
}

/** Sums of the rows in sight under the keys of the totals; money by whole cents. */
function pageTotal({ columns, rows, variant, pageDollars }: Props): Sums {
  const sum = (key: string) => rows.reduce((all, row) => all + Math.round(Number(row[key] ?? 0) * 100), 0) / 100;
  const sums = Object.fromEntries(columns.map(({ key, total: of }) => [of ?? key, sum(key)]));
  const { sales = 0 } = sums;
  const without = variant.payroll ? 100 : 0;
  const bonusRatio = sales === 0 ? without : (100 * sum("bonusSales")) / sales;
  return { ...sums, bonusRatio, ...(variant.payroll ? { payoutDollars: pageDollars } : {}) };
}

function tierOf(tiers: Props["tiers"], index: Figure): string {
  const tier = tiers.find((one) => one.index === index);
  return tier ? avpRange(tier) : "";
}

function figure(kind: ReportColumn["kind"], value: Figure): string {
  if (value === null) return "–";
  if (kind === "count") return count(Number(value ?? 0));
  if (kind === "percent") return percent(Number(value ?? 0));
  if (kind === "dollars") return dollars(Number(value ?? 0));
  if (kind === "pesos") return pesos(Number(value ?? 0));
  return String(value ?? "");
}
