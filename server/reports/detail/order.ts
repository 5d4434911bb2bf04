import type { Actor } from "../../kernel/operation/roles";
import { all, identifier, nothing, sql, type Statement } from "../../kernel/database/sql";
import type { SitesQuery } from "../query";
import { soldOf, sorted } from "../sites-figures";
import {
  nameColumns,
  nameJoins,
  order,
  ratioWithoutSales,
  sortDirection,
  sortedGroups,
  sortsBySales,
} from "../sites-order";
import { clickRows, firstShown, groupsShown, type Reach, shownDays } from "../source";

// SQL by hand: finds the page of a Detail without sums for all of its groups.

/** Pages that end after more groups are found by sums for all groups. */
const NEAR = 1_000;

/**
 * The CTE `picked`, the groups of the page, and those that it needs. Each order reads the least that decides it: the
 * first days for the date, sold rows for amounts, the busiest half-months for clicks, and counts of days for names.
 */
export function pickedDays(actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement {
  const { sort, limit, offset } = sitesQuery;
  const picked = (groups: Statement) => sql`picked AS MATERIALIZED (${sorted(sitesQuery, groups)})`;
  if (sort.field === "date") return picked(first(actor, sitesQuery, reach, sql`day`));
  if (sort.field in nameColumns) return byName(actor, sitesQuery, reach);
  if (sort.field === "raws" || sort.field === "uniques") {
    if (offset + limit > NEAR) return picked(sumsOf(actor, sitesQuery, reach));
    return (sort.ascending ? byFewest : byMost)(actor, sitesQuery, reach);
  }
  if (sort.field === "lppPrev" || sortsBySales(sitesQuery)) return byAmount(actor, sitesQuery, reach);
  return picked(sortedGroups(sitesQuery, sql`SELECT *, TRUE AS shown FROM (${daysOf(sql`shown`)}) AS days`));
}

/** The first groups by date. All of them share one sort value. */
const first = (actor: Actor, sitesQuery: SitesQuery, reach: Reach, value: Statement) => sql`
  SELECT day, agent_id, ${value} AS sorted
  FROM (${firstShown(actor, sitesQuery, reach, sortDirection(sitesQuery.sort), sitesQuery.offset + sitesQuery.limit)}) AS first`;

/**
 * Only one group in ten has sales, or had them on the day before. The others all share one sort value, so the first of
 * them by date are enough.
 */
function byAmount(actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement {
  const sold = sql`SELECT *, TRUE AS shown FROM (${soldOf(actor, sitesQuery, reach)}) AS rows`;
  const valued =
    sitesQuery.sort.field === "lppPrev"
      ? sql`SELECT day, agent_id, sum(lpp_prev) AS sorted FROM earlier GROUP BY day, agent_id`
      : sortedGroups(sitesQuery, sold);
  const only = all([reach.only, sql`(day, agent_id) NOT IN (SELECT day, agent_id FROM valued)`]);
  const others = first(actor, sitesQuery, { ...reach, only }, ratioWithoutSales(sitesQuery));
  return sql`
    valued AS MATERIALIZED (${valued}),
    picked AS MATERIALIZED (${sorted(sitesQuery, sql`SELECT day, agent_id, sorted FROM valued UNION ALL ${others}`)})`;
}

/** The clicks of each group. */
const sumsOf = (actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement => sql`
  SELECT day, agent_id, sum(${identifier(sitesQuery.sort.field)}) AS sorted
  FROM (${clickRows(actor, sitesQuery, reach, "agents")}) AS rows GROUP BY day, agent_id`;

/** The clicks of the groups of a CTE. */
const sumsIn = (actor: Actor, sitesQuery: SitesQuery, reach: Reach, groups: Statement): Statement => {
  const only = all([reach.only, sql`(day, agent_id) IN (SELECT day, agent_id FROM ${groups})`]);
  return sumsOf(actor, sitesQuery, { ...reach, only, named: true });
};

/** Groups in this many pages by date are enough to fill one page with groups of a single click. */
const EARLY_PAGES = 20;

/**
 * Groups with the fewest clicks. Nearly every page is filled by groups with none, which have a row with none, and by
 * groups with one. Equal groups are in the order of their dates, so the first of them by date are enough. Only a page
 * that these do not fill is found by sums for all groups.
 */
function byFewest(actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement {
  const { sort, limit, offset } = sitesQuery;
  const count = offset + limit;
  const keys = sql`day, agent_id`;
  const none = all([reach.only, sql`${identifier(sort.field)} = 0`]);
  const early = firstShown(actor, sitesQuery, reach, sql`ASC`, EARLY_PAGES * count);
  const found = sql`(SELECT count(*) FROM few)`;
  return sql`
    likely AS MATERIALIZED (
      ${groupsShown(actor, sitesQuery, { ...reach, only: none }, keys)} UNION
      (SELECT ${keys} FROM (${early}) AS early ORDER BY ${keys} LIMIT ${EARLY_PAGES * count})
    ),
    few AS MATERIALIZED (
      SELECT * FROM (${sumsIn(actor, sitesQuery, reach, sql`likely`)}) AS sums WHERE sorted <= 1
    ),
    picked AS MATERIALIZED (${sorted(
      sitesQuery,
      sql`
        SELECT * FROM few WHERE ${found} >= ${count} UNION ALL
        SELECT * FROM (${sumsOf(actor, sitesQuery, reach)}) AS sums WHERE ${found} < ${count}`,
    )})`;
}

/**
 * Groups with the most clicks, of a few hundred half-months in a year of 50,000. No day has more clicks than its
 * half-month. So days of the busiest half-months give a number that the page's groups reach at least, and only
 * half-months that reach it are summed.
 */
function byMost(actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement {
  const { sort, limit, offset, range } = sitesQuery;
  const count = offset + limit;
  const measure = identifier(sort.field);
  return sql`
    most AS MATERIALIZED (${shownDays(actor, sitesQuery, { range, only: reach.only }, { sum: measure })}),
    busiest AS MATERIALIZED (${daysOf(
      sql`(SELECT * FROM most WHERE days <> 0 ORDER BY most DESC, agents_half LIMIT ${count}) AS shown`,
    )}),
    least AS MATERIALIZED (
      SELECT sorted FROM (${sumsIn(actor, sitesQuery, reach, sql`busiest`)}) AS sums ORDER BY sorted DESC, day, agent_id LIMIT 1 OFFSET ${count - 1}
    ),
    likely AS MATERIALIZED (${daysOf(
      sql`(SELECT * FROM most WHERE most >= coalesce((SELECT sorted FROM least), 0)) AS shown`,
    )}),
    picked AS MATERIALIZED (${sorted(sitesQuery, sumsIn(actor, sitesQuery, reach, sql`likely`))})`;
}

/**
 * Groups by the name of their agent or office. The number of groups of each name gives the names on the page, and only
 * their days are sorted. The office of a group is the one with the highest ID, as on the page.
 */
function byName(actor: Actor, sitesQuery: SitesQuery, reach: Reach): Statement {
  const { sort, limit, offset, range } = sitesQuery;
  const name = nameColumns[sort.field] ?? nothing;
  const owners =
    sort.field === "officeName"
      ? sql`
        SELECT agents_half, company_id, days & ~coalesce(bit_or(days) OVER (PARTITION BY agents_half
          ORDER BY company_id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS days
        FROM (${shownDays(actor, sitesQuery, { range, only: reach.only }, { key: sql`company_id` })}) AS shown`
      : sql`SELECT agents_half, 0 AS company_id, days FROM shown`;
  const counts = sql`
    SELECT ${AGENT} AS agent_id, company_id, sum(bit_count(days::bit(16)))::bigint AS groups
    FROM owners WHERE days <> 0 GROUP BY 1, company_id`;
  const inOrder = sql`sum(groups) OVER (ORDER BY sorted ${sortDirection(sort)} NULLS LAST)`;
  return sql`
    owners AS MATERIALIZED (${owners}), names AS MATERIALIZED (
      SELECT agent_id, company_id, sorted, (passed - groups)::bigint AS passed FROM (
        SELECT agent_id, company_id, sorted, ${inOrder} AS passed, sum(groups) OVER (PARTITION BY sorted) AS groups
        FROM (SELECT page.*, ${name} AS sorted FROM (${counts}) AS page ${nameJoins}) AS named
      ) AS running WHERE passed > ${offset} AND passed - groups < ${offset + limit}
    ), picked AS MATERIALIZED (
      SELECT page.day, page.agent_id, sorted
      FROM (${daysOf(sql`owners`, sql`, company_id`)}) AS page JOIN names USING (agent_id, company_id)
      ORDER BY ${order(sitesQuery)} LIMIT ${limit} OFFSET ${offset} - coalesce((SELECT min(passed) FROM names), 0)
    )`;
}

/** The agent and the half-month of `agents_half` (see agentsHalf). */
const AGENT = sql`(agents_half / 100000)::int`;
const HALF = sql`date '1900-01-01' + (agents_half % 100000)::int`;

/** The groups of a relation with `agents_half` and `days` (see shownDays). */
const daysOf = (shown: Statement, more = nothing): Statement => sql`
  SELECT day, ${AGENT} AS agent_id${more} FROM calendar JOIN ${shown} ON half = ${HALF} WHERE days & bit <> 0`;
