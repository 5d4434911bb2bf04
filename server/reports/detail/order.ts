import type { Actor } from "../../kernel/operation/roles";
import { all, identifier, nothing, sql, type Statement } from "../../kernel/database/sql";
import { type Cte, materialized } from "../ctes";
import type { SitesQuery } from "../query";
import { clickMeasures, latest, sums, zeros } from "../measures";
import { givenRows, picked, rowsOf, soldOf } from "../sites-figures";
import {
  nameColumns,
  nameJoins,
  order,
  ratioWithoutSales,
  sortDirection,
  sortedGroups,
  sortsByShare,
  sortsBySales,
} from "../sites-order";
import { clickRows, firstShown, groupsShown, type Reach, shownDays } from "../source";

/** Pages that end after more groups are found by sums for all groups. */
const NEAR = 1_000;

/** A report by day and agent, and the parts that define its groups (see shownDays). */
export type Days = {
  actor: Actor;
  sitesQuery: SitesQuery;
  reach: Reach;
  /** The days of the range, with their half-month and their bit in it. */
  calendar: Cte;
  shown: Cte;
  /** The points of the day before, of the groups that count. */
  earlier: Cte;
};

/** The groups of the page. `ctes` are these and what they read. */
type Picked = { picked: Cte; ctes: Cte[] };

/**
 * Each order reads the least that decides it: the first days for the date, sold rows for amounts, the busiest half-months
 * for clicks, and counts of days for names.
 */
export function pickedDays(days: Days): Picked {
  const { sort, limit, offset } = days.sitesQuery;
  const given = givenRows(days.sitesQuery);
  if (given) return pickedOf(days, given);
  if (sort.field === "date") return pickedOf(days, first(days, days.reach, sql`day`));
  if (sort.field in nameColumns) return byName(days);
  if (sort.field === "raws" || sort.field === "uniques") {
    if (offset + limit > NEAR) return pickedOf(days, sumsOf(days, days.reach));
    return sort.ascending ? byFewest(days) : byMost(days);
  }
  if (sort.field === "lppPrev" || sortsBySales(days.sitesQuery)) return byAmount(days);
  if (sortsByShare(days.sitesQuery)) return byShare(days);
  const groups = sql`SELECT *, TRUE AS shown FROM (${daysOf(days.shown.name, days)}) AS days`;
  return pickedOf(days, sortedGroups(days.sitesQuery, groups));
}

function pickedOf({ sitesQuery }: Days, groups: Statement, read: Cte[] = []): Picked {
  const own = picked(sitesQuery, groups);
  return { picked: own, ctes: [...read, own] };
}

/** The first groups by date. All of them share one sort value. */
const first = ({ actor, sitesQuery }: Days, reach: Reach, value: Statement) => sql`
  SELECT day, agent_id, ${value} AS sorted
  FROM (${firstShown(actor, sitesQuery, reach, sortDirection(sitesQuery.sort), sitesQuery.offset + sitesQuery.limit)}) AS first`;

/**
 * Only one group in ten has sales, or had them on the day before. The others all share one sort value, so the first of
 * them by date are enough.
 */
function byAmount(days: Days): Picked {
  const { actor, sitesQuery, reach, earlier } = days;
  const sold = sql`SELECT *, TRUE AS shown FROM (${soldOf(actor, sitesQuery, reach)}) AS rows`;
  const valued = materialized(
    "valued",
    sitesQuery.sort.field === "lppPrev"
      ? sql`SELECT day, agent_id, sum(lpp_prev) AS sorted FROM ${earlier.name} GROUP BY day, agent_id`
      : sortedGroups(sitesQuery, sold),
  );
  const only = all([reach.only, sql`(day, agent_id) NOT IN (SELECT day, agent_id FROM ${valued.name})`]);
  const others = first(days, { ...reach, only }, ratioWithoutSales(sitesQuery));
  return pickedOf(days, sql`SELECT day, agent_id, sorted FROM ${valued.name} UNION ALL ${others}`, [valued]);
}

/** A share needs both parts of all groups. */
function byShare(days: Days): Picked {
  const { actor, sitesQuery, reach } = days;
  const clicks = clickRows(actor, sitesQuery, reach, "agents");
  const summed = sql`
    SELECT day, agent_id, ${sums(clickMeasures)}, ${zeros([latest])} FROM (${clicks}) AS rows GROUP BY day, agent_id`;
  const rows = rowsOf(sitesQuery, { clicks: summed, sold: soldOf(actor, sitesQuery, reach) });
  return pickedOf(days, sortedGroups(sitesQuery, rows));
}

/** The clicks of each group. */
const sumsOf = ({ actor, sitesQuery }: Days, reach: Reach): Statement => sql`
  SELECT day, agent_id, sum(${identifier(sitesQuery.sort.field)}) AS sorted
  FROM (${clickRows(actor, sitesQuery, reach, "agents")}) AS rows GROUP BY day, agent_id`;

/** The clicks of some groups. */
const sumsIn = (days: Days, groups: Cte): Statement => {
  const only = all([days.reach.only, sql`(day, agent_id) IN (SELECT day, agent_id FROM ${groups.name})`]);
  return sumsOf(days, { ...days.reach, only, named: true });
};

/** Groups in this many pages by date are enough to fill one page with groups of a single click. */
const EARLY_PAGES = 20;

/**
 * Groups with the fewest clicks. Nearly every page is filled by groups with none, which have a row with none, and by
 * groups with one. Equal groups are in the order of their dates, so the first of them by date are enough. Only a page
 * that these do not fill is found by sums for all groups.
 */
