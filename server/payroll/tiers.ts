import { nothing, sql, type Statement } from "../kernel/database/sql";
import { countsForTier, isAvp, isCorrection, isPaidByBonus } from "../trade/flags";
import { periodOf, type Range } from "../trade/periods";
import { halfMonthStart } from "../trade/periods/half-month-sql";

/**
 * The AVP tier of each agent in each half-month that a range touches, as one relation: agent_id; half (its first day);
 * sales (the agent's net count over all AVP sites and offices, without corrections); index; payout_php and
 * payout_dollars of one sale (numeric). The last three are NULL before any tiers were set. An agent without an AVP
 * event in a half-month has no row; their tier is the one for 0 sales.
 *
 * The relation reads both roll-ups and deltas, so it is consistent only within one statement. `condition` may narrow by
 * agent_id, never by office, site or day: the tier belongs to the agent, whatever part of their sales a report covers.
 * `schedule` replaces the stored tiers.
 */
export function avpTiers(
  range: Range,
  condition: Statement = nothing,
  schedule: Statement = storedSchedule,
): Statement {
  const start = periodOf(range.start, "beWeek").start;
  const end = periodOf(range.end, "beWeek").end;
  // The first two conditions are those of the partial index stats_half_avp. They are outside of the UNION: with Citus,
  // a join with a UNION of rows that are filtered inside is refused, because it no longer sees the agent of each row.
  const countingCondition = sql`events > 0 AND ${countsForTier()} AND day BETWEEN ${start}::date AND ${end}::date ${condition}`;
  // Each row, one per agent and half-month, gets its tier from the list of tiers valid at that time.
  const position = sql`width_bucket(greatest(counted.sales, 0), held.from_counts)`;
  return sql`
    SELECT counted.agent_id, counted.half, counted.sales, held.indexes[${position}] AS index,
      held.payouts_php[${position}] AS payout_php, held.payouts_dollars[${position}] AS payout_dollars
    FROM (
      SELECT agent_id, half, sum(sales)::int AS sales FROM (
        SELECT agent_id, day AS half, sales, events, flags, day FROM stats_half
        UNION ALL
        SELECT agent_id, ${halfMonthStart(sql`day`)} AS half, sales, events, flags, day FROM stats_delta
      ) AS avp WHERE ${countingCondition} GROUP BY agent_id, half
    ) AS counted
    LEFT JOIN (${schedule}
    ) AS held ON counted.half >= held.valid_from AND (held.valid_to IS NULL OR counted.half < held.valid_to)`;
}

/** The stored lists of tiers, each with the half-months from which and until which it is valid. */
const storedSchedule = sql`
      SELECT valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS valid_to,
        array_agg(from_count ORDER BY index) AS from_counts, array_agg(index ORDER BY index) AS indexes,
        array_agg(payout_php ORDER BY index) AS payouts_php, array_agg(payout_dollars ORDER BY index) AS payouts_dollars
      FROM avp_tiers GROUP BY valid_from`;

/** One list of tiers for all half-months: the first count and the pesos of each tier, in ascending order. */
export const fixedSchedule = (fromCounts: readonly number[], payoutsPhp: readonly string[]): Statement => sql`
      SELECT '-infinity'::date AS valid_from, NULL::date AS valid_to, ${fromCounts}::int[] AS from_counts,
        ${fromCounts.map((_, index) => index)}::int[] AS indexes, ${payoutsPhp}::numeric(12,2)[] AS payouts_php,
        NULL::numeric(12,2)[] AS payouts_dollars`;

/**
 * The amounts paid for a row of a roll-up, as SQL over three aliases that the statement must join:
 * r, the row: flags, events, sales, bonus_sales, payout, bonus_payout;
 * t, the agent's tier in the row's half-month (`avpTiers`), left joined: payout_php, payout_dollars;
 * p, the row's pay period (`pay_periods`, start_day = first day of the half-month), left joined: php_per_usd.
 *
 * Corrections are paid as stored, AVP sales at the tier, sales that are paid by their bonus at 0, and all others as
 * stored. Amounts are numeric with two decimals.
 */
const flags = sql`r.flags`;
export const salePesosAt = (tier: Statement): Statement => sql`
  CASE WHEN ${isCorrection(flags)} THEN r.payout
       WHEN ${isAvp(flags)} THEN r.sales * coalesce(${tier}.payout_php, 0)
       WHEN ${isPaidByBonus(flags)} THEN 0
       ELSE r.payout END`;
export const salePesos = salePesosAt(sql`t`);
export const bonusPesos = sql`r.bonus_payout`;

/** True if the row's sales are paid by tier. */
export const atTier = countsForTier(flags);
/**
 * Dollar totals are carried as components, because a sum of rounded quotients is not the quotient of the sum: dollars
 * paid by tier, pesos to divide by the period's rate, and the number of events behind those pesos.
 */
export const tierDollars = sql`CASE WHEN ${atTier} THEN r.sales * coalesce(t.payout_dollars, 0) ELSE 0 END`;
export const ratedPesos = sql`(CASE WHEN ${atTier} THEN 0 ELSE ${salePesos} END + ${bonusPesos})`;
export const ratedEvents = sql`CASE WHEN ${atTier} THEN 0 ELSE r.events END`;
