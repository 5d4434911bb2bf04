import { ownRows } from "../accounts";
import { addDays, halfMonthsIn, periodOf, type Range } from "../kernel/periods";
import { type Actor, reaches } from "../kernel/roles";
import { all, join, nothing, sql, type Statement } from "../kernel/sql";
import { halfOf } from "../payroll";

/** What narrows the rows of a report, beside what the account may see. */
export type Filters = { siteId?: number; typeId?: number; companyId?: number; agentId?: number; geo?: string };
export type Reach = {
  range: Range;
  /** True: one row for each day. False: whole half-months come as one row, under their first day. */
  byDay: boolean;
  /** What narrows the rows further, on the columns of the tables. */
  only?: Statement;
};
/** What rows are told apart by, and what narrows them may name: links too, agents and offices, or neither. */
export type ToldBy = "links" | "agents" | "nobody";

/**
 * The rows of a range as one relation: agent_id, company_id (any number where nobody is told), day (New York's), raws,
 * uniques. They are the folded ones and the deltas not folded yet: one statement sees each exactly once (decision: deltas
 * and folding).
 *
 * Whole half-months are read as such, about an eighth of the rows, and the days at both ends by day. With a country the
 * tables by country are read, else the smaller ones; where links are not told, those without them. Every branch
 * selects the agent, by whom the tables may be distributed over several servers: without it all rows would travel.
 */
export function clicked(actor: Actor, filters: Filters, reach: Reach, toldBy: ToldBy = "links"): Statement {
  const tables = tablesOf(filters);
  const whole = reaches(actor, "admin") && filters.companyId === undefined && filters.agentId === undefined;
  const columns = sql`agent_id, company_id, day, raws, uniques`;
  if (toldBy !== "links") tables.half = halvesOfAgents(filters);
  if (toldBy === "nobody" && whole) {
    const days = filters.geo === undefined ? sql`clicks_by_day` : sql`clicks_by_day_geo`;
    tables.day = sql`(SELECT 0 AS agent_id, 0 AS company_id, * FROM ${days}) AS days`;
  }
  return join(branches(actor, filters, reach, columns, tables), union);
}

/** Columns beside the usual ones; `half` is the first day of the row's half-month. */
type More = (half: Statement) => Statement;

/** What was sold: few rows, each with its link and all of its measures but the clicks, and with `more`. */
export function sold(actor: Actor, filters: Filters, reach: Reach, more: More = () => nothing): Statement {
  const columns: More = (half) => sql`agent_id, company_id, type_id, day, events, sales, bonus_sales, earning,
    bonus_earning, lpp + bonus_lpp AS lpp, 0 AS lpp_prev${more(half)}`;
  return join(branches(actor, filters, { ...reach, only: all([selling, reach.only]) }, columns), union);
}

/** Rows as `sold` has them, with nothing but points, as `lpp_prev`; their days set later by `shift`. */
export function soldEarlier(
  actor: Actor,
  filters: Filters,
  { shift, ...reach }: Reach & { shift: number },
  more = nothing,
): Statement {
  const columns = sql`agent_id, company_id, type_id, day + ${shift}::int AS day, 0 AS events, 0 AS sales, 0 AS bonus_sales,
    0 AS earning, 0 AS bonus_earning, 0 AS lpp, lpp + bonus_lpp AS lpp_prev${more}`;
  return join(branches(actor, filters, { ...reach, only: all([selling, reach.only]) }, columns), union);
}

/**
 * The days of agents that count: agent_id, half (the first day of a half-month), days (a bit for each of its days within
 * the range, 1 for the first).
 */
export function shownDays(actor: Actor, filters: Filters, { range, only }: Pick<Reach, "range" | "only">): Statement {
  const narrowed = all([narrowing(actor, filters), only]);
  const [start, end] = [sql`${range.start}::date`, sql`${range.end}::date`];
  const within = sql`(2 << least(${end} - day, 15)) - (1 << greatest(${start} - day, 0))`;
  const half = halfOf(sql`day`);
  return sql`
    SELECT agent_id, half, bit_or(days) AS days FROM (
      SELECT agent_id, day AS half, days & (${within}) AS days FROM ${halvesOfAgents(filters)}
      WHERE day BETWEEN ${periodOf(range.start, "beWeek").start}::date AND ${end} AND ${narrowed}
      UNION ALL
      SELECT agent_id, ${half}, 1 << (day - ${half}) FROM stats_delta
      WHERE day BETWEEN ${start} AND ${end} AND ${counting} AND ${narrowed}
    ) AS shown GROUP BY agent_id, half`;
}

/** Days and agents that count, of each table the first `count` in this order: among them are the first of all. */
export function firstShown(actor: Actor, filters: Filters, reach: Reach, way: Statement, count: number): Statement {
  const tables = branches(actor, filters, { ...reach, only: all([counting, reach.only]) }, sql`DISTINCT day, agent_id`);
  return join(
    tables.map((rows) => sql`(${rows} ORDER BY day ${way}, agent_id ${way} LIMIT ${count})`),
    sql` UNION `,
  );
}

/** The groups of the rows that count, by these of their columns. */
export const groupsShown = (actor: Actor, filters: Filters, reach: Reach, keys: Statement): Statement =>
  join(branches(actor, filters, { ...reach, only: all([counting, reach.only]) }, sql`DISTINCT ${keys}`), sql` UNION `);

// Neither of the two ever falls. The index of what was sold has the second as its condition.
const counting = sql`(raws > 0 OR events > 0)`;
const selling = sql`events > 0`;
const union = sql` UNION ALL `;

function branches(
  actor: Actor,
  filters: Filters,
  { range, byDay, only }: Reach,
  columns: Statement | More,
  tables = tablesOf(filters),
): Statement[] {
  const narrowed = all([narrowing(actor, filters), only]);
  return pieces(range, byDay, tables).map(
    ([table, { start, end }, half]) => sql`
    SELECT ${typeof columns === "function" ? columns(half) : columns} FROM ${table} WHERE day BETWEEN ${start}::date AND ${end}::date AND ${narrowed}`,
  );
}

/** What narrows the rows of any table that carries agent, office, site, link and country. */
export function narrowing(actor: Actor, { siteId, typeId, companyId, agentId, geo }: Filters): Statement {
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

/** Half-months of agents: with their links where one is asked for. */
function halvesOfAgents(filters: Filters): Statement {
  if (filters.siteId !== undefined || filters.typeId !== undefined) return tablesOf(filters).half;
  return filters.geo === undefined ? sql`stats_agent_half` : sql`stats_agent_half_geo`;
}

type Piece = [table: Statement, stretch: Range, half: Statement];

/** The tables in which a range stands, each with its stretch of days; half-months that follow one another are one. */
function pieces(range: Range, byDay: boolean, { half, day }: Tables): Piece[] {
  const { halves, days } = byDay ? { halves: [], days: [range] } : halfMonthsIn(range);
  const ofDay = halfOf(sql`day`);
  return [
    ...together(halves).map((stretch): Piece => [half, stretch, sql`day`]),
    ...days.map((stretch): Piece => [day, stretch, ofDay]),
    [sql`stats_delta`, range, ofDay],
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
