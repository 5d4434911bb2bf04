import { abilities } from "../accounts";
import type { Actor } from "../kernel/operation/roles";
import { all, always, join, sql } from "../kernel/database/sql";
import { type Cte, cte, type Groups, materialized } from "./ctes";
import { daysOfAgents } from "./detail/groups";
import { latest, previousMeasures, clickMeasures, selected, sums, zeros } from "./measures";
import { type GroupKey, readsSingles, sourceOf } from "./group-keys";
import { isDetail, type SitesQuery } from "./query";
import { canSeePoints } from "./shape";
import {
  clickGrain,
  onPage,
  pageFigures,
  type Parts,
  picked,
  previousPoints,
  reachOf,
  rowsOf,
  soldOf,
} from "./sites-figures";
import { hasLatestOffice, keysOf, sortedGroups, sortsByClicks } from "./sites-order";
import { tierCondition, tiersOf } from "./sites-paid";
import { totalsOf, totalsOfPage } from "./sites-totals";
import { clickRows } from "./source";

export function groupsOf(actor: Actor, sitesQuery: SitesQuery): Groups {
  const groups = isDetail(sitesQuery) ? daysOfAgents(actor, sitesQuery) : fewGroups(actor, sitesQuery);
  return { ...groups, ctes: [...tiersOf(actor, sitesQuery), ...groups.ctes] };
}

/** Keys of which no row of a roll-up without agents is lacking. */
const OF_NOBODY: readonly GroupKey[] = ["day", "link", "country"];
/** Keys with few values. */
const FEW: readonly GroupKey[] = ["company", "link", "country", "hour", "device"];

/**
 * There are only hundreds or thousands of days, agents or offices. Clicks are summed for all of them, because the set
 * of groups comes from clicks. Amounts are summed by group for the page and by link for the totals. They are summed by
 * group for all groups only if the report is sorted by one of them.
 */
function fewGroups(actor: Actor, sitesQuery: SitesQuery): Groups {
  const keys = keysOf(sitesQuery);
  const byDay = sitesQuery.keys.includes("day");
  // Offices are few: sales are summed for all of them, and the totals come from those sums. A page of agents or days
  // needs only a small part of the rows. Single sales are not read twice.
  const allOnce = sitesQuery.keys.every((key) => FEW.includes(key)) || readsSingles(sitesQuery.keys);
  const only = tierCondition(sitesQuery);
  const reach = { ...reachOf(sitesQuery), byDay, only };
  const points = canSeePoints(actor, sitesQuery) && !sitesQuery.rows;
  // An agent's office is the one of their latest figures. `latest` orders offices by day, then by ID.
  const last = hasLatestOffice(sitesQuery) ? selected([latest]) : zeros([latest]);
  const ofNobody = sitesQuery.keys.every((key) => OF_NOBODY.includes(key));
  const clicks = clickRows(actor, sitesQuery, reach, ofNobody ? clickGrain(sitesQuery, "nobody") : "agents");
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
    : abilities(actor).seeLpp && !sitesQuery.rows
      ? sql`SELECT ${sums(previousMeasures)} FROM (${previous}) AS rows`
      : sql`SELECT ${zeros(previousMeasures)}`;
  // Sold rows are narrowed where they are stored, which has other columns.
  const parts = (page?: Cte): Parts => {
    const narrowed = page ? onPage(keys, page) : always;
    const stored = page && !allOnce && onPage(keys, page, join(sitesQuery.keys.map(sourceOf)));
    return {
      clicks: sql`SELECT * FROM ${groups.name} WHERE ${narrowed}`,
      sold: soldOf(actor, sitesQuery, { ...reach, only: all([only, stored]) }),
      before: before ? sql`SELECT * FROM ${before.name} WHERE ${narrowed}` : undefined,
    };
  };
  const unsorted = sql`SELECT *, TRUE AS shown FROM ${groups.name}`;
  const rows = sortsByClicks(sitesQuery) ? unsorted : rowsOf(sitesQuery, parts());
  const onThePage = picked(sitesQuery, sortedGroups(sitesQuery, rows));
  const page = pageFigures(sitesQuery, parts(onThePage));
  const counted = cte(
    "counted",
    sql`SELECT total, lpp_prev FROM (SELECT count(*) AS total FROM ${groups.name}) AS groups CROSS JOIN (${earlier}) AS earlier`,
  );
  const allClicks = sql`SELECT ${sums(clickMeasures)} FROM ${groups.name}`;
  const totals = allOnce
    ? totalsOfPage(sitesQuery, allClicks, page)
    : totalsOf(sitesQuery, allClicks, soldOf(actor, sitesQuery, { ...reach, byDay: false }));
  const ctes = [groups, ...(before ? [before] : []), onThePage, ...page.ctes, counted, ...totals.ctes];
  return { ...page, ...totals, picked: onThePage, counted, ctes };
}
