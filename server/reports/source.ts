import { ownRows } from "../accounts";
import { addDays, type Day, halfMonthsIn, type Range } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { all, join, sql, type Statement } from "../kernel/sql";

/** What narrows the rows of a report, beside what the account may see. */
export type Filters = { siteId?: number; typeId?: number; companyId?: number; agentId?: number; geo?: string };
export type Reach = {
  range: Range;
  /** The period before, of which the points come along, as `lpp_prev`. */
  before?: Range;
  /** Days by which the points of before are set later, so that they stand in the row that shows them. */
  shift?: number;
  /** True: one row for each day. False: whole half-months come as one row, under their first day. */
  byDay: boolean;
};

/**
 * The rows of a range as one relation: agent_id, company_id, type_id, day (New York's), the measures, and `latest`, which
 * orders offices by the day of their figures. They are the folded ones and the deltas not folded yet: one statement sees
 * each exactly once (decision: deltas and folding).
 *
 * Whole half-months are read as such, about an eighth of the rows, and the days at both ends by day. With a country the
 * tables by country are read, else the smaller ones. Every branch selects the agent, by whom the tables may be
 * distributed over several servers: without it all rows would travel.
 */
export function source(actor: Actor, filters: Filters, { range, before, shift = 0, byDay }: Reach): Statement {
  const narrowed = narrowing(actor, filters);
  const present = (table: Statement, days: Range) => sql`
    SELECT agent_id, company_id, type_id, day, raws, uniques, events, sales, bonus_sales, earning, bonus_earning,
      lpp + bonus_lpp AS lpp, 0 AS lpp_prev, (day - date '1900-01-01') * 2147483648 + company_id AS latest
    FROM ${table} WHERE ${within(days)} AND ${narrowed}`;
  const earlier = (table: Statement, days: Range) => sql`
    SELECT agent_id, company_id, type_id, day + ${shift}::int, 0, 0, 0, 0, 0, 0, 0, 0, lpp + bonus_lpp, NULL
    FROM ${table} WHERE ${within(days)} AND lpp + bonus_lpp <> 0 AND ${narrowed}`;
  const tables = tablesOf(filters);
  const parts = [
    ...pieces(range, byDay, tables).map(([table, days]) => present(table, days)),
    ...(before ? pieces(before, byDay, tables).map(([table, days]) => earlier(table, days)) : []),
  ];
  return join(parts, sql` UNION ALL `);
}

const within = ({ start, end }: { start: Day; end: Day }) => sql`day BETWEEN ${start}::date AND ${end}::date`;

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

type Tables = { half: Statement; day: Statement };
const tablesOf = ({ geo }: Filters): Tables =>
  geo === undefined
    ? { half: sql`stats_half`, day: sql`stats_day` }
    : { half: sql`stats_half_geo`, day: sql`stats_day_geo` };

/** The tables in which a range stands, each with its stretch of days; half-months that follow one another are one. */
function pieces(range: Range, byDay: boolean, { half, day }: Tables): [Statement, Range][] {
  const { halves, days } = byDay ? { halves: [], days: [range] } : halfMonthsIn(range);
  return [
    ...together(halves).map((stretch): [Statement, Range] => [half, stretch]),
    ...days.map((stretch): [Statement, Range] => [day, stretch]),
    [sql`stats_delta`, range],
  ];
}

function together(ranges: Range[]): Range[] {
  const made: Range[] = [];
  for (const range of ranges) {
    const last = made.at(-1);
    if (last && addDays(last.end, 1) === range.start) last.end = range.end;
    else made.push({ ...range });
  }
  return made;
}
