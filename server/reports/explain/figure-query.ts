import { z } from "zod";
import { DayText, Flag, Id } from "../../kernel/operation/input";
import { type Day } from "../../kernel/time";
import { isHalfMonth, type Range, readRange } from "../../trade/periods";
import { forbidden, invalid } from "../../kernel/operation/refusal";
import { type Actor, hasRole } from "../../kernel/operation/roles";
import { all, always, sql, type Statement } from "../../kernel/database/sql";
import { requireSite } from "../../sites";
import { groupKeys, readsSingles } from "../group-keys";
import { criteriaOf, keysOfRows, NO_PAYOUT_PERIOD, ranged, readQuery, shownColumns, type SitesQuery } from "../query";
import { siteReports, type Variant, variants } from "../variants";
import { type Part, readMeasure } from "./measures";

const UNKNOWN = "This report has no such figure.";
const NO_ROWS = "Figures of this grouping do not open. Please group by date, office, agent, detail, type or country.";

/** The reports, by the last segment of their URL path. */
export const reportNames = [...siteReports, "top-agents", "office-performance", "office-performance-chart"] as const;
// Rankings, comparisons and charts count sales as the Sites report does.
const variantOf = {
  "top-agents": variants.sites,
  "office-performance": variants.sites,
  "office-performance-chart": variants.sites,
  sites: variants.sites,
  "sites-avp": variants.sitesAvp,
  "sites-payout": variants.payroll,
  "sites-payout-avp": variants.payrollAvp,
};

const CHOOSE = "Please choose one from the list.";
/** The row of a report; without any of these it is the total. */
const row = { rowDate: DayText.optional(), rowCompanyId: Id.optional(), rowAgentId: Id.optional() };
const criteria = criteriaOf({ ...variants.sitesAvp, geo: true });
/** A figure: the report with its criteria, the key of the figure, and its row. */
const Fields = criteria.extend({
  report: z.enum(reportNames, CHOOSE).default("sites"),
  measure: z.string(CHOOSE).max(50).default("sales"),
  ...row,
  /** The events of one line of a statement: its price basis, in a whole half-month. */
  basis: z.string().max(255).optional(),
  /** Several sites together, as in Top Agents. */
  siteIds: z.array(Id).max(500).default([]),
});
export const FigureInput = ranged(Fields);
/** The same for the screen, which can request a print version. `figures` is false while a criterion is refused. */
export const FigureForm = ranged(Fields.extend({ print: Flag.default(false), figures: Flag.default(true) }));
export type FigureInput = z.output<typeof FigureInput>;
/** The input of the screen that shows all figures of one row of a site report. */
export const RowForm = ranged(
  criteria.extend({
    report: z.enum(siteReports, CHOOSE).default("sites"),
    ...row,
    print: Flag.default(false),
    figures: Flag.default(true),
  }),
);
export type RowForm = z.output<typeof RowForm>;

/** A row of a report. */
export type RowQuery = SitesQuery & {
  /** The range of the report, or the one day of the row. */
  days: Range;
  row: { companyId?: number; agentId?: number };
};
export type FigureQuery = RowQuery & {
  measure: string;
  measured: Part & { typeId?: number };
  siteIds: readonly number[];
  basis?: string;
};

/**
 * Validates the requested figure for this account. Throws what readRow and requireOpening throw, 422 at `measure` for a figure that the
 * report or the account's role does not have, and 404 for a site that the account may not see.
 */
export async function readFigure(actor: Actor, input: FigureInput): Promise<FigureQuery> {
  const { report, measure, siteIds, basis } = input;
  const variant = variantFor(actor, report);
  const measured = readMeasure(measure);
  const shown = shownColumns(actor, variant, keysOfRows(input.groupBy, input.then));
  const keys = [...shown, ...linkKeys(measure, variant.payroll)];
  if (!measured || !keys.includes(measure)) throw invalid({ measure: [UNKNOWN] });
  requireOpening(input);
  const rowQuery = await readRow(actor, input);
  for (const id of siteIds) await requireSite(actor, id);
  return { ...rowQuery, measure, measured, siteIds, basis };
}

/**
 * Validates the requested row for this account. Throws what readQuery throws, 403 for a report that the role may not
 * read, 422 at `start` if an AVP report's range is not a half-month, and 422 at `rowDate` for a day outside the range.
 */
export async function readRow(
  actor: Actor,
  input: Omit<FigureInput, "measure" | "siteIds" | "basis">,
): Promise<RowQuery> {
  const { report, rowDate, rowCompanyId, rowAgentId, ...criteria } = input;
  const variant = variantFor(actor, report);
  const sitesQuery = await readQuery(actor, variant, { ...criteria, compare: undefined, sortField: undefined });
  if (variant.avp && !isHalfMonth(sitesQuery.range)) throw invalid({ start: [NO_PAYOUT_PERIOD] });
  const days = daysOf(sitesQuery.range, rowDate);
  return { ...sitesQuery, days, row: { companyId: rowCompanyId, agentId: rowAgentId } };
}

/** Throws 422 for a grouping whose rows have no filter by which their clicks and sales could be found. */
export function requireOpening(criteria: Pick<FigureInput, "groupBy" | "then">): void {
  for (const name of ["groupBy", "then"] as const) {
    const grouping = criteria[name];
    if (grouping && readsSingles(groupKeys(grouping))) throw invalid({ [name]: [NO_ROWS] });
  }
}

function variantFor(actor: Actor, report: FigureInput["report"]): Variant {
  const variant: Variant = variantOf[report];
  if (!hasRole(actor, variant.least)) throw forbidden();
  return variant;
}

function daysOf(range: Range, rowDate: Day | undefined): Range {
  if (rowDate === undefined) return range;
  const day = readRange(rowDate, rowDate);
  if (!day || rowDate < range.start || rowDate > range.end) {
    throw invalid({ rowDate: ["This day is outside of the range."] });
  }
  return day;
}

/** Every report has a link's counts; only payrolls have its pesos. */
const linkKeys = (measure: string, payroll: boolean): string[] =>
  readMeasure(measure)?.typeId !== undefined && (payroll || !measure.endsWith("Php")) ? [measure] : [];

export const rowCondition = ({ row, siteIds }: FigureQuery): Statement =>
  all([
    row.agentId !== undefined && sql`agent_id = ${row.agentId}`,
    row.companyId !== undefined && sql`company_id = ${row.companyId}`,
    siteIds.length > 0 && sql`site_id = ANY(${[...siteIds]}::int[])`,
  ]);
export const linkCondition = ({ measured: { typeId } }: FigureQuery): Statement =>
  typeId === undefined ? always : sql`type_id = ${typeId}`;
