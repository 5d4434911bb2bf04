import type { Actor } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";
import { type Reach, sold } from "./source";

// SQL by hand: a report: sums over the roll-ups.

/** Whose sales are ranked, and how many rows there are at most. */
export type Ranked = { actor: Actor; reach: Reach; most: number };

/**
 * The agents with the most sales, as events less reversals, ties by name. Suspended and hidden agents rank, deleted ones
 * and those without a sale do not.
 */
export const rankedAgents = ({ actor, reach, most }: Ranked): Statement => sql`
  SELECT agent_id AS "agentId", office_name AS office, username AS agent, first_name || ' ' || last_name AS "agentName",
    sales
  FROM (
    SELECT agent_id, sum(sales) AS sales FROM (${sold(actor, {}, reach)}) AS rows
    GROUP BY agent_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id AND deleted_at IS NULL
  JOIN offices ON offices.id = agents.company_id
  ORDER BY sales DESC, lower(username), agent_id LIMIT ${most}`;

/** The same of offices. */
export const rankedOffices = ({ actor, reach, most }: Ranked): Statement => sql`
  SELECT company_id AS "companyId", office_name AS office, sales
  FROM (
    SELECT company_id, sum(sales) AS sales FROM (${sold(actor, {}, reach)}) AS rows
    GROUP BY company_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN offices ON offices.id = company_id
  ORDER BY sales DESC, lower(office_name), company_id LIMIT ${most}`;
