import { count } from "../formats";
import type { Asked, Figure, ReportColumn, ReportRow } from "./site-report";

const FORM = "figures";
const EXPLAIN = "/app/stats/explain";
export const ROW = "/app/stats/figures";

type Value = string | number | undefined;
type Criteria = Readonly<Record<string, Value | readonly number[]>>;
type FormProps = { report: string; criteria: Criteria; opens?: "figures" | "rows" };

/** The form that opens figures, or rows of figures, one for a page: it carries the criteria that all of them have. */
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

type OfRow = { date?: string; companyId?: number; agentId?: number };

/** A figure that opens the rows behind it; without a measure, a row that opens its figures. */
export function OpenFigure({ measure, text, ...row }: OfRow & { measure?: string; text: string | number }) {
  const { date = "", companyId = "", agentId = "" } = row;
  return (
    <button className="figure" form={FORM} name="of" value={[date, companyId, agentId, measure ?? ""].join("~")}>
      {text}
    </button>
  );
}

type Sold = { report: string; start: string; end: string; companyId: number; sales: number };

/** An office's sales of a range, which open where there are any. */
export function SalesLink({ report, start, end, companyId, sales }: Sold) {
  if (sales === 0) return count(sales);
  const query = new URLSearchParams({ report, groupBy: "company", start, end, of: `~${companyId}~~sales` });
  return <a href={`/app/stats/explain?${query}`}>{count(sales)}</a>;
}

const FIGURES: readonly ReportColumn["kind"][] = ["count", "percent", "dollars", "pesos"];

/** As many columns as a page can afford to let open by themselves: each figure that does takes three bytes of it. */
const MOST_OPEN = 20;

/** Figures of a wide report are opened by row; where scripts run, each by itself too (`app/enhance/open-figures.ts`). */
export const isWide = (columns: readonly ReportColumn[]): boolean => columns.length > MOST_OPEN;

/** Behind nothing there are no rows, and none can be opened from paper. */
export const opensRows = (kind: ReportColumn["kind"], value: Figure, { print }: Pick<Asked, "print">): boolean =>
  !print && FIGURES.includes(kind) && value !== 0 && value !== undefined;

/** What tells the row of a figure from the others. */
export function rowOf({ date, companyId, agentId }: ReportRow, { groupBy }: Asked) {
  return { date: { date }, company: { companyId }, agent: { agentId }, detail: { date, agentId } }[groupBy];
}
