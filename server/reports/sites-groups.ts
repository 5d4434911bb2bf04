import { abilities } from "../accounts";
import { halfMonthStart } from "../kernel/periods/half-month-sql";
import { addDays, previous } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { all, always, nothing, sql, type Statement } from "../kernel/database/sql";
import {
  type Branch,
  type Column,
  latest,
  previousMeasures,
  clickMeasures,
  halfColumns,
  tierMeasures,
  selected,
  sums,
  typeId,
  unionAll,
  zeros,
} from "./measures";
import type { SitesQuery } from "./query";
import { canSeePoints } from "./shape";
import {
  keysOf,
  ratioWithoutSales,
  order,
  sortedGroups,
  sortsByClicks,
  sortsBySales,
  sortDirection,
} from "./sites-order";
import { halvesOf, paidBy, paidRows, tierCondition, tiersOf } from "./sites-paid";
import { soldMeasures, totals } from "./sites-totals";
import {
  agentsHalf,
  clickRows,
  firstShown,
  type Reach,
  shownDays,
  saleRows,
  previousSaleRows,
  type RowGrain,
} from "./source";

// SQL by hand: sums over the roll-ups for each grouping of a report.

/**
 * The CTEs of a site report:
 * - `picked`: the groups of the page, as their keys and sort value.
 * - `figures`: the measures of these groups, by link.
 * - `counted`: the number of all groups, and their points of the period before. Groups with figures only in the period
 *   before are excluded from both.
 * - `totals`: the measures of all groups, by link.
 * - `halves` and `all_halves` (payroll only): the dollar components of the page's groups and of all groups.
 */
export const groupsOf = (actor: Actor, sitesQuery: SitesQuery): Statement => sql`
  ${tiersOf(actor, sitesQuery)}${sitesQuery.groupBy === "detail" ? daysOfAgents(actor, sitesQuery) : fewGroups(actor, sitesQuery)}`;

/**
 * There are only hundreds or thousands of days, agents or offices. Clicks are summed for all of them, because the set
 * of groups comes from clicks. Amounts are summed by group for the page and by link for the totals. They are summed by
 * group for all groups only if the report is sorted by one of them.
 */
function fewGroups(actor: Actor, sitesQuery: SitesQuery): Statement {
  const { groupBy, range } = sitesQuery;
  const keys = keysOf(groupBy);
  const byDay = groupBy === "date";
  // Offices are few: sales are summed for all of them, and the totals come from those sums. A page of agents or days
  // needs only a small part of the rows.
  const allOnce = groupBy === "company";
  const only = tierCondition(sitesQuery);
  const points = canSeePoints(actor, groupBy);
  // An agent's office is the one of their latest figures. `latest` orders offices by day, then by ID.
  const last = groupBy === "agent" ? selected([latest]) : zeros([latest]);
  const clicks = clickRows(
    actor,
    sitesQuery,
    { range, byDay, only },
    byDay ? clickGrain(sitesQuery, "nobody") : "agents",
  );
  const before = sql`SELECT ${keys}, ${sums(previousMeasures)} FROM (${previousPoints(actor, sitesQuery)}) AS rows GROUP BY ${keys}`;
  // A day has no counterpart in the period before, so by date the total covers that whole period.
  const earlier = points
    ? sql`SELECT ${sums(previousMeasures)} FROM before WHERE (${keys}) IN (SELECT ${keys} FROM groups)`
    : abilities(actor).seeLpp
      ? sql`SELECT ${sums(previousMeasures)} FROM (${previousPoints(actor, sitesQuery)}) AS rows`
      : sql`SELECT ${zeros(previousMeasures)}`;
  const parts = (narrowed = always): Parts => ({
    clicks: sql`SELECT * FROM groups WHERE ${narrowed}`,
    sold: soldOf(actor, sitesQuery, { range, byDay, only: all([only, !allOnce && narrowed]) }),
    before: points ? sql`SELECT * FROM before WHERE ${narrowed}` : undefined,
  });
  const unsorted = sql`SELECT *, TRUE AS shown FROM groups`;
  return sql`
    groups AS MATERIALIZED (
      SELECT ${keys}, ${sums(clickMeasures)}, ${last} FROM (${clicks}) AS rows GROUP BY ${keys}
    ), ${points ? sql`before AS MATERIALIZED (${before}), ` : nothing}
    picked AS MATERIALIZED (
      ${sorted(sitesQuery, sortedGroups(sitesQuery, sortsByClicks(sitesQuery) ? unsorted : rowsOf(sitesQuery, parts())))}
    ), ${pageFigures(sitesQuery, parts(onPage(keys)))}, counted AS (
      SELECT total, lpp_prev FROM (SELECT count(*) AS total FROM groups) AS groups CROSS JOIN (${earlier}) AS earlier
    ), ${totals(
      sitesQuery,
      sql`SELECT ${sums(clickMeasures)} FROM groups`,
      allOnce ? undefined : soldOf(actor, sitesQuery, { range, byDay: false, only }),
    )}`;
}

