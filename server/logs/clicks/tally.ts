import { abilities, ownRows } from "../../accounts";
import { rows } from "../../kernel/database/transactions";
import { type Day, halfMonthsIn, periodOf, type Range } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { all, join, sql, type Statement } from "../../kernel/database/sql";
import type { Part, Tally } from "../reader/tally";

// SQL by hand: sums roll-ups by day.

/** Filters for clicks that the roll-ups also have as columns. */
export type Narrowed = { companyId?: number; agentId?: number; siteId?: number };
type Counted = { day: Day; half: boolean; rows: number };

/**
 * Counts of clicks of every class (`hits`) per New York day. Sums the roll-ups of whole half-months and single days,
 * and the deltas that are not rolled up yet. Exact within one transaction, because a click and its delta are written
 * together.
 */
export function clickTally(actor: Actor, narrowed: Narrowed, range: Range | undefined): Tally {
  const mine = narrowing(actor, narrowed);
  const { halves, days } = range ? halfMonthsIn(range) : { halves: undefined, days: [] };
  const [first, last] = [halves?.[0], halves?.at(-1)];
  const whole = first && last ? [{ start: first.start, end: last.end }] : halves;
  const tables = tablesFor(actor, narrowed);
  return {
    async parts() {
      const counted = await rows<Counted>(sql`
        SELECT day::text, half, sum(hits) AS rows FROM (
          SELECT ${tables.agent}, day, TRUE AS half, hits FROM ${tables.half} WHERE ${all([within(whole), mine])}
          UNION ALL SELECT ${tables.agent}, day, FALSE, hits FROM ${tables.day} WHERE ${all([within(days), mine])}
          UNION ALL SELECT agent_id, day, FALSE, hits FROM stats_delta WHERE ${all([range && within([range]), mine])}
        ) counted GROUP BY day, half HAVING sum(hits) > 0`);
      return together(counted, days);
    },
    days: (stretches) =>
      rows<Part>(sql`
        SELECT day::text AS start, day::text AS end, sum(hits) AS rows FROM (
          SELECT ${tables.agent}, day, hits FROM ${tables.day} WHERE ${all([within(stretches), mine])}
          UNION ALL SELECT agent_id, day, hits FROM stats_delta WHERE ${all([within(stretches), mine])}
        ) counted GROUP BY day HAVING sum(hits) > 0`),
    ...(narrowed.agentId === undefined ? { agents: (days) => agentsIn(days, mine) } : {}),
  };
}

/** One agent's clicks use the tables keyed by agent. Totals of all agents use smaller tables without agents. */
const tablesFor = (actor: Actor, { agentId }: Narrowed) =>
  agentId !== undefined || !abilities(actor).chooseAgent
    ? { half: sql`stats_half`, day: sql`stats_day`, agent: sql`agent_id` }
    : { half: sql`hits_by_half`, day: sql`hits_by_day`, agent: sql`0 AS agent_id` };

const agentsIn = (days: readonly Day[], mine: Statement) =>
  rows<{ day: Day; agents: number[] }>(sql`
    SELECT day::text, array_agg(DISTINCT agent_id) AS agents FROM (
      SELECT agent_id, day, hits FROM stats_day WHERE day = ANY(${days}::date[]) AND ${mine}
      UNION ALL SELECT agent_id, day, hits FROM stats_delta WHERE day = ANY(${days}::date[]) AND ${mine}
    ) counted WHERE hits > 0 GROUP BY day`);

function narrowing(actor: Actor, { companyId, agentId, siteId }: Narrowed): Statement {
  return all([
    ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` }),
    companyId !== undefined && sql`company_id = ${companyId}`,
    agentId !== undefined && sql`agent_id = ${agentId}`,
    siteId !== undefined && sql`site_id = ${siteId}`,
  ]);
}

/** Condition on days. Undefined matches all days, an empty list matches none. */
function within(stretches: readonly Range[] | undefined): Statement {
  if (stretches === undefined) return sql`TRUE`;
  if (stretches.length === 0) return sql`FALSE`;
  const each = stretches.map(({ start, end }) => sql`day BETWEEN ${start}::date AND ${end}::date`);
  return sql`(${join(each, sql` OR `)})`;
}

/** Adds days that are not rolled up yet to their half-month, except at the ends of the range, which use single days. */
function together(counted: readonly Counted[], alone: readonly Range[]): Part[] {
  const parts = new Map<Day, Part>();
  for (const { day, half, rows: count } of counted) {
    const single = !half && alone.some(({ start, end }) => start <= day && day <= end);
    const { start, end } = single ? { start: day, end: day } : periodOf(day, "beWeek");
    const part = parts.get(start);
    if (part) part.rows += count;
    else parts.set(start, { start, end, rows: count });
  }
  return [...parts.values()];
}
