import { ownRows } from "../accounts";
import { addDays, halfMonthsIn, type Range } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { all, join, sql, type Statement } from "../kernel/sql";

/** What narrows the rows of a report, beside what the account may see. */
export type Filters = { siteId?: number; typeId?: number; companyId?: number; agentId?: number; geo?: string };
export type Reach = {
  range: Range;
  /** The period before, whose rows come along; ends the day before the range. */
  before?: Range;
  /** True: one row for each day. False: whole half-months come as one row, under their first day. */
  byDay: boolean;
};

/**
 * The rows of a range as one relation: agent_id, company_id, type_id, day (New York's) and the measures. They are the
 * folded ones and the deltas not folded yet: one statement sees each exactly once (decision: deltas and folding).
 *
 * Whole half-months are read as such, about an eighth of the rows, and the days at both ends by day. With a country the
 * tables by country are read, else the smaller ones. Every branch selects the agent, by whom the tables may be
 * distributed over several servers: without it all rows would travel.
 */
export function source(actor: Actor, filters: Filters, { range, before, byDay }: Reach): Statement {
  const narrowed = narrowing(actor, filters);
  const { halves, days } = byDay ? { halves: [], days: [range] } : halfMonthsIn(range);
  const earlier = !before ? { halves: [], days: [] } : byDay ? { halves: [], days: [before] } : halfMonthsIn(before);
  const wholes = spans([...earlier.halves, ...halves]);
  const singles = spans([...earlier.days, ...days]);
  const [half, day] =
    filters.geo === undefined ? [sql`stats_half`, sql`stats_day`] : [sql`stats_half_geo`, sql`stats_day_geo`];
  const branches = [
    ...wholes.map((span) => branch(half, span, narrowed)),
    ...singles.map((span) => branch(day, span, narrowed)),
    branch(sql`stats_delta`, { start: (before ?? range).start, end: range.end }, narrowed),
  ];
  return join(branches, sql` UNION ALL `);
}

function branch(table: Statement, { start, end }: Range, narrowed: Statement): Statement {
  return sql`SELECT agent_id, company_id, type_id, day, raws, uniques, events, sales, bonus_sales, lpp + bonus_lpp AS lpp,
      earning, bonus_earning
    FROM ${table} WHERE day BETWEEN ${start}::date AND ${end}::date AND ${narrowed}`;
}

function narrowing(actor: Actor, { siteId, typeId, companyId, agentId, geo }: Filters): Statement {
  return all([
    ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` }),
    siteId !== undefined && sql`site_id = ${siteId}`,
    typeId !== undefined && sql`type_id = ${typeId}`,
    companyId !== undefined && sql`company_id = ${companyId}`,
    agentId !== undefined && sql`agent_id = ${agentId}`,
    geo !== undefined && sql`geo = ${geo}`,
  ]);
}

/** Ranges that follow one another as one: each is a scan. */
function spans(ranges: Range[]): Range[] {
  const made: Range[] = [];
  for (const range of ranges) {
    const last = made.at(-1);
    if (last && addDays(last.end, 1) === range.start) last.end = range.end;
    else made.push({ ...range });
  }
  return made;
}