/**
 * A year has hundreds of thousands of groups by day and agent. Their number comes from the day bits of the half-months,
 * and measures are summed for the page only. Sorted by date, the default, the first groups are found without sorting
 * all of them. Sorted by sales, only one group in ten has any. The others all share one sort value, so the first of
 * them by date are enough.
 */
function daysOfAgents(actor: Actor, sitesQuery: SitesQuery): Statement {
  const { range, sort, limit, offset } = sitesQuery;
  const pool = tierCondition(sitesQuery);
  const reach = { range, byDay: true, only: pool };
  const keys = keysOf("detail");
  const points = canSeePoints(actor, "detail");
  const first = (as: Statement, only?: Statement) => sql`
    SELECT day, agent_id, ${as} AS sorted
    FROM (${firstShown(actor, sitesQuery, { ...reach, only: all([pool, only]) }, sortDirection(sort), offset + limit)}) AS first`;
  const sellers = sql`SELECT *, TRUE AS shown FROM (${soldOf(actor, sitesQuery, reach)}) AS rows`;
  const parts = (narrowed?: Statement): Parts => {
    const pageReach = { ...reach, only: all([pool, narrowed]), named: narrowed !== undefined };
    const clicks = clickRows(actor, sitesQuery, pageReach, "agents");
    const before = previousPoints(
      actor,
      sitesQuery,
      narrowed && sql`(day, agent_id) IN (SELECT day - 1, agent_id FROM picked)`,
    );
    return {
      clicks: sql`SELECT ${keys}, ${sums(clickMeasures)}, ${selected([latest])} FROM (${clicks}) AS rows GROUP BY ${keys}`,
      sold: soldOf(actor, sitesQuery, pageReach),
      before: points
        ? sql`SELECT ${keys}, ${sums(previousMeasures)} FROM (${before}) AS rows GROUP BY ${keys}`
        : undefined,
    };
  };
  const others = first(ratioWithoutSales(sitesQuery), sql`(day, agent_id) NOT IN (SELECT day, agent_id FROM sellers)`);
  const groups = sortsBySales(sitesQuery)
    ? sql`SELECT day, agent_id, sorted FROM sellers UNION ALL ${others}`
    : sort.field === "date"
      ? first(sql`day`)
      : sortedGroups(sitesQuery, rowsOf(sitesQuery, parts()));
  // The half-month of each day is computed once per day, not once per row.
  const calendar = sql`
    SELECT day, half, 1 << (day - half) AS bit FROM (
      SELECT day, ${halfMonthStart(sql`day`)} AS half
      FROM (SELECT ${range.start}::date + n AS day FROM generate_series(0, ${range.end}::date - ${range.start}::date) AS n) AS days
    ) AS halves`;
  // Citus joins these rows with the parts of the statement only when they are complete, which OFFSET 0 requests.
  const earlier = sql`
    SELECT ${sums(previousMeasures)}
    FROM (SELECT * FROM (${previousPoints(actor, sitesQuery)}) AS rows OFFSET 0) AS before JOIN calendar USING (day)
      JOIN shown ON shown.agents_half = ${agentsHalf(sql`half`)}
    WHERE days & bit <> 0`;
  const clicks = clickRows(actor, sitesQuery, { ...reach, byDay: false }, clickGrain(sitesQuery, "nobody"));
  return sql`
    calendar AS MATERIALIZED (${calendar}), shown AS MATERIALIZED (${shownDays(actor, sitesQuery, reach)}),
    ${sortsBySales(sitesQuery) ? sql`sellers AS MATERIALIZED (${sortedGroups(sitesQuery, sellers)}), ` : nothing}
    picked AS MATERIALIZED (${sorted(sitesQuery, groups)}), ${pageFigures(sitesQuery, parts(onPage(keys)))}, counted AS (
      SELECT total, lpp_prev
      FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM shown) AS shown
      CROSS JOIN (${points ? earlier : sql`SELECT ${zeros(previousMeasures)}`}) AS earlier
    ), ${totals(
      sitesQuery,
      sql`SELECT ${sums(clickMeasures)} FROM (${clicks}) AS rows`,
      soldOf(actor, sitesQuery, { ...reach, byDay: false }),
    )}`;
}

