import { isAvp } from "../kernel/flags";
import type { Actor } from "../kernel/roles";
import { all, nothing, sql, type Statement } from "../kernel/sql";
import { avpTiers } from "../payroll";
import { named, ofHalves, ofPesos, ofSales, ofTiers, selected } from "./measures";
import { hasTier, type SitesQuery } from "./query";

// SQL by hand: a report: amounts priced for the rows of its page.

/** What a payroll adds to the rows of what was sold, and what an AVP report knows of agents. */

/** The columns of the roll-ups that amounts are made of. */
export const paidBy = (half: Statement): Statement => sql`, flags, payout, bonus_payout, ${half} AS half`;

/** What was sold, rows that have `paidBy` too, each with what is paid for it: bonuses as they are stored. */
export const paidRows = (asked: SitesQuery, rows: Statement): Statement => sql`
  SELECT r.agent_id, r.company_id, r.type_id, r.day, ${named(ofSales, sql`r`)},
    ${selected([...ofPesos(asked), ...ofHalves(asked), ...ofTiers(asked)])}
  FROM (${rows}) AS r LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half`;

/**
 * What dollars are made of, of the groups of `rows`, or of all together, by half-month: tier_dollars; rated_php, which the
 * half-month's rate divides; rated, the events whose pesos they are. Pesos are added up first, for a sum of rounded
 * quotients is not the quotient of the sum.
 */
export function halvesOf(rows: Statement, keys?: Statement): Statement {
  const by = keys ? sql`${keys}, half` : sql`half`;
  return sql`
    SELECT ${by}, sum(tier_dollars) AS tier_dollars,
      sum(CASE WHEN at_tier THEN 0 ELSE sale_php END + bonus_payout) AS rated_php,
      sum(CASE WHEN at_tier THEN 0 ELSE events END) AS rated
    FROM ${rows} WHERE half IS NOT NULL GROUP BY ${by}`;
}

/** The same of rows that have these three of their own, all together. */
export const halvesOfAll = (parts: Statement): Statement => sql`
  SELECT half, sum(tier_dollars) AS tier_dollars, sum(rated_php) AS rated_php, sum(rated) AS rated
  FROM ${parts} GROUP BY half`;

const needed = sql`(rated > 0 OR rated_php <> 0)`;
const rates = sql`LEFT JOIN pay_periods ON start_day = half`;
/** A list of [rate, what tiers pay, pesos, whether they cannot be told without a rate]. */
export const dollarParts = (halves: Statement, keys?: Statement): Statement => sql`
  SELECT ${keys ? sql`${keys},` : nothing}
    json_agg(json_build_array(php_per_usd::text, tier_dollars::text, rated_php::text, ${needed})) AS dollars
  FROM ${halves} ${rates} ${keys ? sql`GROUP BY ${keys}` : nothing}`;

/** The dollars of each group to sort by, as `sorted`; NULL where a rate is missing. */
export const dollarsToSort = (halves: Statement, keys: Statement): Statement => sql`
  SELECT ${keys}, CASE WHEN bool_or(${needed} AND php_per_usd IS NULL) THEN NULL
    ELSE sum(tier_dollars + coalesce(rated_php / php_per_usd, 0)) END AS sorted
  FROM ${halves} ${rates} GROUP BY ${keys}`;

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
  return all([isAvp(), tier !== undefined && ofTier]);
}

/** Joined to groups that are called `page`. */
export const tierNames = sql`LEFT JOIN tiers ON tiers.agent_id = page.agent_id`;
export const tierIndex = ({ tiers }: SitesQuery): Statement =>
  sql`coalesce(tiers.index, ${tiers[0]?.index ?? null}::int)`;
export const tierSales = sql`coalesce(tiers.sales, 0)`;
