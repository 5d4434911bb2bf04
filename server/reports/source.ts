import { hasColumn, MEASURES, smallestRollUp } from "../../models/roll-ups";
import { ownRows } from "../accounts";
import { isCountry } from "../trade/country";
import { halfMonthStart } from "../trade/periods/half-month-sql";
import { periodOf, type Range, splitAtHalfMonths } from "../trade/periods";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { addDays } from "../kernel/time";
import { all, identifier, join, nothing, sql, type Statement } from "../kernel/database/sql";
import { type GroupKey, readsSingles, rollUpColumnsOf, selectedKeys, singleRows } from "./group-keys";
import { columnNames, previousMeasures, clickMeasures, saleMeasures, selected, zeros } from "./measures";

/** Filters of a report, in addition to the limits of the account. */
export type Filters = { siteId?: number; typeId?: number; companyId?: number; agentId?: number; geo?: string };
export type Reach = {
  range: Range;
  /** True: rows are by day. False: a whole half-month is one row, dated on its first day. */
  byDay: boolean;
  /** Further condition, on the columns of the tables. */
  only?: Statement;
  /**
   * True: `only` already limits the rows to days in the range, so the range condition is left out. With both conditions
   * the planner expects hardly any rows and reads whole days.
   */
  named?: boolean;
  /** True: days without clicks may be left out, because the caller reads their sales anyway. */
  withClicksOnly?: boolean;
  /** Further columns of the rows: the keys that the caller groups by. */
  keys?: readonly GroupKey[];
  /** The moment on the last day at which the range ends. Its clicks and sales are read one by one. */
  until?: Date;
};
/** The finest key that rows keep and conditions may use: links, agents and offices, or neither ("nobody"). */
export type RowGrain = "links" | "agents" | "nobody";

/**
 * The rows of a range that count, as one relation: agent_id, company_id (arbitrary for "nobody"), day (New York), the
 * keys of `reach`, raws, uniques. It combines the roll-ups and the deltas not rolled up yet. One statement sees each click exactly once
 * (docs/decisions/0023-roll-ups.md).
 *
 * Whole half-months are read from the roll-ups by half-month, about an eighth of the rows, and the days at both ends by
 * day. A country filter needs the tables by country, otherwise the smaller ones are read. Rows without links come from
 * the tables without links. Every branch selects the agent, because the tables may be distributed over several servers
 * by agent: without it all rows would be transferred.
 */
export function clickRows(actor: Actor, filters: Filters, reach: Reach, grain: RowGrain = "links"): Statement {
  const keys = sql`agent_id, company_id, day${selectedKeys(reach.keys ?? [])}`;
  const needed = rollUpColumnsOf(reach.keys ?? []);
  const columns = sql`${keys}, ${columnNames(clickMeasures)}`;
  const isUnrestricted = hasRole(actor, "admin") && filters.companyId === undefined && filters.agentId === undefined;
  if (grain === "nobody" && isUnrestricted) {
    const { name: days, counting } = tableOf("day", filters, ["site_id", "type_id", "raws", ...withoutAgent(needed)]);
    const day = { name: sql`(SELECT 0 AS agent_id, 0 AS company_id, * FROM ${days}) AS days`, counting };
    // A few dozen rows a day, fewer than the half-months of agents have.
    const clicks = branches(actor, filters, { ...reach, byDay: true }, columns, { half: day, day }, true);
    const daysAlone = needed.every((name) => name === "day");
    if (reach.withClicksOnly || (daysAlone && !reach.byDay)) return join(clicks, union);
    // Days with sales but no clicks are rare, so sold rows are read for the days without clicks only.
    const hasClicks = all([filterConditions(actor, filters), reach.only, day.counting]);
    const onSuchDays = daysAlone && sql`day = ANY (${daysWithout(days, hasClicks, reach.range)})`;
    const only = all([selling, reach.only, onSuchDays]);
    const sales = branches(actor, filters, { ...reach, only }, sql`${keys}, ${zeros(clickMeasures)}`);
    return join([...clicks, ...sales], union);
  }
  const tables = tablesOf(filters, needed);
  if (grain !== "links") tables.half = agentHalfTable(filters, needed);
  return join(branches(actor, filters, reach, columns, tables, true), union);
}

/** The days of a range, as an array, on which a table has no row that meets the condition. */
const daysWithout = (table: Statement, hasClicks: Statement, { start, end }: Range): Statement => sql`ARRAY(
  SELECT ${start}::date + n FROM generate_series(0, ${end}::date - ${start}::date) AS n
  LEFT JOIN (SELECT day FROM ${table} WHERE day BETWEEN ${start}::date AND ${end}::date AND ${hasClicks}) AS there
    ON day = ${start}::date + n
  WHERE day IS NULL)`;