function byFewest(days: Days): Picked {
  const { actor, sitesQuery, reach } = days;
  const { sort, limit, offset } = sitesQuery;
  const count = offset + limit;
  const keys = sql`day, agent_id`;
  const none = all([reach.only, sql`${identifier(sort.field)} = 0`]);
  const early = firstShown(actor, sitesQuery, reach, sql`ASC`, EARLY_PAGES * count);
  const likely = materialized(
    "likely",
    sql`
      ${groupsShown(actor, sitesQuery, { ...reach, only: none }, keys)} UNION
      (SELECT ${keys} FROM (${early}) AS early ORDER BY ${keys} LIMIT ${EARLY_PAGES * count})`,
  );
  const few = materialized("few", sql`SELECT * FROM (${sumsIn(days, likely)}) AS sums WHERE sorted <= 1`);
  const found = sql`(SELECT count(*) FROM ${few.name})`;
  const groups = sql`
    SELECT * FROM ${few.name} WHERE ${found} >= ${count} UNION ALL
    SELECT * FROM (${sumsOf(days, reach)}) AS sums WHERE ${found} < ${count}`;
  return pickedOf(days, groups, [likely, few]);
}

/**
 * Groups with the most clicks, of a few hundred half-months in a year of 50,000. No day has more clicks than its
 * half-month. So days of the busiest half-months give a number that the page's groups reach at least, and only
 * half-months that reach it are summed.
 */
function byMost(days: Days): Picked {
  const { actor, sitesQuery, reach } = days;
  const { sort, limit, offset, range } = sitesQuery;
  const count = offset + limit;
  const clicks = { sum: identifier(sort.field) };
  const most = materialized("most", shownDays(actor, sitesQuery, { range, only: reach.only }, clicks));
  const top = sql`SELECT * FROM ${most.name} WHERE days <> 0 ORDER BY most DESC, agents_half LIMIT ${count}`;
  const busiest = materialized("busiest", daysOf(sql`(${top}) AS shown`, days));
  const least = materialized(
    "least",
    sql`SELECT sorted FROM (${sumsIn(days, busiest)}) AS sums ORDER BY sorted DESC, day, agent_id LIMIT 1 OFFSET ${count - 1}`,
  );
  const enough = sql`SELECT * FROM ${most.name} WHERE most >= coalesce((SELECT sorted FROM ${least.name}), 0)`;
  const likely = materialized("likely", daysOf(sql`(${enough}) AS shown`, days));
  return pickedOf(days, sumsIn(days, likely), [most, busiest, least, likely]);
}

/**
 * Groups by the name of their agent or office. The number of groups of each name gives the names on the page, and only
 * their days are sorted. The office of a group is the one with the highest ID, as on the page.
 */
function byName(days: Days): Picked {
  const { actor, sitesQuery, reach, shown } = days;
  const { sort, limit, offset, range } = sitesQuery;
  const name = nameColumns[sort.field] ?? nothing;
  const owners = materialized(
    "owners",
    sort.field === "officeName"
      ? sql`
        SELECT agents_half, company_id, days & ~coalesce(bit_or(days) OVER (PARTITION BY agents_half
          ORDER BY company_id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS days
        FROM (${shownDays(actor, sitesQuery, { range, only: reach.only }, { key: sql`company_id` })}) AS shown`
      : sql`SELECT agents_half, 0 AS company_id, days FROM ${shown.name}`,
  );
  const counts = sql`
    SELECT ${AGENT} AS agent_id, company_id, sum(bit_count(days::bit(16)))::bigint AS groups
    FROM ${owners.name} WHERE days <> 0 GROUP BY 1, company_id`;
  const inOrder = sql`sum(groups) OVER (ORDER BY sorted ${sortDirection(sort)} NULLS LAST)`;
  const names = materialized(
    "names",
    sql`
      SELECT agent_id, company_id, sorted, (passed - groups)::bigint AS passed FROM (
        SELECT agent_id, company_id, sorted, ${inOrder} AS passed, sum(groups) OVER (PARTITION BY sorted) AS groups
        FROM (SELECT page.*, ${name} AS sorted FROM (${counts}) AS page ${nameJoins(sql`page`, sitesQuery)}) AS named
      ) AS running WHERE passed > ${offset} AND passed - groups < ${offset + limit}`,
  );
  const own = materialized(
    "picked",
    sql`
      SELECT page.day, page.agent_id, sorted
      FROM (${daysOf(owners.name, days, sql`, company_id`)}) AS page JOIN ${names.name} USING (agent_id, company_id)
      ORDER BY ${order(sitesQuery, sql`page`)} LIMIT ${limit} OFFSET ${offset} - coalesce((SELECT min(passed) FROM ${names.name}), 0)`,
  );
  return { picked: own, ctes: [owners, names, own] };
}

/** The agent and the half-month of `agents_half` (see agentsHalf). */
const AGENT = sql`(agents_half / 100000)::int`;
const HALF = sql`date '1900-01-01' + (agents_half % 100000)::int`;

/** The groups of a relation with `agents_half` and `days` (see shownDays). */
const daysOf = (shown: Statement, { calendar }: Pick<Days, "calendar">, more = nothing): Statement => sql`
  SELECT day, ${AGENT} AS agent_id${more} FROM ${calendar.name} JOIN ${shown} ON half = ${HALF} WHERE days & bit <> 0`;
