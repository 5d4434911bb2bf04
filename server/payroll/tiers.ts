import { countsForTier } from "../kernel/flags";
import { halfOf } from "../kernel/periods/half-month-sql";
import { periodOf, type Range } from "../kernel/periods";
import { nothing, sql, type Statement } from "../kernel/database/sql";

// SQL by hand: the tier of every agent is computed within the statement that uses it.

/**
 * The AVP tier of each agent in each half-month that a range touches, as one relation: agent_id; half (its first day);
 * sales (the agent's net count over all AVP sites and offices, without corrections); index; payout_php and
 * payout_dollars of one sale (numeric). The last three are NULL before any tiers were set. An agent without an AVP
 * event in a half-month has no row; their tier is the one for 0 sales.
 *
 * The relation reads both roll-ups and deltas, so it is consistent only within one statement. `only` may narrow by
 * agent_id, never by office, site or day: the tier belongs to the agent, whatever part of their sales a report covers.
 */
export function avpTiers(range: Range, only: Statement = nothing): Statement {
  const start = periodOf(range.start, "beWeek").start;
  const end = periodOf(range.end, "beWeek").end;
  // The first two conditions are those of the partial index stats_half_avp.
  const counting = sql`events > 0 AND ${countsForTier()} AND day BETWEEN ${start}::date AND ${end}::date ${only}`;
  // Each row, one per agent and half-month, gets its tier from the list of tiers valid at that time.
  const place = sql`width_bucket(greatest(counted.sales, 0), held.from_counts)`;
  return sql`
    SELECT counted.agent_id, counted.half, counted.sales, held.indexes[${place}] AS index,
      held.payouts_php[${place}] AS payout_php, held.payouts_dollars[${place}] AS payout_dollars
    FROM (
      SELECT agent_id, half, sum(sales)::int AS sales FROM (
        SELECT agent_id, day AS half, sales FROM stats_half WHERE ${counting}
        UNION ALL
        SELECT agent_id, ${halfOf(sql`day`)} AS half, sales FROM stats_delta WHERE ${counting}
      ) AS avp GROUP BY agent_id, half
    ) AS counted
    LEFT JOIN (
      SELECT valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS valid_to,
        array_agg(from_count ORDER BY index) AS from_counts, array_agg(index ORDER BY index) AS indexes,
        array_agg(payout_php ORDER BY index) AS payouts_php, array_agg(payout_dollars ORDER BY index) AS payouts_dollars
      FROM avp_tiers GROUP BY valid_from
    ) AS held ON counted.half >= held.valid_from AND (held.valid_to IS NULL OR counted.half < held.valid_to)`;
}
