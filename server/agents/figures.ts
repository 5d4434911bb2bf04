import { ownRows } from "../accounts";
import { all, join, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { periodOf } from "../trade/periods";
import { now } from "../kernel/time/now";

/** Sales of an agent that the account may see: managers see those for their own office. */
export type AgentFigures = {
  /** Net sales in the current half-month. */
  sales: number;
  /** The New York day of the last sale. */
  lastSale: string | null;
  /** Net sales of the last 30 days, today included: ten sums of three days, the oldest first. */
  recent: number[];
};
const SUMS = 10;
const DAYS = 3;
export const noFigures: AgentFigures = { sales: 0, lastSale: null, recent: Array<number>(SUMS).fill(0) };

const halfStart = () => sql`${periodOf(dayOf(now()), "beWeek").start}::date`;
const recentSums = () => {
  const today = sql`${dayOf(now())}::date`;
  const sums = noFigures.recent.map((_, index) => {
    const back = (SUMS - 1 - index) * DAYS;
    return sql`coalesce(sum(sales) FILTER (WHERE day BETWEEN ${today} - ${back + DAYS - 1}::int AND ${today} - ${back}::int), 0)`;
  });
  return sql`ARRAY[${join(sums)}]::int[] AS recent`;
};
const own = (actor: Actor) => ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` });

/** The figures of these agents, by id. Agents who never sold are absent. */
export async function figuresOf(actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, AgentFigures>> {
  const theirs = all([sql`agent_id = ANY(${ids}::int[])`, own(actor)]);
  const rows = await queryRows<AgentFigures & { id: number }>(
    sql`
    SELECT agent_id AS id, coalesce(sum(sales) FILTER (WHERE day >= ${halfStart()}), 0)::int AS sales,
      (max(day) FILTER (WHERE sales > 0))::text AS "lastSale", ${recentSums()}
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
