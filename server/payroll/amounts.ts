import { countsForTier, isAvp, isCorrection, isPaidByBonus } from "../kernel/flags";
import { sql } from "../kernel/database/sql";

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
export const salePesos = sql`
  CASE WHEN ${isCorrection(flags)} THEN r.payout
       WHEN ${isAvp(flags)} THEN r.sales * coalesce(t.payout_php, 0)
       WHEN ${isPaidByBonus(flags)} THEN 0
       ELSE r.payout END`;
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
