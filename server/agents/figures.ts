import { ownRows } from "../accounts";
import { all, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { dayOf, periodOf } from "../kernel/periods";
import { now } from "../kernel/periods/now";

/** Sales of an agent that the account may see: managers see those for their own office. */
export type AgentFigures = {
  /** Net sales in the current half-month. */
  sales: number;
  /** The New York day of the last sale. */
  lastSale: string | null;
};

const halfStart = () => sql`${periodOf(dayOf(now()), "beWeek").start}::date`;
const own = (actor: Actor) => ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` });

/** The figures of these agents, by id. Agents who never sold are absent. */
export async function figuresOf(actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, AgentFigures>> {
  const theirs = all([sql`agent_id = ANY(${ids}::int[])`, own(actor)]);
  const rows = await queryRows<AgentFigures & { id: number }>(
    sql`
    SELECT agent_id AS id, coalesce(sum(sales) FILTER (WHERE day >= ${halfStart()}), 0)::int AS sales,
      (max(day) FILTER (WHERE sales > 0))::text AS "lastSale"
    FROM (
      SELECT agent_id, day, sales FROM stats_day WHERE events > 0 AND ${theirs}
      UNION ALL SELECT agent_id, day, sales FROM stats_delta WHERE events > 0 AND ${theirs}
    ) AS sold GROUP BY agent_id`,
    { plan: "prepared" },
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** Joins for sorting a list by a figure: `sold` has the figure of each agent with sales. */
export const figureJoins = {
  sales: (actor: Actor): Statement => sql`LEFT JOIN (
    SELECT agent_id, sum(sales)::int AS figure FROM (
      SELECT agent_id, sales FROM stats_half WHERE day = ${halfStart()} AND events > 0 AND ${own(actor)}
      UNION ALL SELECT agent_id, sales FROM stats_delta WHERE day >= ${halfStart()} AND events > 0 AND ${own(actor)}
    ) AS events GROUP BY agent_id) sold ON sold.agent_id = agents.id`,
  lastSale: (actor: Actor): Statement => sql`LEFT JOIN (
    SELECT agent_id, max(day) AS figure FROM (
      SELECT agent_id, day FROM stats_day WHERE events > 0 AND sales > 0 AND ${own(actor)}
      UNION ALL SELECT agent_id, day FROM stats_delta WHERE events > 0 AND sales > 0 AND ${own(actor)}
    ) AS events GROUP BY agent_id) sold ON sold.agent_id = agents.id`,
};
