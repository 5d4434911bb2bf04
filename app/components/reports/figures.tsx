import { count } from "../formats";
import type { Asked, Figure, ReportColumn, ReportRow } from "./site-report";

const FORM = "figures";

type Value = string | number | undefined;
type Criteria = Readonly<Record<string, Value | readonly number[]>>;

/** The form that opens figures, one for a page: it carries the criteria that all of them have. */
export function FigureForm({ report, criteria }: { report: string; criteria: Criteria }) {
  return (
    <form id={FORM} action="/app/stats/explain">
      {Object.entries({ report, ...criteria })
        .flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const))
        .map(([name, value]) =>
          value === undefined ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
        )}
    </form>
  );
}

type Of = { measure: string; date?: string; companyId?: number; agentId?: number };

/** A figure that opens the rows behind it. */
export const OpenFigure = ({ measure, date = "", companyId = 0, agentId = 0, text }: Of & { text: string }) => (
  <button className="figure" form={FORM} name="of" value={[date, companyId || "", agentId || "", measure].join("~")}>
    {text}
  </button>
);

type Sold = { report: string; start: string; end: string; companyId: number; sales: number };

/** An office's sales of a range, which open where there are any. */
export function SalesLink({ report, start, end, companyId, sales }: Sold) {
  if (sales === 0) return count(sales);
  const query = new URLSearchParams({ report, groupBy: "company", start, end, of: `~${companyId}~~sales` });
  return <a href={`/app/stats/explain?${query}`}>{count(sales)}</a>;
}

const FIGURES: readonly ReportColumn["kind"][] = ["count", "percent", "dollars", "pesos"];

/** Behind nothing there are no rows, and none can be opened from paper. */
export const opensRows = (kind: ReportColumn["kind"], value: Figure, { print }: Asked): boolean =>
  !print && FIGURES.includes(kind) && value !== 0 && value !== undefined;

/** What tells the row of a figure from the others. */
export function rowOf({ date, companyId, agentId }: ReportRow, { groupBy }: Asked) {
  return { date: { date }, company: { companyId }, agent: { agentId }, detail: { date, agentId } }[groupBy];
}
