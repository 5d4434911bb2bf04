import type { ReactNode } from "react";
import { ratio } from "../formats";
import type { Column, Html, Total } from "../table/column";
import { escaped } from "../table/markup";
import { breakable } from "../table/breakable";
import { figureHtml, figureTone } from "../table/typeset";
import { type FigureLinks, opensRows, rowCriteria, totalsOpen } from "./figures";
import { differenceText, figureText } from "./site-figure";
import {
  type AvpTier,
  type ComparedFigures,
  type Figure,
  type ReportColumn,
  type ReportQuery,
  type ReportRow,
  unnamed,
  type Variant,
} from "./site-report";

export const OVERALL = "Overall Total";
const RATIO = "Unique to Sale Ratio";
/** The site names above the columns are shortened where there are more columns than this. */
const MANY_COLUMNS = 12;

export type Sums = Readonly<Record<string, Figure>>;
export type Shown = {
  variant: Variant;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  overall: Sums;
  /** Totals of the page that are not sums of its rows; null if a rate is missing. */
  pageTotals: Sums;
  compared?: ComparedFigures;
  tiers: readonly AvpTier[];
  asked: ReportQuery;
  /** Undefined in print, and in a wide report: there a script makes figures links, and each 0 pale. */
  links?: FigureLinks;
  /** Address behind the name of a row. */
  drillDown: (row: ReportRow) => string | undefined;
};

/** The key of the column that names a row. */
export const nameKeyOf = ({ groupBy }: ReportQuery): string =>
  (({ company: "officeName", detail: "date", type: "typename" }) as Partial<Record<string, string>>)[groupBy] ??
  groupBy;

/** Figures that stay in sight because the report is about them: uniques and sales, in a payroll the paid amounts. */
const pins: Readonly<Record<string, Column<ReportRow>["pin"]>>[] = [
  { sales: "edge", uniques: "beside" },
  { payoutDollars: "edge", payoutPhp: "beside" },
];

const legendOf = ({ key }: ReportColumn) => (key === "avpPeriod" ? "AVP tier of the half-month" : undefined);

/** The columns of a site report, with the site above the columns of its links. */
export function siteColumns(shown: Shown): Column<ReportRow>[] {
  const { columns, asked: query, tiers, variant, links, drillDown } = shown;
  const before = new Map(shown.rows.map((row, index) => [row, shown.compared?.rows[index]]));
  const nameKey = nameKeyOf(query);
  const groupLabel = columns.length > MANY_COLUMNS ? "short" : "name";
  return columns.map((column): Column<ReportRow> => {
    const { key, label, sub, kind, site } = column;
    const isName = key === nameKey;
    return {
      ...{ key, label, sub, title: legendOf(column), head: isName, sort: true },
      nowrap: kind === "date" || key === "agent",
      numeric: isFigure(kind),
      group: site && { label: site[groupLabel], title: site.name },
      pin: pins[variant.payroll ? 1 : 0]?.[key],
      cell(row): Html {
        const text = nameOf(key, row) ?? figureText(kind, row[key], tiers);
        const change = before.get(row) && differenceHtml(column, row[key], before.get(row)?.[key]);
        const to = isName ? drillDown(row) : undefined;
        if (to) return { html: linked(to, breakable(text, escaped)) };
        const tone = isFigure(kind) ? figureTone(text) : undefined;
        // In a wide report, quiet units and zeros would put the page over its 8 KB.
        if (!links && !query.print) {
          return { html: breakable(text, escaped) + (change ?? ""), tone: tone === "neg" ? tone : undefined };
        }
        const html = figureHtml(text, escaped);
        const found = links && opensRows(kind, row[key], query) ? rowCriteria(row, query) : undefined;
        const figure = links && found ? linked(links.figureAddress(found, key), html, "figure") : html;
        return { html: figure + (change ?? ""), tone: change ? undefined : tone };
      },
    };
  });
}

/** The hour of a row with its minutes, and what a row without a value is called. */
function nameOf(key: string, row: ReportRow): string | undefined {
  if (key === "hour") return `${String(row.hour).padStart(2, "0")}:00`;
  return row[key] === "" ? unnamed[key] : undefined;
}

/** The difference from the compared figure, below it. Links' columns are too many for one. */
function differenceHtml({ kind, site, total: key }: ReportColumn, value: Figure, before: Figure): string {
  const text = site || !key ? undefined : differenceText(kind, value, before);
  return text ? ` <small class="change">${escaped(text)}</small>` : "";
}

const isFigure = (kind: ReportColumn["kind"]): boolean => !["date", "text", "tier"].includes(kind);

/** A link around HTML. */
export const linked = (address: string, html: string, className?: string): string =>
  `<a${className ? ` class="${className}"` : ""} href="${escaped(address)}">${html}</a>`;

/** Totals of the page and of all pages, and the ratio of visitors to sales under the first of them. */
export function siteTotals(shown: Shown, name?: ReactNode): Total[] {
  const { columns, overall } = shown;
  const first = columns.find(({ total: key }) => key)?.key ?? "raws";
  // As in the rows of a wide report.
  const plain = !shown.links && !shown.asked.print;
  return [
    { ...total("Page Total", columns, pageTotal(shown)), part: true, plain },
    { ...total(OVERALL, columns, overall, shown), ...(name ? { name } : {}), plain },
    { label: RATIO, part: true, cells: { [first]: saleRatio(overall) } },
  ];
}

/** Unique visitors per sale; 0 without sales (STAT-19). */
function saleRatio({ uniques, sales }: Sums): string {
  return ratio(sales ? Number(uniques) / Number(sales) : 0);
}

function total(
  label: string,
  columns: Shown["columns"],
  sums: Sums,
  shown?: Pick<Shown, "asked" | "links" | "compared">,
): Total {
  const cells = columns
    .filter(({ total: key }) => key)
    .map((column) => {
      const { key, kind, total: totalKey = key } = column;
      const text = figureText(kind, sums[totalKey]);
      const opens = shown?.links && opensRows(kind, sums[totalKey], shown.asked) && totalsOpen(shown.asked);
      const figure = opens ? shown.links?.figure({}, key, text) : text;
      const change =
        shown?.compared && !column.site && differenceText(kind, sums[totalKey], shown.compared.overall[key]);
      return [
        key,
        change
          ? [
              figure,
              " ",
              <small key="change" className="change">
                {change}
              </small>,
            ]
          : figure,
      ];
    });
  return { label, cells: Object.fromEntries(cells) as Total["cells"] };
}

/** Sums of the visible rows, by total key. Summed in whole cents to avoid floating-point errors. */
function pageTotal({ columns, rows, variant, pageTotals }: Shown): Sums {
  const sum = (key: string) => rows.reduce((cents, row) => cents + Math.round(Number(row[key] ?? 0) * 100), 0) / 100;
  const sums = Object.fromEntries(columns.map(({ key, total: totalKey }) => [totalKey ?? key, sum(key)]));
  const ratioWithoutSales = variant.payroll ? 100 : 0;
  const sales = sum("sales");
  const bonusRatio = sales === 0 ? ratioWithoutSales : (100 * sum("bonusSales")) / sales;
  return { ...sums, bonusRatio, ...pageTotals };
}
