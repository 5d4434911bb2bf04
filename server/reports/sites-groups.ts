import { abilities } from "../accounts";
import type { Actor } from "../kernel/operation/roles";
import { all, always, sql } from "../kernel/database/sql";
import { cte, type Groups, materialized } from "./ctes";
import { daysOfAgents } from "./detail/groups";
import { latest, previousMeasures, clickMeasures, selected, sums, zeros } from "./measures";
import type { SitesQuery } from "./query";
import { canSeePoints } from "./shape";
import { clickGrain, onPage, pageFigures, type Parts, picked, previousPoints, rowsOf, soldOf } from "./sites-figures";
import { keysOf, sortedGroups, sortsByClicks } from "./sites-order";
import { tierCondition, tiersOf } from "./sites-paid";
import { totalsOf, totalsOfPage } from "./sites-totals";
import { clickRows } from "./source";

export function groupsOf(actor: Actor, sitesQuery: SitesQuery): Groups {
  const groups = sitesQuery.groupBy === "detail" ? daysOfAgents(actor, sitesQuery) : fewGroups(actor, sitesQuery);
  return { ...groups, ctes: [...tiersOf(actor, sitesQuery), ...groups.ctes] };
}

/**
 * There are only hundreds or thousands of days, agents or offices. Clicks are summed for all of them, because the set
 * of groups comes from clicks. Amounts are summed by group for the page and by link for the totals. They are summed by
 * group for all groups only if the report is sorted by one of them.
 */
function fewGroups(actor: Actor, sitesQuery: SitesQuery): Groups {
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
  const groups = materialized(
    "groups",
    sql`SELECT ${keys}, ${sums(clickMeasures)}, ${last} FROM (${clicks}) AS rows GROUP BY ${keys}`,
  );
  const previous = previousPoints(actor, sitesQuery);
  const before =
    points &&
    materialized("before", sql`SELECT ${keys}, ${sums(previousMeasures)} FROM (${previous}) AS rows GROUP BY ${keys}`);
  // A day has no counterpart in the period before, so by date the total covers that whole period.
  const earlier = before
    ? sql`SELECT ${sums(previousMeasures)} FROM ${before.name} WHERE (${keys}) IN (SELECT ${keys} FROM ${groups.name})`
    : abilities(actor).seeLpp
      ? sql`SELECT ${sums(previousMeasures)} FROM (${previous}) AS rows`
      : sql`SELECT ${zeros(previousMeasures)}`;
  const parts = (narrowed = always): Parts => ({
    clicks: sql`SELECT * FROM ${groups.name} WHERE ${narrowed}`,
    sold: soldOf(actor, sitesQuery, { range, byDay, only: all([only, !allOnce && narrowed]) }),
    before: before ? sql`SELECT * FROM ${before.name} WHERE ${narrowed}` : undefined,
  });
  const unsorted = sql`SELECT *, TRUE AS shown FROM ${groups.name}`;
  const rows = sortsByClicks(sitesQuery) ? unsorted : rowsOf(sitesQuery, parts());
  const onThePage = picked(sitesQuery, sortedGroups(sitesQuery, rows));
  const page = pageFigures(sitesQuery, parts(onPage(keys, onThePage)));
  const counted = cte(
    "counted",
    sql`SELECT total, lpp_prev FROM (SELECT count(*) AS total FROM ${groups.name}) AS groups CROSS JOIN (${earlier}) AS earlier`,
  );
  const allClicks = sql`SELECT ${sums(clickMeasures)} FROM ${groups.name}`;
  const totals = allOnce
    ? totalsOfPage(sitesQuery, allClicks, page)
    : totalsOf(sitesQuery, allClicks, soldOf(actor, sitesQuery, { range, byDay: false, only }));
  const ctes = [groups, ...(before ? [before] : []), onThePage, ...page.ctes, counted, ...totals.ctes];
  return { ...page, ...totals, picked: onThePage, counted, ctes };
}
