import type { ReactNode } from "react";
import { ratio } from "../formats";
import type { Total } from "../table/column";
import { opensRows, totalsOpen } from "./figures";
import type { Shown, Sums } from "./site-columns";
import { differenceText, figureText } from "./site-figure";

export const OVERALL = "Overall Total";
const RATIO = "Unique to Sale Ratio";

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
      return [key, change ? <Compared figure={figure} change={change} /> : figure];
    });
  return { label, cells: Object.fromEntries(cells) as Total["cells"] };
}

const Compared = ({ figure, change }: { figure: ReactNode; change: string }) => (
  <>
    {figure} <small className="change">{change}</small>
  </>
);

/** Sums of the visible rows, by total key. Summed in whole cents to avoid floating-point errors. */
function pageTotal({ columns, rows, variant, pageTotals }: Shown): Sums {
  const sum = (key: string) => rows.reduce((cents, row) => cents + Math.round(Number(row[key] ?? 0) * 100), 0) / 100;
  const sums = Object.fromEntries(columns.map(({ key, total: totalKey }) => [totalKey ?? key, sum(key)]));
  const ratioWithoutSales = variant.payroll ? 100 : 0;
  const sales = sum("sales");
  const bonusRatio = sales === 0 ? ratioWithoutSales : (100 * sum("bonusSales")) / sales;
  return { ...sums, bonusRatio, ...pageTotals };
}
