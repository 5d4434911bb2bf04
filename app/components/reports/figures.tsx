import type { ReactNode } from "react";
import { count } from "../formats";
import type { Term } from "../glossary/terms";
import {
  type Figure,
  mainGroupings,
  type ReportColumn,
  type ReportQuery,
  type ReportRow,
  type Variant,
} from "./site-report";

const EXPLAIN = "/app/stats/explain";
export const ROW = "/app/stats/figures";

type Value = string | number | undefined;
type Criteria = Readonly<Record<string, Value | readonly number[]>>;
type RowKey = { date?: string; companyId?: number; agentId?: number; typeId?: number; geo?: string };

/** The names and values of a report's criteria, as query parameters. */
const pairsOf = (report: string, criteria: Criteria): [name: string, value: string][] =>
  Object.entries({ report, ...criteria })
    .flatMap(([name, values]) => [values].flat().map((value) => [name, value as Value] as const))
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

/** The packed key of a figure, or without a measure of a row (see `app/http/figure.server.ts`). */
const keyOf = ({ date, companyId, agentId }: RowKey, measure = "") => [date, companyId, agentId, measure].join("~");

/**
 * Links from the figures and rows of a report. Every one holds the criteria, so that it can be opened in a new tab or
 * copied; repeated texts hardly count in a compressed page.
 */
export function figureLinks(report: string, criteria: Criteria) {
  const query = new URLSearchParams(pairsOf(report, criteria)).toString();
  // The link or country of a row is a filter, unless the report has it already.
  const filters = ({ typeId, geo }: RowKey) =>
    [
      ...(typeId !== undefined && criteria.typeId === undefined ? [`&typeId=${typeId}`] : []),
      ...(geo !== undefined && criteria.geo === undefined ? [`&geo=${geo}`] : []),
    ].join("");
  const address = (path: string, row: RowKey, measure?: string) =>
    `${path}?${query}${filters(row)}&of=${keyOf(row, measure)}`;
  const figureAddress = (row: RowKey, measure: string) => address(EXPLAIN, row, measure);
  const rowAddress = (row: RowKey) => address(ROW, row);
  return {
    figureAddress,
    rowAddress,
    figure: (row: RowKey, measure: string, text: ReactNode) => (
      <a className="figure" href={figureAddress(row, measure)}>
        {text}
      </a>
    ),
    row: (row: RowKey, text: ReactNode) => (
      <a className="figure" href={rowAddress(row)}>
        {text}
      </a>
    ),
  };
}
export type FigureLinks = ReturnType<typeof figureLinks>;

type SalesLinkProps = {
  report: string;
  start: string;
  end: string;
  companyId?: number;
  agentId?: number;
  sales: number;
};

/** The sales of an office or an agent in a range. They link to the rows behind them unless they are 0. */
export function SalesLink(props: SalesLinkProps) {
  const { report, start, end, companyId = "", agentId = "", sales } = props;
  if (sales === 0) return count(sales);
  const query = new URLSearchParams({ report, groupBy: "date", start, end, of: `~${companyId}~${agentId}~sales` });
  return <a className="figure" href={`/app/stats/explain?${query}`} children={count(sales)} />;
}

const FIGURES: readonly ReportColumn["kind"][] = ["count", "percent", "dollars", "pesos"];
/** Figures that are computed from others and so have no rows of their own. */
const SHARES: readonly ReportColumn["kind"][] = ["margin", "perClick", "perUnique"];

/** The most columns for which every figure is a link. More links would put the page over its 8 KB. */
const MAX_LINKED_COLUMNS = 15;

/** In a wide report, figures open per row. With scripts, each figure opens too (`app/enhance/open-figures.ts`). */
export const isWide = (columns: readonly ReportColumn[]): boolean =>
  columns.filter(({ kind }) => !SHARES.includes(kind)).length > MAX_LINKED_COLUMNS;

/** A figure of 0 has no rows behind it, and a printed figure cannot be opened. */
export const opensRows = (kind: ReportColumn["kind"], value: Figure, { print }: Pick<ReportQuery, "print">): boolean =>
  !print && FIGURES.includes(kind) && value !== 0 && value !== undefined;

/** The criteria that identify a figure's row within its groupings; undefined if no filter finds its clicks and sales. */
export function rowCriteria(row: ReportRow, { groupBy, then }: ReportQuery): RowKey | undefined {
  const { date, companyId, agentId, typeId, country } = row;
  const keys: Partial<Record<ReportQuery["groupBy"], RowKey>> = {
    ...{ date: { date }, company: { companyId }, agent: { agentId }, detail: { date, agentId }, type: { typeId } },
    ...(country ? { country: { geo: country } } : {}),
  };
  const [first, second] = [keys[groupBy], then ? keys[then] : {}];
  return first && second && { ...first, ...second };
}

/** True if the rows behind the totals can be found: single clicks have groupings without a filter. */
export const totalsOpen = (query: ReportQuery): boolean =>
  [query.groupBy, query.then].every(
    (each) => each === undefined || each === "type" || each === "country" || mainGroupings.includes(each),
  );

/** With the meanings of its words a wide report would exceed its 8 KB. */
export const termsOf = ({
  variant,
  columns,
}: {
  variant: Variant;
  columns: readonly ReportColumn[];
}): readonly Term[] => (isWide(columns) ? [] : ["raws", "uniques", "halfMonth", variant.avp ? "avp" : "bonusRatio"]);
