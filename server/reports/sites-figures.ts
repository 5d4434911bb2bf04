import { addDays } from "../kernel/time";
import { previous } from "../trade/periods";
import type { Actor } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";
import { type Cte, cte, type Groups, materialized } from "./ctes";
import {
  type Branch,
  type Column,
  latest,
  previousMeasures,
  clickMeasures,
  halfColumns,
  tierMeasures,
  soldMeasures,
  sums,
  typeId,
  unionAll,
} from "./measures";
import type { SitesQuery } from "./query";
import { keysOf, order } from "./sites-order";
import { halvesOf, paidBy, paidRows, tierCondition } from "./sites-paid";
import { previousSaleRows, type Reach, type RowGrain, saleRows } from "./source";

export const onPage = (keys: Statement, picked: Cte) => sql`(${keys}) IN (SELECT ${keys} FROM ${picked.name})`;

/** Filtering by tier needs rows that keep their agent. */
export const clickGrain = ({ tier }: SitesQuery, least: RowGrain): RowGrain => (tier === undefined ? least : "agents");

/** The groups of the page, as their keys and sort value. */
export const picked = (sitesQuery: SitesQuery, groups: Statement): Cte =>
  materialized(
    "picked",
    sql`SELECT * FROM (${groups}) AS page ORDER BY ${order(sitesQuery, sql`page`)} LIMIT ${sitesQuery.limit} OFFSET ${sitesQuery.offset}`,
  );

/** Clicks by group; sold rows with their link; the points of the period before, if they are shown. */
export type Parts = { clicks: Statement; sold: Statement; before?: Statement };

/**
 * Rows with all measures, for sorting by one of them. Clicks come as two numbers by group, without links; the few sold
 * rows carry all other measures and are not summed beforehand. Summing both together would add eight zeros for each of
 * the many click rows. Points of the period before do not make a group appear.
 */
export const rowsOf = (sitesQuery: SitesQuery, { sold, ...parts }: Parts): Statement =>
  figureRows(sitesQuery, { ...parts, sold: sql`(${sold}) AS sold` }, [
    ...soldMeasures(sitesQuery),
    ...halfColumns(sitesQuery),
    ...tierMeasures(sitesQuery),
  ]);

/** The figures of the page, with their sales by link. */
export type PageFigures = Pick<Groups, "ctes" | "figures" | "halves"> & { byLink: Cte };

export function pageFigures(sitesQuery: SitesQuery, { sold, ...parts }: Parts): PageFigures {
  const keys = keysOf(sitesQuery.groupBy);
  const measures = soldMeasures(sitesQuery);
  const soldHere = cte("sold_here", sold);
  const linkSums = sql`SELECT ${keys}, type_id, ${sums(measures)} FROM ${soldHere.name} GROUP BY ${keys}, type_id`;
  const byLink = cte("by_link", linkSums);
  const figures = cte("figures", figureRows(sitesQuery, { ...parts, sold: byLink.name }, measures));
  const ctes = [soldHere, byLink, figures];
  if (!sitesQuery.variant.payroll) return { ctes, figures, byLink };
  const halves = materialized("halves", halvesOf(soldHere.name, keys));
  return { ctes: [...ctes, halves], figures, byLink, halves };
}

/** Rows of clicks, of sales with these columns, and of the period before. Only the first two make a group appear. */
function figureRows(sitesQuery: SitesQuery, { clicks, sold, before }: Parts, columns: Column[]): Statement {
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