/** Additional columns; `half` is the first day of the row's half-month. */
type More = (half: Statement) => Statement;

/** Sold rows: few, each with its link, all measures except clicks, and the columns of `more`. */
export function saleRows(actor: Actor, filters: Filters, reach: Reach, more: More = () => nothing): Statement {
  const columns: More = (half) =>
    sql`agent_id, company_id, type_id, day, ${selected(saleMeasures)}${selectedKeys(reach.keys ?? [])}${more(half)}`;
  return join(branches(actor, filters, { ...reach, only: all([selling, reach.only]) }, columns), union);
}

/** The keys and net sales of sold rows. A ranking of everything that was ever sold takes a fifth less than with all measures. */
export const netSales = (actor: Actor, reach: Reach, keys: Statement): Statement =>
  join(branches(actor, {}, { ...reach, only: all([selling, reach.only]) }, sql`${keys}, sales`), union);

/** The points of sold rows, as `lpp_prev`, with their days moved `shift` days later. */
export function previousSaleRows(
  actor: Actor,
  filters: Filters,
  { shift, ...reach }: Reach & { shift: number },
): Statement {
  const columns = sql`agent_id, company_id, day + ${shift}::int AS day, ${selected(previousMeasures)}${selectedKeys(reach.keys ?? [])}`;
  return join(branches(actor, filters, { ...reach, only: all([selling, reach.only]) }, columns), union);
}

/**
 * An agent and the first day of a half-month as one number: joining on one column costs half as much as on two. Days
 * since 1900 stay below 100,000. Do not use a larger factor: hashing mixes the bits above the 32nd into the low ones.
 */
export const agentsHalf = (half: Statement): Statement =>
  sql`(agent_id * 100000::bigint + (${half} - date '1900-01-01'))`;

/**
 * The days on which agents have rows that count: agents_half (see agentsHalf), and days, a bit mask of the half-month's
 * days within the range. Its lowest bit is the first day of the half-month. `more` is a further key, or an aggregate over
 * the rows, of which those of a half-month cover all of its days.
 */
export function shownDays(
  actor: Actor,
  filters: Filters,
  { range, only }: Pick<Reach, "range" | "only">,
  more?: { key: Statement } | { sum: Statement },
): Statement {
  const narrowed = all([filterConditions(actor, filters), only]);
  const [start, end] = [sql`${range.start}::date`, sql`${range.end}::date`];
  const dayBits = sql`(2 << least(${end} - day, 15)) - (1 << greatest(${start} - day, 0))`;
  const half = halfMonthStart(sql`day`);
  const key = more && "key" in more ? sql`, ${more.key}` : nothing;
  const sum = more && "sum" in more ? more.sum : undefined;
  const most = sum ? sql`, sum(${sum}) AS most` : nothing;
  // The half-months are grouped alone, in the order of their index, which takes half as long as with deltas among them.
  return sql`
    SELECT ${agentsHalf(sql`day`)} AS agents_half${key}, coalesce(halves.days, 0) | coalesce(deltas.days, 0) AS days
      ${sum ? sql`, coalesce(halves.most, 0) + coalesce(deltas.most, 0) AS most` : nothing}
    FROM (
      SELECT day, agent_id${key}, bit_or(days & (${dayBits})) AS days${most} FROM ${agentHalfTable(filters).name}
      WHERE day BETWEEN ${periodOf(range.start, "beWeek").start}::date AND ${end} AND ${narrowed}
      GROUP BY day, agent_id${key}
    ) AS halves FULL JOIN (
      SELECT ${half} AS day, agent_id${key}, bit_or(1 << (day - ${half})) AS days${most} FROM stats_delta
      WHERE day BETWEEN ${start} AND ${end} AND ${counting} AND ${narrowed}
      GROUP BY ${half}, agent_id${key}
    ) AS deltas USING (day, agent_id${key})`;
}

/** The first `count` pairs of day and agent that count from each table. They include the first `count` overall. */
export function firstShown(
  actor: Actor,
  filters: Filters,
  reach: Reach,
  direction: Statement,
  count: number,
): Statement {
  const tables = branches(actor, filters, reach, sql`DISTINCT day, agent_id`, tablesOf(filters), true);
  return join(
    tables.map((rows) => sql`(${rows} ORDER BY day ${direction}, agent_id ${direction} LIMIT ${count})`),
    sql` UNION `,
  );
}

