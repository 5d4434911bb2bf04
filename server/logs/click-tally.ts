import { smallestRollUp } from "../../models/roll-ups";
import { abilities, ownRows } from "../accounts";
import { all, identifier, join, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { type Day } from "../kernel/time";
import { periodOf, type Range, splitAtHalfMonths } from "../trade/periods";
import type { Part, Tally } from "./reader/tally";

/** Filters for clicks that the roll-ups also have as columns. */
type ClickFilters = { companyId?: number; agentId?: number; siteId?: number };
type Counted = { day: Day; half: boolean; rows: number };

/**
 * Counts of clicks of every class (`hits`) per New York day. Sums the roll-ups of whole half-months and single days,
 * and the deltas that are not rolled up yet. Exact within one transaction, because a click and its delta are written
 * together.
 */
export function clickTally(actor: Actor, filters: ClickFilters, range: Range | undefined): Tally {
  const conditions = filterConditions(actor, filters);
  const { whole, days } = range ? splitAtHalfMonths(range) : { whole: undefined, days: [] };
  const halfRange = range && (whole ? [whole] : []);
  const tables = tablesFor(actor, filters);
  return {
    async parts() {
      const counted = await queryRows<Counted>(
        sql`
        SELECT day::text, half, sum(hits) AS rows FROM (
          SELECT ${tables.agent}, day, TRUE AS half, hits FROM ${tables.half} WHERE ${all([isInRanges(halfRange), conditions])}
          UNION ALL SELECT ${tables.agent}, day, FALSE, hits FROM ${tables.day} WHERE ${all([isInRanges(days), conditions])}
          UNION ALL SELECT agent_id, day, FALSE, hits FROM stats_delta WHERE ${all([range && isInRanges([range]), conditions])}
        ) counted GROUP BY day, half HAVING sum(hits) > 0`,
        { plan: "prepared" },
      );
      return mergeParts(counted, days);
    },
    days: (stretches) =>
      queryRows<Part>(
        sql`
        SELECT day::text AS start, day::text AS end, sum(hits) AS rows FROM (
          SELECT ${tables.agent}, day, hits FROM ${tables.day} WHERE ${all([isInRanges(stretches), conditions])}
          UNION ALL SELECT agent_id, day, hits FROM stats_delta WHERE ${all([isInRanges(stretches), conditions])}
        ) counted GROUP BY day HAVING sum(hits) > 0`,
        { plan: "prepared" },
      ),
    ...(filters.agentId === undefined ? { agents: (days) => agentsIn(days, conditions) } : {}),
  };
}

/** One agent's clicks use the tables keyed by agent. Totals of all agents use smaller tables without agents. */
const tablesFor = (actor: Actor, { agentId }: ClickFilters) => {
  const byAgent = agentId !== undefined || !abilities(actor).chooseAgent;
  const columns = ["company_id", "site_id", "hits", ...(byAgent ? ["agent_id"] : [])];
  return {
    half: identifier(smallestRollUp("half", columns).table),
    day: identifier(smallestRollUp("day", columns).table),
    agent: byAgent ? sql`agent_id` : sql`0 AS agent_id`,
  };
};

const agentsIn = (days: readonly Day[], conditions: Statement) =>
  queryRows<{ day: Day; agents: number[] }>(
    sql`
    SELECT day::text, array_agg(DISTINCT agent_id) AS agents FROM (
      SELECT agent_id, day, hits FROM stats_day WHERE day = ANY(${days}::date[]) AND ${conditions}
      UNION ALL SELECT agent_id, day, hits FROM stats_delta WHERE day = ANY(${days}::date[]) AND ${conditions}
    ) counted WHERE hits > 0 GROUP BY day`,
    { plan: "prepared" },
  );

function filterConditions(actor: Actor, { companyId, agentId, siteId }: ClickFilters): Statement {
  return all([
    ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` }),
    companyId !== undefined && sql`company_id = ${companyId}`,
    agentId !== undefined && sql`agent_id = ${agentId}`,
    siteId !== undefined && sql`site_id = ${siteId}`,
  ]);
}

/** Condition on days. Undefined matches all days, an empty list matches none. */
function isInRanges(stretches: readonly Range[] | undefined): Statement {
  if (stretches === undefined) return sql`TRUE`;
  if (stretches.length === 0) return sql`FALSE`;
  const each = stretches.map(({ start, end }) => sql`day BETWEEN ${start}::date AND ${end}::date`);
  return sql`(${join(each, sql` OR `)})`;
}

/** Adds days that are not rolled up yet to their half-month, except at the ends of the range, which use single days. */
function mergeParts(counted: readonly Counted[], singleDays: readonly Range[]): Part[] {
  const parts = new Map<Day, Part>();
  for (const { day, half, rows: count } of counted) {
    const single = !half && singleDays.some(({ start, end }) => start <= day && day <= end);
    const { start, end } = single ? { start: day, end: day } : periodOf(day, "beWeek");
    const part = parts.get(start);
    if (part) part.rows += count;
    else parts.set(start, { start, end, rows: count });
  }
  return [...parts.values()];
}
