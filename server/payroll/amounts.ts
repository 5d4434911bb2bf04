import { sql, type Statement } from "../kernel/sql";

/**
 * What is paid for a row of a roll-up, as SQL over three aliases that the statement joins:
 * r, the row: flags, events, sales, bonus_sales, payout, bonus_payout;
 * t, the agent's tier in the row's half-month (`avpTiers`), left joined: payout_php, payout_dollars;
 * p, the row's pay period (`pay_periods`, start_day = first day of the half-month), left joined: php_per_usd.
 *
 * Corrections are paid as they stand, AVP sales at the tier, sales that are paid by their bonus not at all, the others as
 * stored. Pesos are numeric with two decimals. Dollars are numeric and not rounded, NULL where the period has no rate yet;
 * add them up with `sumOfDollars` and round each shown figure once.
 */
export const salePesos = sql`
  CASE WHEN r.flags & 4 = 4 THEN r.payout
       WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
       WHEN r.flags & 2 = 2 THEN 0
       ELSE r.payout END`;
export const bonusPesos = sql`r.bonus_payout`;

const atTier = sql`r.flags & 5 = 1`;
/** Of the whole row, sales and bonuses. A row without events is 0 dollars at any rate. */
export const rowDollars = sql`
  CASE WHEN r.events = 0 THEN 0
       WHEN ${atTier} THEN r.sales * coalesce(t.payout_dollars, 0)
         + CASE WHEN r.bonus_sales = 0 AND r.bonus_payout = 0 THEN 0 ELSE r.bonus_payout / p.php_per_usd END
       ELSE (${salePesos} + r.bonus_payout) / p.php_per_usd END`;

/** NULL as soon as one of the amounts is, else their sum, 0 of none. */
export const sumOfDollars = (amount: Statement): Statement => sql`
  CASE WHEN bool_or((${amount}) IS NULL) THEN NULL ELSE coalesce(sum(${amount}), 0) END`;