/** The distinct values of these columns, which the keys of `reach` have, among the rows that count. */
export const groupsShown = (actor: Actor, filters: Filters, reach: Reach, columns: Statement): Statement =>
  join(branches(actor, filters, reach, sql`DISTINCT ${columns}`, undefined, true), sql` UNION `);

// raws and events never decrease. The partial index of sold rows has `events > 0` as its condition.
const counting = sql`(raws > 0 OR events > 0)`;
const selling = sql`events > 0`;
const union = sql` UNION ALL `;

function branches(
  actor: Actor,
  filters: Filters,
  { only, named = false, ...reach }: Reach,
  columns: Statement | More,
  tables = tablesOf(filters, rollUpColumnsOf(reach.keys ?? [])),
  onlyCounted = false,
): Statement[] {
  const narrowed = [filterConditions(actor, filters), only];
  return pieces(reach, tables).map(
    ([table, { start, end }, half]) => sql`
    SELECT ${typeof columns === "function" ? columns(half) : columns} FROM ${table.name}
    WHERE ${all([!named && sql`day BETWEEN ${start}::date AND ${end}::date`, ...narrowed, onlyCounted && table.counting])}`,
  );
}

/** The condition on any table with agent, office, site, link and country: the account's own rows and the filters. */
export function filterConditions(actor: Actor, { siteId, typeId, companyId, agentId, geo }: Filters): Statement {
  return all([
    ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` }),
    siteId !== undefined && sql`site_id = ${siteId}`,
    typeId !== undefined && sql`type_id = ${typeId}`,
    companyId !== undefined && sql`company_id = ${companyId}`,
    agentId !== undefined && sql`agent_id = ${agentId}`,
    geo !== undefined && isCountry(sql`geo`, geo),
  ]);
}

/** A table, and the condition for rows that count. */
type Table = { name: Statement; counting: Statement };
type Tables = { half: Table; day: Table };

/** The smallest table with these columns, and with the country if the filters name one. */
function tableOf(period: "half" | "day", { geo }: Filters, columns: readonly string[]): Table {
  const rollUp = smallestRollUp(period, geo === undefined ? columns : [...columns, "geo"]);
  const countingClicks = rollUp.keepsDays ? sql`days <> 0` : sql`raws > 0`;
  return { name: identifier(rollUp.table), counting: hasColumn(rollUp, "events") ? counting : countingClicks };
}

const WITH_LINKS = ["agent_id", "company_id", "site_id", "type_id", ...MEASURES];
const tablesOf = (filters: Filters, more: readonly string[] = []): Tables => ({
  half: tableOf("half", filters, [...WITH_LINKS, ...more]),
  day: tableOf("day", filters, [...WITH_LINKS, ...more]),
});
const withoutAgent = (columns: readonly string[]) =>
  columns.filter((name) => name !== "agent_id" && name !== "company_id");

/** Half-months of agents; the table with links if the filters name a site or link. */
const agentHalfTable = (filters: Filters, more: readonly string[] = []): Table =>
  filters.siteId !== undefined || filters.typeId !== undefined
    ? tablesOf(filters, more).half
    : tableOf("half", filters, ["agent_id", "company_id", "raws", ...more]);

type Piece = [table: Table, stretch: Range, half: Statement];

const halfOfDay = halfMonthStart(sql`day`);

/** The tables that cover a range, each with its range of days. */
function pieces({ range, byDay, keys = [], until }: Omit<Reach, "only">, tables: Tables): Piece[] {
  const { start, end } = range;
  if (readsSingles(keys)) return [[{ name: singleRows(range, keys, until), counting }, range, halfOfDay]];
  if (until === undefined) return rolledUp(range, byDay, tables);
  const last = { start: end, end };
  const before = start < end ? rolledUp({ start, end: addDays(end, -1) }, byDay, tables) : [];
  return [...before, [{ name: singleRows(last, keys, until), counting }, last, halfOfDay]];
}

function rolledUp(range: Range, byDay: boolean, { half, day }: Tables): Piece[] {
  const { whole, days } = byDay ? { whole: undefined, days: [range] } : splitAtHalfMonths(range);
  return [
    ...(whole ? [[half, whole, sql`day`] satisfies Piece] : []),
    ...days.map((stretch): Piece => [day, stretch, halfOfDay]),
    [{ name: sql`stats_delta`, counting }, range, halfOfDay],
  ];
}