const onPage = (keys: Statement) => sql`(${keys}) IN (SELECT ${keys} FROM picked)`;

/** Filtering by tier needs rows that keep their agent. */
const clickGrain = ({ tier }: SitesQuery, least: RowGrain): RowGrain => (tier === undefined ? least : "agents");

const sorted = (sitesQuery: SitesQuery, groups: Statement): Statement => sql`
  SELECT * FROM (${groups}) AS page ORDER BY ${order(sitesQuery)} LIMIT ${sitesQuery.limit} OFFSET ${sitesQuery.offset}`;

/** Clicks by group; sold rows with their link; the points of the period before, if they are shown. */
type Parts = { clicks: Statement; sold: Statement; before?: Statement };

/**
 * Rows with all measures, for sorting by one of them. Clicks come as two numbers by group, without links; the few sold
 * rows carry all other measures and are not summed beforehand. Summing both together would add eight zeros for each of
 * the many click rows. Points of the period before do not make a group appear.
 */
const rowsOf = (sitesQuery: SitesQuery, { sold, ...parts }: Parts): Statement =>
  figures(sitesQuery, { ...parts, sold: sql`(${sold}) AS sold` }, [
    ...soldMeasures(sitesQuery),
    ...halfColumns(sitesQuery),
    ...tierMeasures(sitesQuery),
  ]);

/** The figures of the page, with sales summed by link; in a payroll also by half-month. */
function pageFigures(sitesQuery: SitesQuery, { sold, ...parts }: Parts): Statement {
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

const soldOf = (actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement =>
  sitesQuery.variant.payroll
    ? paidRows(sitesQuery, saleRows(actor, sitesQuery, reach, paidBy))
    : saleRows(actor, sitesQuery, reach);

/** The points of the period before. In Detail, the points of each day are moved to the following day. */
function previousPoints(actor: Actor, sitesQuery: SitesQuery, narrowed?: Statement): Statement {
  const { groupBy, range } = sitesQuery;
  const only = all([tierCondition(sitesQuery), narrowed]);
  const named = narrowed !== undefined;
  if (groupBy !== "detail")
    return previousSaleRows(actor, sitesQuery, { range: previous(range), shift: 0, byDay: false, only });
  const before = { start: addDays(range.start, -1), end: addDays(range.end, -1) };
  return previousSaleRows(actor, sitesQuery, { range: before, shift: 1, byDay: true, only, named });
}
