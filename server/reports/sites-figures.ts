import { addDays } from "../kernel/time";
import { previous } from "../trade/periods";
import type { Actor } from "../kernel/operation/roles";
import { all, join, sql, type Statement } from "../kernel/database/sql";
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
import { columnsOfKeys, typeOf } from "./group-keys";
import { isByDate, type SitesQuery } from "./query";
import { keysOf, order } from "./sites-order";
import { halvesOf, paidBy, paidRows, tierCondition } from "./sites-paid";
import { previousSaleRows, type Reach, type RowGrain, saleRows } from "./source";

/** True for rows of the page's groups; `columns` are the keys as the rows have them. */
export const onPage = (keys: Statement, picked: Cte, columns = keys): Statement =>
  sql`(${columns}) IN (SELECT ${keys} FROM ${picked.name})`;

/** Filtering by tier needs rows that keep their agent. */
export const clickGrain = ({ tier }: SitesQuery, least: RowGrain): RowGrain => (tier === undefined ? least : "agents");

/** The range of the report, its end and its keys. */
export const reachOf = ({ range, until, keys }: SitesQuery) => ({ range, until, keys });

/** The groups of the page, as their keys and sort value. */
export const picked = (sitesQuery: SitesQuery, groups: Statement): Cte =>
  materialized(
    "picked",
    givenRows(sitesQuery) ??
      sql`SELECT * FROM (${groups}) AS page ORDER BY ${order(sitesQuery, sql`page`)} LIMIT ${sitesQuery.limit} OFFSET ${sitesQuery.offset}`,
  );

/** The rows that the query names, as their keys. They have no order. */
export function givenRows({ keys, rows }: SitesQuery): Statement | undefined {
  if (!rows) return undefined;
  const lists = keys.map((key, index) => sql`${rows.map((row) => row[index])}::${typeOf(key)}[]`);
  return sql`SELECT *, 0 AS sorted FROM unnest(${join(lists)}) AS rows (${columnsOfKeys(keys)})`;
}

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
  const keys = keysOf(sitesQuery);
  const measures = soldMeasures(sitesQuery);
  const soldHere = cte("sold_here", sold);
  const linkSums = sql`SELECT ${keys}, type_id, ${sums(measures)} FROM ${soldHere.name} GROUP BY ${keys}, type_id`;
  const byLink = cte("by_link", linkSums);
  const figures = cte("figures", figureRows(sitesQuery, { ...parts, sold: byLink.name }, measures));
  const ctes = [soldHere, byLink, figures];
  if (!sitesQuery.pays) return { ctes, figures, byLink };
  const halves = materialized("halves", halvesOf(soldHere.name, keys));
  return { ctes: [...ctes, halves], figures, byLink, halves };
}

/** Rows of clicks, of sales with these columns, and of the period before. Only the first two make a group appear. */
function figureRows(sitesQuery: SitesQuery, { clicks, sold, before }: Parts, columns: Column[]): Statement {
  const beside = (shown: Statement) => sql`${keysOf(sitesQuery)}, ${shown} AS shown`;
  const branches: Branch[] = [
    { rows: sql`(${clicks}) AS clicks`, beside: beside(sql`TRUE`), has: [latest, ...clickMeasures] },
    { rows: sold, beside: beside(sql`TRUE`), has: [typeId, ...columns] },
    ...(before ? [{ rows: sql`(${before}) AS before`, beside: beside(sql`FALSE`), has: previousMeasures }] : []),
  ];
  return unionAll([typeId, latest, ...clickMeasures, ...previousMeasures, ...columns], branches);
}

export const soldOf = (actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement =>
  sitesQuery.pays
    ? paidRows(sitesQuery, saleRows(actor, sitesQuery, reach, paidBy))
    : saleRows(actor, sitesQuery, reach);

/** The points of the period before. By day and more, as in Detail, the points of each day are moved to the following day. */
export function previousPoints(actor: Actor, sitesQuery: SitesQuery, narrowed?: Statement): Statement {
  const { keys, range } = sitesQuery;
  const only = all([tierCondition(sitesQuery), narrowed]);
  const named = narrowed !== undefined;
  if (!hasPointsOfDayBefore(sitesQuery))
    return previousSaleRows(actor, sitesQuery, { range: previous(range), keys, shift: 0, byDay: false, only });
  const before = { start: addDays(range.start, -1), end: addDays(range.end, -1) };
  return previousSaleRows(actor, sitesQuery, { range: before, keys, shift: 1, byDay: true, only, named });
}

/** True if the period before a row is the day before it. */
export const hasPointsOfDayBefore = (sitesQuery: Pick<SitesQuery, "keys">): boolean =>
  sitesQuery.keys.includes("day") && !isByDate(sitesQuery);
