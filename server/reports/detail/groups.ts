import { halfMonthStart } from "../../trade/periods/half-month-sql";
import type { Actor } from "../../kernel/operation/roles";
import { all, sql } from "../../kernel/database/sql";
import { type Cte, cte, type Groups, materialized } from "../ctes";
import { latest, previousMeasures, clickMeasures, selected, sums, zeros } from "../measures";
import type { SitesQuery } from "../query";
import { canSeePoints } from "../shape";
import { clickGrain, onPage, pageFigures, type Parts, previousPoints, reachOf, soldOf } from "../sites-figures";
import { keysOf } from "../sites-order";
import { tierCondition } from "../sites-paid";
import { totalsOf } from "../sites-totals";
import { agentsHalf, clickRows, type Reach, shownDays } from "../source";
import { pickedDays } from "./order";

/**
 * A year has hundreds of thousands of groups by day and agent. Which there are comes from the day bits of the
 * half-months, and measures are summed for the page only.
 */
export function daysOfAgents(actor: Actor, sitesQuery: SitesQuery): Groups {
  const { range } = sitesQuery;
  const reach = { ...reachOf(sitesQuery), byDay: true, only: tierCondition(sitesQuery) };
  const points = canSeePoints(actor, sitesQuery) && !sitesQuery.rows;
  // The half-month of each day is computed once per day, not once per row.
  const calendar = materialized(
    "calendar",
    sql`
    SELECT day, half, 1 << (day - half) AS bit FROM (
      SELECT day, ${halfMonthStart(sql`day`)} AS half
      FROM (SELECT ${range.start}::date + n AS day FROM generate_series(0, ${range.end}::date - ${range.start}::date) AS n) AS days
    ) AS halves`,
  );
  const shown = materialized("shown", shownDays(actor, sitesQuery, reach));
  // Citus joins these rows with the parts of the statement only when they are complete, which OFFSET 0 requests.
  const pointsBefore = sql`
    SELECT day, agent_id, lpp_prev
    FROM (SELECT * FROM (${previousPoints(actor, sitesQuery)}) AS rows OFFSET 0) AS before JOIN ${calendar.name} USING (day)
      JOIN ${shown.name} ON ${shown.name}.agents_half = ${agentsHalf(sql`half`)}
    WHERE days & bit <> 0`;
  const earlier = cte("earlier", points ? pointsBefore : sql`SELECT ${zeros(previousMeasures)}`);
  const ordered = pickedDays({ actor, sitesQuery, reach, calendar, shown, earlier });
  const page = pageFigures(sitesQuery, partsOfPage(actor, sitesQuery, reach, ordered.picked));
  const counted = cte(
    "counted",
    sql`
      SELECT total, lpp_prev
      FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM ${shown.name}) AS shown
      CROSS JOIN (SELECT ${sums(previousMeasures)} FROM ${earlier.name}) AS earlier`,
  );
  const clicks = clickRows(actor, sitesQuery, { ...reach, byDay: false }, clickGrain(sitesQuery, "nobody"));
  const totals = totalsOf(
    sitesQuery,
    sql`SELECT ${sums(clickMeasures)} FROM (${clicks}) AS rows`,
    soldOf(actor, sitesQuery, { ...reach, byDay: false }),
  );
  const ctes = [calendar, shown, earlier, ...ordered.ctes, ...page.ctes, counted, ...totals.ctes];
  return { ...page, ...totals, picked: ordered.picked, counted, ctes };
}

function partsOfPage(actor: Actor, sitesQuery: SitesQuery, reach: Reach, picked: Cte): Parts {
  const keys = keysOf(sitesQuery);
  const pageReach = { ...reach, only: all([reach.only, onPage(keys, picked)]), named: true };
  const clicks = clickRows(actor, sitesQuery, pageReach, "agents");
  const dayBefore = sql`(day, agent_id) IN (SELECT day - 1, agent_id FROM ${picked.name})`;
  const before = previousPoints(actor, sitesQuery, dayBefore);
  return {
    clicks: sql`SELECT ${keys}, ${sums(clickMeasures)}, ${selected([latest])} FROM (${clicks}) AS rows GROUP BY ${keys}`,
    sold: soldOf(actor, sitesQuery, pageReach),
    before:
      canSeePoints(actor, sitesQuery) && !sitesQuery.rows
        ? sql`SELECT ${keys}, ${sums(previousMeasures)} FROM (${before}) AS rows GROUP BY ${keys}`
        : undefined,
  };
}
