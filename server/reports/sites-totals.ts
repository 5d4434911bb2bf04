import { nothing, sql, type Statement } from "../kernel/database/sql";
import {
  clickMeasures,
  columnNames,
  halfColumns,
  type Measure,
  pesoMeasures,
  saleMeasures,
  sums,
  tierMeasures,
  typeId,
  unionAll,
} from "./measures";
import type { SitesQuery } from "./query";
import { halvesOf, halvesOfAll } from "./sites-paid";

// SQL by hand: sums over the roll-ups for all groups of a report.

/**
 * The CTEs for the totals of all groups: clicks without links, sales by link, and in a payroll also by half-month, both
 * from the same sums. Without `sold`, they come from the page's sums, which then cover all groups.
 */
export function totals(sitesQuery: SitesQuery, clicks: Statement, sold?: Statement): Statement {
  const measures = soldMeasures(sitesQuery);
  const by = columnNames([typeId, ...halfColumns(sitesQuery)]);
  const summed =
    sold &&
    sql`
    sums AS MATERIALIZED (SELECT ${by}, ${sums([...measures, ...tierMeasures(sitesQuery)])} FROM (${sold}) AS sold GROUP BY ${by}), `;
  const byLink = sql`SELECT type_id, ${sums(measures)} FROM ${sold ? sql`sums` : sql`by_link`} GROUP BY type_id`;
  const rows = unionAll(
    [typeId, ...clickMeasures, ...measures],
    [
      { rows: sql`(${byLink}) AS sold`, has: [typeId, ...measures] },
      { rows: sql`(${clicks}) AS clicks`, has: clickMeasures },
    ],
  );
  return sql`
    ${summed ?? nothing}totals AS (${rows})${
      sitesQuery.variant.payroll
        ? sql`, all_halves AS (${sold ? halvesOf(sql`sums`) : halvesOfAll(sql`halves`)})`
        : nothing
    }`;
}

/** The measures of sold rows, which have a link. */
export const soldMeasures = (sitesQuery: SitesQuery): Measure[] => [...saleMeasures, ...pesoMeasures(sitesQuery)];
