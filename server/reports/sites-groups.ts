import { abilities } from "../accounts";
import type { Actor } from "../kernel/operation/roles";
import { all, always, nothing, sql, type Statement } from "../kernel/database/sql";
import { daysOfAgents } from "./detail/groups";
import { latest, previousMeasures, clickMeasures, selected, sums, zeros } from "./measures";
import type { SitesQuery } from "./query";
import { canSeePoints } from "./shape";
import { clickGrain, onPage, pageFigures, type Parts, previousPoints, rowsOf, soldOf, sorted } from "./sites-figures";
import { keysOf, sortedGroups, sortsByClicks } from "./sites-order";
import { tierCondition, tiersOf } from "./sites-paid";
import { totals } from "./sites-totals";
import { clickRows } from "./source";

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
