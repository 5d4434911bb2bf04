import { periodOf, type Range } from "../kernel/periods";
import { nothing, sql, type Statement } from "../kernel/sql";

/** The first day of the half-month of a day: of New York's days as they stand in roll-ups and events. */
export const halfOf = (day: Statement): Statement =>
  sql`(date_trunc('month', ${day}) + CASE WHEN date_part('day', ${day}) > 15 THEN interval '15 days' ELSE interval '0' END)::date`;

/**
 * The AVP tier of each agent in each half-month that a range touches, as one relation: agent_id, half (its first day),
 * sales (his net count over all AVP sites and offices, corrections left out), index, payout_php and payout_dollars of one
 * sale (numeric; NULL in all three before any tiers were set). Of agents without an AVP event in a half-month there is no
 * row: their tier is that of no sales.
 *
 * Folded and unfolded figures are both read, so it holds within the statement that it is part of. `only` narrows by
 * agent_id, never by office, site or day: the tier is the agent's, whatever a report shows of him.
 */
export function avpTiers(range: Range, only: Statement = nothing): Statement {
  const start = periodOf(range.start, "beWeek").start;
  const end = periodOf(range.end, "beWeek").end;
  // The first condition is that of the index of what was sold.
  const counting = sql`events > 0 AND flags & 5 = 1 AND day BETWEEN ${start}::date AND ${end}::date ${only}`;
  return sql`
    SELECT counted.agent_id, counted.half, counted.sales, schedule.index, schedule.payout_php, schedule.payout_dollars
    FROM (
      SELECT agent_id, half, sum(sales)::int AS sales FROM (
        SELECT agent_id, day AS half, sales FROM stats_half WHERE ${counting}
        UNION ALL
        SELECT agent_id, ${halfOf(sql`day`)} AS half, sales FROM stats_delta WHERE ${counting}
      ) AS avp GROUP BY agent_id, half
    ) AS counted
    LEFT JOIN (${schedule}) AS schedule ON ${tierHolds(sql`schedule`, sql`counted.half`, sql`counted.sales`)}`;
}

/**
 * All tiers ever set, as one relation: valid_from, valid_to (the half-month from which others hold, NULL for the last),
 * index, from_count, next_from (NULL for the last of them, which has no upper end), payout_php, payout_dollars.
 */
export const schedule = sql`
  SELECT valid_from, valid_to, index, from_count, payout_php, payout_dollars,
    lead(from_count) OVER (PARTITION BY valid_from ORDER BY index) AS next_from
  FROM avp_tiers JOIN (
    SELECT valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS valid_to
    FROM (SELECT DISTINCT valid_from FROM avp_tiers) AS changes
  ) AS held USING (valid_from)`;

/** Whether a tier of `schedule` is that of so many sales in a half-month; fewer than none count as none. */
export const tierHolds = (tier: Statement, half: Statement, sales: Statement): Statement => sql`
  (${half} >= ${tier}.valid_from AND (${tier}.valid_to IS NULL OR ${half} < ${tier}.valid_to)
   AND greatest(${sales}, 0) >= ${tier}.from_count
   AND (${tier}.next_from IS NULL OR greatest(${sales}, 0) < ${tier}.next_from))`;
