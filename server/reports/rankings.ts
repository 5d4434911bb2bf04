import type { Actor } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";
import { netSales, type Reach } from "./source";

/** `actor` and `reach` limit the sales that are ranked; `most` is the maximum number of rows. */
export type Ranked = { actor: Actor; reach: Reach; most: number };

/**
 * The agents with the most sales, counted as events minus reversals; ties by name. Suspended and hidden agents are
 * included. Deleted agents and agents without a sale are not.
 */
export const rankedAgents = ({ actor, reach, most }: Ranked): Statement => sql`
  SELECT agent_id AS "agentId", office_name AS office, username AS agent, first_name || ' ' || last_name AS "agentName",
    sales
  FROM (
    SELECT agent_id, sum(sales) AS sales FROM (${netSales(actor, reach, sql`agent_id`)}) AS rows
    GROUP BY agent_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id AND deleted_at IS NULL
  JOIN offices ON offices.id = agents.company_id
  ORDER BY sales DESC, username COLLATE by_name, agent_id LIMIT ${most}`;

/** The offices with the most sales, counted in the same way; ties by name. */
export const rankedOffices = ({ actor, reach, most }: Ranked): Statement => sql`
  SELECT company_id AS "companyId", office_name AS office, sales
  FROM (
    SELECT company_id, sum(sales) AS sales FROM (${netSales(actor, reach, sql`agent_id, company_id`)}) AS rows
    GROUP BY company_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN offices ON offices.id = company_id
  ORDER BY sales DESC, office_name COLLATE by_name, company_id LIMIT ${most}`;
