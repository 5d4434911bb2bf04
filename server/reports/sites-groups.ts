import { abilities } from "../accounts";
import { halfOf } from "../kernel/periods/half-month-sql";
import { addDays, previous } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { all, always, nothing, sql, type Statement } from "../kernel/database/sql";
import {
  type Branch,
  type Column,
  latest,
  type Measure,
  named,
  ofBefore,
  ofClicks,
  ofHalves,
  ofPesos,
  ofSales,
  ofTiers,
  selected,
  sums,
  typeId,
  united,
  zeros,
} from "./measures";
import type { SitesQuery } from "./query";
import { seesPoints } from "./shape";
import { keysOf, ofNoSales, order, sortedGroups, sortsByClicks, sortsBySales, wayOf } from "./sites-order";
import { halvesOf, halvesOfAll, paidBy, paidRows, poolOf, tiersOf } from "./sites-paid";
import { agentsHalf, clicked, firstShown, type Reach, shownDays, sold, soldEarlier, type ToldBy } from "./source";

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
export const groupsOf = (actor: Actor, asked: SitesQuery): Statement => sql`
  ${tiersOf(actor, asked)}${asked.groupBy === "detail" ? daysOfAgents(actor, asked) : fewGroups(actor, asked)}`;

/**
 * There are only hundreds or thousands of days, agents or offices. Clicks are summed for all of them, because the set
 * of groups comes from clicks. Amounts are summed by group for the page and by link for the totals. They are summed by
 * group for all groups only if the report is sorted by one of them.
 */
function fewGroups(actor: Actor, asked: SitesQuery): Statement {
  const { groupBy, range } = asked;
  const keys = keysOf(groupBy);
  const byDay = groupBy === "date";
  // Offices are few: sales are summed for all of them, and the totals come from those sums. A page of agents or days
  // needs only a small part of the rows.
  const allOnce = groupBy === "company";
  const only = poolOf(asked);
  const points = seesPoints(actor, groupBy);
  // An agent's office is the one of their latest figures. `latest` orders offices by day, then by ID.
  const last = groupBy === "agent" ? selected([latest]) : zeros([latest]);
  const clicks = clicked(actor, asked, { range, byDay, only }, byDay ? toldBy(asked, "nobody") : "agents");
  const before = sql`SELECT ${keys}, ${sums(ofBefore)} FROM (${pointsBefore(actor, asked)}) AS rows GROUP BY ${keys}`;
  // A day has no counterpart in the period before, so by date the total covers that whole period.
  const earlier = points
    ? sql`SELECT ${sums(ofBefore)} FROM before WHERE (${keys}) IN (SELECT ${keys} FROM groups)`
    : abilities(actor).seeLpp
      ? sql`SELECT ${sums(ofBefore)} FROM (${pointsBefore(actor, asked)}) AS rows`
      : sql`SELECT ${zeros(ofBefore)}`;
  const parts = (narrowed = always): Parts => ({
    clicks: sql`SELECT * FROM groups WHERE ${narrowed}`,
    sold: soldOf(actor, asked, { range, byDay, only: all([only, !allOnce && narrowed]) }),
    before: points ? sql`SELECT * FROM before WHERE ${narrowed}` : undefined,
  });
  const unsorted = sql`SELECT *, TRUE AS shown FROM groups`;
  return sql`
    groups AS MATERIALIZED (
      SELECT ${keys}, ${sums(ofClicks)}, ${last} FROM (${clicks}) AS rows GROUP BY ${keys}
    ), ${points ? sql`before AS MATERIALIZED (${before}), ` : nothing}
    picked AS MATERIALIZED (
      ${sorted(asked, sortedGroups(asked, sortsByClicks(asked) ? unsorted : rowsOf(asked, parts())))}
    ), ${ofPage(asked, parts(onPage(keys)))}, counted AS (
      SELECT total, lpp_prev FROM (SELECT count(*) AS total FROM groups) AS groups CROSS JOIN (${earlier}) AS earlier
    ), ${totals(
      asked,
      sql`SELECT ${sums(ofClicks)} FROM groups`,
      allOnce ? undefined : soldOf(actor, asked, { range, byDay: false, only }),
    )}`;
}

