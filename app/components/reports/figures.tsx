import { count } from "../formats";
import type { ReportQuery, Figure, ReportColumn, ReportRow } from "./site-report";

const FORM = "figures";
const EXPLAIN = "/app/stats/explain";
export const ROW = "/app/stats/figures";

type Value = string | number | undefined;
type Criteria = Readonly<Record<string, Value | readonly number[]>>;
type FormProps = { report: string; criteria: Criteria; opens?: "figures" | "rows" };

/** The form behind all figures of a page, or all rows of a wide report. It contains their common criteria. */
export function FigureForm({ report, criteria, opens = "figures" }: FormProps) {
  return (
    <form id={FORM} action={opens === "rows" ? ROW : EXPLAIN}>
      {Object.entries({ report, ...criteria })
        .flatMap(([name, values]) => [values].flat().map((value) => [name, value as typeof value | undefined] as const))
        .map(([name, value]) =>
          value === undefined ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
        )}
    </form>
  );
}

type RowKey = { date?: string; companyId?: number; agentId?: number };

/** A figure that opens the rows behind it. Without a measure, it opens the figures of its row. */
export function OpenFigure({ measure, text, ...row }: RowKey & { measure?: string; text: string | number }) {
  const { date = "", companyId = "", agentId = "" } = row;
  return (
    <button className="figure" form={FORM} name="of" value={[date, companyId, agentId, measure ?? ""].join("~")}>
      {text}
    </button>
  );
}

type SalesLinkProps = { report: string; start: string; end: string; companyId: number; sales: number };

/** An office's sales in a range. They link to the rows behind them unless they are 0. */
export function SalesLink({ report, start, end, companyId, sales }: SalesLinkProps) {
  if (sales === 0) return count(sales);
  const query = new URLSearchParams({ report, groupBy: "company", start, end, of: `~${companyId}~~sales` });
  return <a href={`/app/stats/explain?${query}`}>{count(sales)}</a>;
}

const FIGURES: readonly ReportColumn["kind"][] = ["count", "percent", "dollars", "pesos"];

/** The most columns for which every figure is a link. Each link adds about three bytes to the page. */
const MAX_LINKED_COLUMNS = 20;

/** In a wide report, figures open per row. With scripts, each figure opens too (`app/enhance/open-figures.ts`). */
export const isWide = (columns: readonly ReportColumn[]): boolean => columns.length > MAX_LINKED_COLUMNS;

/** A figure of 0 has no rows behind it, and a printed figure cannot be opened. */
export const opensRows = (kind: ReportColumn["kind"], value: Figure, { print }: Pick<ReportQuery, "print">): boolean =>
  !print && FIGURES.includes(kind) && value !== 0 && value !== undefined;

/** The criteria that identify a figure's row within its grouping. */
export function rowCriteria({ date, companyId, agentId }: ReportRow, { groupBy }: ReportQuery) {
  return { date: { date }, company: { companyId }, agent: { agentId }, detail: { date, agentId } }[groupBy];
}
