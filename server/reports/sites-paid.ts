import type { Actor } from "../kernel/roles";
import { all, join, nothing, sql, type Statement } from "../kernel/sql";
import { avpTiers, bonusPesos, halfOf, salePesos } from "../payroll";
import { hasTier, type SitesQuery } from "./query";

/** What a payroll adds to the rows of what was sold, and what an AVP report knows of agents. */

/** Columns of the tables that amounts are made of. */
export const paidBy: Statement = sql`, flags, payout, bonus_payout`;

const measures = [sql`payout`, sql`bonus_payout`, sql`sale_php`, sql`bonus_php`];
/**
 * Dollars are told by their parts, for a sum of rounded quotients is not the quotient of the sum: what tiers pay as it
 * is, and pesos by the half-month whose rate divides them; `rated` counts the events whose pesos they are.
 */
const parts = [sql`half`, sql`rate`, sql`tier_dollars`, sql`rated_php`, sql`rated`];
const nothings = sql`, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php, 0 AS bonus_php, NULL::date AS half,
  NULL::numeric AS rate, 0 AS tier_dollars, 0 AS rated_php, 0 AS rated`;

/** Columns of a row beside those of every report, nothing in their place, and their sums; each begins with a comma. */
export const paidColumns = ({ variant }: SitesQuery): Statement =>
  variant.payroll
    ? join(
        [...measures, ...parts].map((name) => sql`, ${name}`),
        nothing,
      )
    : nothing;
export const nothingPaid = ({ variant }: SitesQuery): Statement => (variant.payroll ? nothings : nothing);
export const paidSums = ({ variant }: SitesQuery): Statement =>
  variant.payroll
    ? join(
        measures.map((name) => sql`, sum(${name}) AS ${name}`),
        nothing,
      )
    : nothing;

const atTier = sql`r.flags & 5 = 1`;

/** What was sold, rows that have `paidBy` too, each with what is paid for it. */
export const paidRows = (rows: Statement): Statement => sql`
  SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning, r.lpp,
    r.lpp_prev, r.payout, r.bonus_payout, ${salePesos} AS sale_php, ${bonusPesos} AS bonus_php, r.half,
    p.php_per_usd AS rate, CASE WHEN ${atTier} THEN r.sales * coalesce(t.payout_dollars, 0) ELSE 0 END AS tier_dollars,
    CASE WHEN ${atTier} THEN 0 ELSE ${salePesos} END + ${bonusPesos} AS rated_php,
    CASE WHEN ${atTier} THEN 0 ELSE r.events END AS rated
  FROM (SELECT *, ${halfOf(sql`day`)} AS half FROM (${rows}) AS sold) AS r
  LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half
  LEFT JOIN pay_periods AS p ON p.start_day = r.half`;

/** The parts of the dollars of `rows`, of each group or of all, as a list of [rate, what tiers pay, pesos, needs a rate]. */
export function dollarsOf(rows: Statement, keys?: Statement): Statement {
  const of = keys ? sql`${keys},` : nothing;
  return sql`
    SELECT ${of} json_agg(json_build_array(rate::text, tier_dollars::text, rated_php::text, rated > 0 OR rated_php <> 0)) AS dollars
    FROM (
      SELECT ${of} half, max(rate) AS rate, sum(tier_dollars) AS tier_dollars, sum(rated_php) AS rated_php, sum(rated) AS rated
      FROM ${rows} WHERE half IS NOT NULL GROUP BY ${of} half
    ) AS halves ${keys ? sql`GROUP BY ${keys}` : nothing}`;
}

/** The dollars of a group to sort by, NULL where a rate is missing. */
export const dollarsToSort = sql`
  CASE WHEN bool_or(rate IS NULL AND (rated > 0 OR rated_php <> 0)) THEN NULL
       ELSE sum(tier_dollars) + sum(coalesce(rated_php / rate, 0)) END`;

/** The tiers of the range, where anything is told by them. */
export function tiersOf(actor: Actor, { variant, range, groupBy, tier, agentId }: SitesQuery): Statement {
  if (!variant.payroll && tier === undefined && !(variant.avp && hasTier(groupBy))) return nothing;
  const one = agentId ?? actor.agentId;
  return sql`tiers AS MATERIALIZED (${avpTiers(range, one === null ? nothing : sql`AND agent_id = ${one}`)}), `;
}

/** The rows of AVP sites, of the agents whose tier is asked for: who sold nothing is in the first. */
export function poolOf({ variant, tier }: SitesQuery): Statement | undefined {
  if (!variant.avp) return undefined;
  const ofTier =
    tier === 0
      ? sql`agent_id NOT IN (SELECT agent_id FROM tiers WHERE index > 0)`
      : sql`agent_id IN (SELECT agent_id FROM tiers WHERE index = ${tier})`;
  return all([sql`flags & 1 = 1`, tier !== undefined && ofTier]);
}

/** Joined to groups that are called `page`. */
export const tierNames = sql`LEFT JOIN tiers ON tiers.agent_id = page.agent_id`;
export const tierIndex = ({ tiers }: SitesQuery): Statement =>
  sql`coalesce(tiers.index, ${tiers[0]?.index ?? null}::int)`;
export const tierSales = sql`coalesce(tiers.sales, 0)`;