/**
 * A year has hundreds of thousands of groups by day and agent. Their number comes from the day bits of the half-months,
 * and measures are summed for the page only. Sorted by date, the default, the first groups are found without sorting
 * all of them. Sorted by sales, only one group in ten has any. The others all share one sort value, so the first of
 * them by date are enough.
 */
function daysOfAgents(actor: Actor, asked: SitesQuery): Statement {
  const { range, sort, limit, offset } = asked;
  const pool = poolOf(asked);
  const reach = { range, byDay: true, only: pool };
  const keys = keysOf("detail");
  const points = seesPoints(actor, "detail");
  const first = (as: Statement, only?: Statement) => sql`
    SELECT day, agent_id, ${as} AS sorted
    FROM (${firstShown(actor, asked, { ...reach, only: all([pool, only]) }, wayOf(sort), offset + limit)}) AS first`;
  const sellers = sql`SELECT *, TRUE AS shown FROM (${soldOf(actor, asked, reach)}) AS rows`;
  const parts = (narrowed?: Statement): Parts => {
    const here = { ...reach, only: all([pool, narrowed]), named: narrowed !== undefined };
    const clicks = clicked(actor, asked, here, "agents");
    const before = pointsBefore(
      actor,
      asked,
      narrowed && sql`(day, agent_id) IN (SELECT day - 1, agent_id FROM picked)`,
    );
    return {
      clicks: sql`SELECT ${keys}, ${sums(ofClicks)}, ${selected([latest])} FROM (${clicks}) AS rows GROUP BY ${keys}`,
      sold: soldOf(actor, asked, here),
      before: points ? sql`SELECT ${keys}, ${sums(ofBefore)} FROM (${before}) AS rows GROUP BY ${keys}` : undefined,
    };
  };
  const others = first(ofNoSales(asked), sql`(day, agent_id) NOT IN (SELECT day, agent_id FROM sellers)`);
  const groups = sortsBySales(asked)
    ? sql`SELECT day, agent_id, sorted FROM sellers UNION ALL ${others}`
    : sort.field === "date"
      ? first(sql`day`)
      : sortedGroups(asked, rowsOf(asked, parts()));
  // The half-month of each day is computed once per day, not once per row.
  const calendar = sql`
    SELECT day, half, 1 << (day - half) AS bit FROM (
      SELECT day, ${halfOf(sql`day`)} AS half
      FROM (SELECT ${range.start}::date + n AS day FROM generate_series(0, ${range.end}::date - ${range.start}::date) AS n) AS days
    ) AS halves`;
  const earlier = sql`
    SELECT ${sums(ofBefore)}
    FROM (${pointsBefore(actor, asked)}) AS before JOIN calendar USING (day)
      JOIN shown ON shown.agents_half = ${agentsHalf(sql`half`)}
    WHERE days & bit <> 0`;
  const clicks = clicked(actor, asked, { ...reach, byDay: false }, toldBy(asked, "nobody"));
  return sql`
    calendar AS MATERIALIZED (${calendar}), shown AS MATERIALIZED (${shownDays(actor, asked, reach)}),
    ${sortsBySales(asked) ? sql`sellers AS MATERIALIZED (${sortedGroups(asked, sellers)}), ` : nothing}
    picked AS MATERIALIZED (${sorted(asked, groups)}), ${ofPage(asked, parts(onPage(keys)))}, counted AS (
      SELECT total, lpp_prev
      FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM shown) AS shown
      CROSS JOIN (${points ? earlier : sql`SELECT ${zeros(ofBefore)}`}) AS earlier
    ), ${totals(
      asked,
      sql`SELECT ${sums(ofClicks)} FROM (${clicks}) AS rows`,
      soldOf(actor, asked, { ...reach, byDay: false }),
    )}`;
}

const onPage = (keys: Statement) => sql`(${keys}) IN (SELECT ${keys} FROM picked)`;

/** Filtering by tier needs rows that keep their agent. */
const toldBy = ({ tier }: SitesQuery, least: ToldBy): ToldBy => (tier === undefined ? least : "agents");

const sorted = (asked: SitesQuery, groups: Statement): Statement => sql`
  SELECT * FROM (${groups}) AS page ORDER BY ${order(asked)} LIMIT ${asked.limit} OFFSET ${asked.offset}`;

/** Clicks by group; sold rows with their link; the points of the period before, if they are shown. */
type Parts = { clicks: Statement; sold: Statement; before?: Statement };

