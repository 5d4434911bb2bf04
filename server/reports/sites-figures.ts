import { addDays, previous } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { all, nothing, sql, type Statement } from "../kernel/database/sql";
import {
  type Branch,
  type Column,
  latest,
  previousMeasures,
  clickMeasures,
  halfColumns,
  tierMeasures,
  sums,
  typeId,
  unionAll,
} from "./measures";
import type { SitesQuery } from "./query";
import { keysOf, order } from "./sites-order";
import { halvesOf, paidBy, paidRows, tierCondition } from "./sites-paid";
import { soldMeasures } from "./sites-totals";
import { previousSaleRows, type Reach, type RowGrain, saleRows } from "./source";

// SQL by hand: the rows from which the groups of a report are summed, and the figures of its page.

export const onPage = (keys: Statement) => sql`(${keys}) IN (SELECT ${keys} FROM picked)`;

/** Filtering by tier needs rows that keep their agent. */
export const clickGrain = ({ tier }: SitesQuery, least: RowGrain): RowGrain => (tier === undefined ? least : "agents");

export const sorted = (sitesQuery: SitesQuery, groups: Statement): Statement => sql`
  SELECT * FROM (${groups}) AS page ORDER BY ${order(sitesQuery)} LIMIT ${sitesQuery.limit} OFFSET ${sitesQuery.offset}`;

/** Clicks by group; sold rows with their link; the points of the period before, if they are shown. */
export type Parts = { clicks: Statement; sold: Statement; before?: Statement };

/**
 * Rows with all measures, for sorting by one of them. Clicks come as two numbers by group, without links; the few sold
 * rows carry all other measures and are not summed beforehand. Summing both together would add eight zeros for each of
 * the many click rows. Points of the period before do not make a group appear.
 */
export const rowsOf = (sitesQuery: SitesQuery, { sold, ...parts }: Parts): Statement =>
  figures(sitesQuery, { ...parts, sold: sql`(${sold}) AS sold` }, [
    ...soldMeasures(sitesQuery),
    ...halfColumns(sitesQuery),
    ...tierMeasures(sitesQuery),
  ]);

/** The figures of the page, with sales summed by link; in a payroll also by half-month. */
export function pageFigures(sitesQuery: SitesQuery, { sold, ...parts }: Parts): Statement {
  const keys = keysOf(sitesQuery.groupBy);
  return sql`
    sold_here AS (${sold}),
    by_link AS (SELECT ${keys}, type_id, ${sums(soldMeasures(sitesQuery))} FROM sold_here GROUP BY ${keys}, type_id),
    figures AS (${figures(sitesQuery, { ...parts, sold: sql`by_link` }, soldMeasures(sitesQuery))})
    ${sitesQuery.variant.payroll ? sql`, halves AS MATERIALIZED (${halvesOf(sql`sold_here`, keys)})` : nothing}`;
}

/** Rows of clicks, of sales with these columns, and of the period before. Only the first two make a group appear. */
function figures(sitesQuery: SitesQuery, { clicks, sold, before }: Parts, columns: Column[]): Statement {
  const beside = (shown: Statement) => sql`${keysOf(sitesQuery.groupBy)}, ${shown} AS shown`;
  const branches: Branch[] = [
    { rows: sql`(${clicks}) AS clicks`, beside: beside(sql`TRUE`), has: [latest, ...clickMeasures] },
    { rows: sold, beside: beside(sql`TRUE`), has: [typeId, ...columns] },
    ...(before ? [{ rows: sql`(${before}) AS before`, beside: beside(sql`FALSE`), has: previousMeasures }] : []),
  ];
  return unionAll([typeId, latest, ...clickMeasures, ...previousMeasures, ...columns], branches);
}

export const soldOf = (actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement =>
  sitesQuery.variant.payroll
    ? paidRows(sitesQuery, saleRows(actor, sitesQuery, reach, paidBy))
    : saleRows(actor, sitesQuery, reach);

/** The points of the period before. In Detail, the points of each day are moved to the following day. */
export function previousPoints(actor: Actor, sitesQuery: SitesQuery, narrowed?: Statement): Statement {
  const { groupBy, range } = sitesQuery;
  const only = all([tierCondition(sitesQuery), narrowed]);
  const named = narrowed !== undefined;
  if (groupBy !== "detail")
    return previousSaleRows(actor, sitesQuery, { range: previous(range), shift: 0, byDay: false, only });
  const before = { start: addDays(range.start, -1), end: addDays(range.end, -1) };
  return previousSaleRows(actor, sitesQuery, { range: before, shift: 1, byDay: true, only, named });
}
