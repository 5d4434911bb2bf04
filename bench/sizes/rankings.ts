import { isSale } from "../../server/trade/events";
import type { AnyOperation } from "../../server/kernel/operation/operation";
import { perform } from "../../server/kernel/operation/perform";
import { addDays } from "../../server/kernel/time";
import { formatPeriod, halfMonthsIn, periodOf, previous, type Range, type Unit } from "../../server/trade/periods";
import { system } from "../../server/kernel/operation/roles";
import { join, sql, type Statement } from "../../server/kernel/database/sql";
import { officeCharts, periods, top10 } from "../../server/reports";
import { type Cell, from } from "./cell";
import type { Ranges } from "./ranges";
import { measureWithFloor, floorOf, measureRaw } from "./timing";

type Query = {
  report: string;
  range: keyof Ranges;
  operation: AnyOperation;
  input: object;
  of: Range;
  key: Statement;
};

/** Charts, Top Agents and Office Performance, beside plain sums of sales by the same key. */
export async function rankingCells(ranges: Partial<Ranges>, fromRows: boolean): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const { report, range, operation, input, of, key } of queries(ranges)) {
    const ask = () => perform(operation, system, input, from) as Promise<unknown[]>;
    const rows = (await ask()).length;
    const times = await measureWithFloor(ask, floorOf(salesFloor(of, key)));
    cells.push({ report, range, rows, ...times, raw: fromRows ? await measureRaw(rawSales(of, key)) : undefined });
  }
  return cells;
}

export function queries(ranges: Partial<Ranges>): Query[] {
  const all = Object.entries(ranges) as [keyof Ranges, Range][];
  const top = all.map(([name, range]): Query => {
    const key = name === "1 day" ? sql`agent_id` : sql`company_id`;
    return { report: "Top Agents", range: name, operation: top10, input: range, of: range, key };
  });
  const comparisons = all.map(([name, two]): Query => {
    const one = previous(two);
    const input = { period1: days(one), period2: days(two) };
    const of = { start: one.start, end: two.end };
    return { report: "Office Performance", range: name, operation: periods, input, of, key: sql`company_id` };
  });
  const charts = all.flatMap(([name, range]): Query[] => {
    const day = name === "3 years" ? [] : [chartQuery(name, range, "day")];
    const whole = { start: periodOf(range.start, "month").start, end: addDays(periodOf(range.end, "month").start, -1) };
    const month = name === "year" || name === "3 years" ? [chartQuery(name, whole, "month")] : [];
    return [...day, ...month];
  });
  return [...top, ...comparisons, ...charts];
}

const days = (range: Range) => formatPeriod({ ...range, unit: "day" });

function chartQuery(name: keyof Ranges, range: Range, unit: Unit & ("day" | "month")): Query {
  const period = { ...range, unit };
  const of = { start: previous(period, unit).start, end: range.end };
  const key = unit === "day" ? sql`company_id, day` : sql`company_id, left(day::text, 7)`;
  const input = { period: formatPeriod(period) };
  return { report: `Charts by ${unit}`, range: name, operation: officeCharts, input, of, key };
}

/** Ranges grouped by day are read from the roll-up by day. */
function salesFloor(range: Range, key: Statement): Statement {
  const byDay = /\bday$/.test(key.bind().text);
  const { halves, days: edges } = byDay ? { halves: [], days: [range] } : halfMonthsIn(range);
  const [first, last] = [halves[0], halves.at(-1)];
  const salesIn = (table: Statement, { start, end }: Range) => sql`
    SELECT agent_id, company_id, day, sales FROM ${table}
    WHERE events > 0 AND day BETWEEN ${start}::date AND ${end}::date`;
  const parts = [
    ...(first && last ? [salesIn(sql`stats_half`, { start: first.start, end: last.end })] : []),
    ...edges.map((edge) => salesIn(sql`stats_day`, edge)),
  ];
  return sql`SELECT ${key}, sum(sales) FROM (${join(parts, sql` UNION ALL `)}) AS rows GROUP BY ${key}`;
}

const rawSales = ({ start, end }: Range, key: Statement): Statement => sql`
  SELECT ${key}, sum(sign) FROM sale_events
  WHERE ${isSale()} AND day BETWEEN ${start}::date AND ${end}::date GROUP BY ${key}`;
