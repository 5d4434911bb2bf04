import { isAvp } from "../trade/flags";
import type { Actor } from "../kernel/operation/roles";
import { all, nothing, sql, type Statement } from "../kernel/database/sql";
import { avpTiers } from "../payroll";
import { type Cte, materialized } from "./ctes";
import { furtherColumns } from "./group-keys";
import { columnNames, halfColumns, pesoMeasures, saleMeasures, tierMeasures, selected } from "./measures";
import { hasTier, type SitesQuery } from "./query";

/** The amounts that a payroll adds to sold rows, and the tiers of agents in AVP reports. */

/** The columns of the roll-ups that amounts are computed from. */
export const paidBy = (half: Statement): Statement => sql`, flags, payout, bonus_payout, ${half} AS half`;

/** Sold rows, which must have the columns of `paidBy`, with their paid amounts. Bonuses are paid as stored. */
export const paidRows = (sitesQuery: SitesQuery, rows: Statement): Statement => sql`
  SELECT r.agent_id, r.company_id, r.type_id, r.day, ${columnNames(saleMeasures, sql`r`)}${furtherColumns(sitesQuery.keys, sql`r`)},
    ${selected([...pesoMeasures(sitesQuery), ...halfColumns(sitesQuery), ...tierMeasures(sitesQuery)])}
  FROM (${rows}) AS r LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half`;

/**
 * The dollar components by half-month, for each group of `rows` or without `keys` for all rows together: tier_dollars;
 * rated_php, the pesos to divide by the half-month's rate; rated, the number of events behind those pesos; earned and
 * paid_php, the dollars earned and the pesos paid. Pesos are summed first, because a sum of rounded quotients is not the
 * quotient of the sum.
 */
export function halvesOf(rows: Statement, keys?: Statement): Statement {
  const by = keys ? sql`${keys}, half` : sql`half`;
  return sql`
    SELECT ${by}, sum(tier_dollars) AS tier_dollars,
      sum(CASE WHEN at_tier THEN 0 ELSE sale_php END + bonus_payout) AS rated_php,
      sum(CASE WHEN at_tier THEN 0 ELSE events END) AS rated,
      sum(earning + bonus_earning) AS earned, sum(sale_php + bonus_payout) AS paid_php
    FROM ${rows} WHERE half IS NOT NULL GROUP BY ${by}`;
}

/** The same for all rows together, from rows that already have these columns. */
export const halvesOfAll = (parts: Statement): Statement => sql`
  SELECT half, sum(tier_dollars) AS tier_dollars, sum(rated_php) AS rated_php, sum(rated) AS rated, sum(earned) AS earned
  FROM ${parts} GROUP BY half`;

const needed = sql`(rated > 0 OR rated_php <> 0)`;
const rates = sql`LEFT JOIN pay_periods ON start_day = half`;
/** A JSON list of [rate, dollars paid by tier, pesos, whether a rate is needed, dollars earned]: `Part` of shape-paid.ts. */
export const dollarParts = (halves: Statement, keys?: Statement): Statement => sql`
  SELECT ${keys ? sql`${keys},` : nothing}
    json_agg(json_build_array(php_per_usd::text, tier_dollars::text, rated_php::text, ${needed}, earned::text)) AS dollars
  FROM ${halves} ${rates} ${keys ? sql`GROUP BY ${keys}` : nothing}`;

/** The dollars of each group as `sorted`; NULL if a needed rate is missing. */
export const dollarsToSort = (halves: Statement, keys: Statement): Statement => sql`
  SELECT ${keys}, CASE WHEN bool_or(${needed} AND php_per_usd IS NULL) THEN NULL
    ELSE sum(tier_dollars + coalesce(rated_php / php_per_usd, 0)) END AS sorted
  FROM ${halves} ${rates} GROUP BY ${keys}`;

/** The margins of each group as `sorted`, in pesos; NULL if a rate is missing for what was earned. */
export const marginToSort = (halves: Statement, keys: Statement): Statement => sql`
  SELECT ${keys}, CASE WHEN bool_or(earned <> 0 AND php_per_usd IS NULL) THEN NULL
    ELSE sum(coalesce(earned * php_per_usd, 0) - paid_php) END AS sorted
  FROM ${halves} ${rates} GROUP BY ${keys}`;

/** The tiers of the range, which the functions of this file read as `tiers`; none if the report does not use them. */
export function tiersOf(actor: Actor, { variant, range, keys, pays, tier, agentId }: SitesQuery): Cte[] {
  if (!pays && tier === undefined && !(variant.avp && hasTier({ keys }))) return [];
  const onlyAgentId = agentId ?? actor.agentId;
  return [materialized("tiers", avpTiers(range, onlyAgentId === null ? nothing : sql`AND agent_id = ${onlyAgentId}`))];
}

/** The condition of an AVP report: AVP sites and the chosen tier's agents. Without sales they are in the first tier. */
export function tierCondition({ variant, tier }: SitesQuery): Statement | undefined {
  if (!variant.avp) return undefined;
  const isInTier =
    tier === 0
      ? sql`agent_id NOT IN (SELECT agent_id FROM tiers WHERE index > 0)`
      : sql`agent_id IN (SELECT agent_id FROM tiers WHERE index = ${tier})`;
  return all([isAvp(), tier !== undefined && isInTier]);
}

/** Joins the tiers to a relation with `agent_id`. */
export const tierJoin = (groups: Statement): Statement => sql`LEFT JOIN tiers ON tiers.agent_id = ${groups}.agent_id`;
export const tierIndex = ({ tiers }: SitesQuery): Statement =>
  sql`coalesce(tiers.index, ${tiers[0]?.index ?? null}::int)`;
export const tierSales = sql`coalesce(tiers.sales, 0)`;
