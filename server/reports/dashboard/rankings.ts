import { type Range } from "../../kernel/periods";
import { system } from "../../kernel/roles";
import { sql, type Statement } from "../../kernel/sql";
import { sold } from "../source";

/** Rows of a ranking (HOME-11). */
const ROWS = 10;

/**
 * The agents with the most sales of a range, over the whole network whoever asks (decision: rankings are network-wide):
 * sales as events less reversals, ties by name. Suspended and hidden agents rank, deleted ones and those without a sale
 * do not. `byDay`: the range is no row of whole half-months.
 */
export const topAgents = (range: Range, byDay: boolean): Statement => sql`
  SELECT office_name AS office, username AS agent, first_name || ' ' || last_name AS "agentName", sales
  FROM (
    SELECT agent_id, sum(sales) AS sales FROM (${sold(system, {}, { range, byDay })}) AS rows
    GROUP BY agent_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id AND deleted_at IS NULL
  JOIN offices ON offices.id = agents.company_id
  ORDER BY sales DESC, lower(username), agent_id LIMIT ${ROWS}`;

/**
 * The offices with the most sales of the running half-month (`sales1`), beside those of the one before (`before`): each
 * that has sold in one of the two, ties by name.
 */
export const topOffices = (running: Range, earlier: Range): Statement => sql`
  SELECT office_name AS name, sales AS "sales1", before
  FROM (
    SELECT company_id, coalesce(sum(sales) FILTER (WHERE day >= ${running.start}::date), 0)::int AS sales,
      coalesce(sum(sales) FILTER (WHERE day < ${running.start}::date), 0)::int AS before
    FROM (${sold(system, {}, { range: { start: earlier.start, end: running.end }, byDay: false })}) AS rows
    GROUP BY company_id
  ) AS ranked
  JOIN offices ON offices.id = company_id
  WHERE sales <> 0 OR before <> 0
  ORDER BY sales DESC, lower(office_name), company_id LIMIT ${ROWS}`;
