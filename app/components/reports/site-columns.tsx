import type { Column, Html } from "../table/column";
import { escaped } from "../table/markup";
import { breakable } from "../table/breakable";
import { figureHtml, figureTone } from "../table/typeset";
import { type FigureLinks, opensRows, rowCriteria } from "./figures";
import { differenceText, figureText, nameKeyOf, nameText } from "./site-figure";
import {
  type AvpTier,
  type ComparedFigures,
  type Figure,
  type ReportColumn,
  type ReportQuery,
  type ReportRow,
  type Variant,
} from "./site-report";

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
        const text = nameText(key, row) ?? figureText(kind, row[key], tiers);
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

/** The difference from the compared figure, below it. Links' columns are too many for one. */
function differenceHtml({ kind, site, total: key }: ReportColumn, value: Figure, before: Figure): string {
  const text = site || !key ? undefined : differenceText(kind, value, before);
  return text ? ` <small class="change">${escaped(text)}</small>` : "";
}

const isFigure = (kind: ReportColumn["kind"]): boolean => !["date", "text", "tier"].includes(kind);

/** A link around HTML. */
export const linked = (address: string, html: string, className?: string): string =>
  `<a${className ? ` class="${className}"` : ""} href="${escaped(address)}">${html}</a>`;
