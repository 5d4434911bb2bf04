import { type Range } from "../../kernel/periods";
import { system } from "../../kernel/operation/roles";
import { sql, type Statement } from "../../kernel/database/sql";
import { rankedAgents } from "../rankings";
import { sold } from "../source";

// SQL by hand: the top agents and offices of the dashboard.

/** Rows of a ranking (HOME-11). */
const ROWS = 10;

/**
 * The agents with the most sales in a range, over the whole network for every account. `byDay` is true for a range that
 * does not consist of whole half-months.
 */
export const topAgents = (range: Range, byDay: boolean): Statement =>
  rankedAgents({ actor: system, reach: { range, byDay }, most: ROWS });

/**
 * The offices with the most sales in the current half-month (`sales1`), with their sales in the one before (`before`).
 * An office needs sales in one of the two. Ties are sorted by name.
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