/**
 * Rows with all measures, for sorting by one of them. Clicks come as two numbers by group, without links; the few sold
 * rows carry all other measures and are not summed beforehand. Summing both together would add eight zeros for each of
 * the many click rows. Points of the period before do not make a group appear.
 */
const rowsOf = (asked: SitesQuery, { sold, ...parts }: Parts): Statement =>
  figures(asked, { ...parts, sold: sql`(${sold}) AS sold` }, [
    ...soldMeasures(asked),
    ...ofHalves(asked),
    ...ofTiers(asked),
  ]);

/** The figures of the page, with sales summed by link; in a payroll also by half-month. */
function ofPage(asked: SitesQuery, { sold, ...parts }: Parts): Statement {
  const keys = keysOf(asked.groupBy);
  return sql`
    sold_here AS (${sold}),
    by_link AS (SELECT ${keys}, type_id, ${sums(soldMeasures(asked))} FROM sold_here GROUP BY ${keys}, type_id),
    figures AS (${figures(asked, { ...parts, sold: sql`by_link` }, soldMeasures(asked))})
    ${asked.variant.payroll ? sql`, halves AS MATERIALIZED (${halvesOf(sql`sold_here`, keys)})` : nothing}`;
}

/** Rows of clicks, of sales with these columns, and of the period before. Only the first two make a group appear. */
function figures(asked: SitesQuery, { clicks, sold, before }: Parts, columns: Column[]): Statement {
  const beside = (shown: Statement) => sql`${keysOf(asked.groupBy)}, ${shown} AS shown`;
  const branches: Branch[] = [
    { rows: sql`(${clicks}) AS clicks`, beside: beside(sql`TRUE`), has: [latest, ...ofClicks] },
    { rows: sold, beside: beside(sql`TRUE`), has: [typeId, ...columns] },
    ...(before ? [{ rows: sql`(${before}) AS before`, beside: beside(sql`FALSE`), has: ofBefore }] : []),
  ];
  return united([typeId, latest, ...ofClicks, ...ofBefore, ...columns], branches);
}

const soldOf = (actor: Actor, asked: SitesQuery, reach: Reach): Statement =>
  asked.variant.payroll ? paidRows(asked, sold(actor, asked, reach, paidBy)) : sold(actor, asked, reach);

/** The points of the period before. In Detail, the points of each day are moved to the following day. */
function pointsBefore(actor: Actor, asked: SitesQuery, narrowed?: Statement): Statement {
  const { groupBy, range } = asked;
  const only = all([poolOf(asked), narrowed]);
  const named = narrowed !== undefined;
  if (groupBy !== "detail") return soldEarlier(actor, asked, { range: previous(range), shift: 0, byDay: false, only });
  const before = { start: addDays(range.start, -1), end: addDays(range.end, -1) };
  return soldEarlier(actor, asked, { range: before, shift: 1, byDay: true, only, named });
}

/**
 * The CTEs for the totals of all groups: clicks without links, sales by link, and in a payroll also by half-month, both
 * from the same sums. Without `sold`, they come from the page's sums, which then cover all groups.
 */
function totals(asked: SitesQuery, clicks: Statement, sold?: Statement): Statement {
  const measures = soldMeasures(asked);
  const by = named([typeId, ...ofHalves(asked)]);
  const summed =
    sold &&
    sql`
    sums AS MATERIALIZED (SELECT ${by}, ${sums([...measures, ...ofTiers(asked)])} FROM (${sold}) AS sold GROUP BY ${by}), `;
  const byLink = sql`SELECT type_id, ${sums(measures)} FROM ${sold ? sql`sums` : sql`by_link`} GROUP BY type_id`;
  const rows = united(
    [typeId, ...ofClicks, ...measures],
    [
      { rows: sql`(${byLink}) AS sold`, has: [typeId, ...measures] },
      { rows: sql`(${clicks}) AS clicks`, has: ofClicks },
    ],
  );
  return sql`
    ${summed ?? nothing}totals AS (${rows})${
      asked.variant.payroll ? sql`, all_halves AS (${sold ? halvesOf(sql`sums`) : halvesOfAll(sql`halves`)})` : nothing
    }`;
}

/** The measures of sold rows, which have a link. */
const soldMeasures = (asked: SitesQuery): Measure[] => [...ofSales, ...ofPesos(asked)];
