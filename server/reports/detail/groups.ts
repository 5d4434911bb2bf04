import { halfMonthStart } from "../../kernel/periods/half-month-sql";
import type { Actor } from "../../kernel/operation/roles";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { latest, previousMeasures, clickMeasures, selected, sums, zeros } from "../measures";
import type { SitesQuery } from "../query";
import { canSeePoints } from "../shape";
import { clickGrain, onPage, pageFigures, type Parts, previousPoints, soldOf } from "../sites-figures";
import { keysOf } from "../sites-order";
import { tierCondition } from "../sites-paid";
import { totals } from "../sites-totals";
import { agentsHalf, clickRows, shownDays } from "../source";
import { pickedDays } from "./order";

// SQL by hand: sums over the roll-ups by day and agent.

/**
 * A year has hundreds of thousands of groups by day and agent. Which there are comes from the day bits of the
 * half-months, and measures are summed for the page only.
 */
export function daysOfAgents(actor: Actor, sitesQuery: SitesQuery): Statement {
  const { range } = sitesQuery;
  const pool = tierCondition(sitesQuery);
  const reach = { range, byDay: true, only: pool };
  const keys = keysOf("detail");
  const points = canSeePoints(actor, "detail");
  const ofPage = (): Parts => {
    const pageReach = { ...reach, only: all([pool, onPage(keys)]), named: true };
    const clicks = clickRows(actor, sitesQuery, pageReach, "agents");
    const before = previousPoints(actor, sitesQuery, sql`(day, agent_id) IN (SELECT day - 1, agent_id FROM picked)`);
    return {
      clicks: sql`SELECT ${keys}, ${sums(clickMeasures)}, ${selected([latest])} FROM (${clicks}) AS rows GROUP BY ${keys}`,
      sold: soldOf(actor, sitesQuery, pageReach),
      before: points
        ? sql`SELECT ${keys}, ${sums(previousMeasures)} FROM (${before}) AS rows GROUP BY ${keys}`
        : undefined,
    };
  };
  // The half-month of each day is computed once per day, not once per row.
  const calendar = sql`
    SELECT day, half, 1 << (day - half) AS bit FROM (
      SELECT day, ${halfMonthStart(sql`day`)} AS half
      FROM (SELECT ${range.start}::date + n AS day FROM generate_series(0, ${range.end}::date - ${range.start}::date) AS n) AS days
    ) AS halves`;
  // Citus joins these rows with the parts of the statement only when they are complete, which OFFSET 0 requests.
  const earlier = sql`
    SELECT day, agent_id, lpp_prev
    FROM (SELECT * FROM (${previousPoints(actor, sitesQuery)}) AS rows OFFSET 0) AS before JOIN calendar USING (day)
      JOIN shown ON shown.agents_half = ${agentsHalf(sql`half`)}
    WHERE days & bit <> 0`;
  const clicks = clickRows(actor, sitesQuery, { ...reach, byDay: false }, clickGrain(sitesQuery, "nobody"));
  return sql`
    calendar AS MATERIALIZED (${calendar}), shown AS MATERIALIZED (${shownDays(actor, sitesQuery, reach)}),
    earlier AS (${points ? earlier : sql`SELECT ${zeros(previousMeasures)}`}),
    ${pickedDays(actor, sitesQuery, reach)}, ${pageFigures(sitesQuery, ofPage())}, counted AS (
      SELECT total, lpp_prev
      FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM shown) AS shown
      CROSS JOIN (SELECT ${sums(previousMeasures)} FROM earlier) AS earlier
    ), ${totals(
      sitesQuery,
      sql`SELECT ${sums(clickMeasures)} FROM (${clicks}) AS rows`,
      soldOf(actor, sitesQuery, { ...reach, byDay: false }),
    )}`;
}
