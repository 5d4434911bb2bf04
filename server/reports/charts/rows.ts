import { z } from "zod";
import { join, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import type { Actor } from "../../kernel/operation/roles";
import { addDays, type Day, dayOf, daysBetween, eachDay, eachMonth } from "../../kernel/time";
import { INVALID_RANGE, lengthInDays, periodOf, previous, progress, type Range, readRange, UNITS } from "../../trade/periods";
import { now } from "../../kernel/time/now";
import { saleRows } from "../source";

/** A range of any days; `unit` is the length of a point. */
export type ChartPeriod = Range & { unit: "day" | "month" };

const MOST_POINTS = 366;
const NONE = "Please choose a period.";

/** `start,end,day` or `start,end,month`, at most 366 points. The first and last month need not be whole (CHART-09). */
export const ChartPeriod = z
  .string(NONE)
  .max(50, NONE)
  .transform((text, context): ChartPeriod => {
    const [start, end, unit, ...rest] = text.split(",");
    const range = readRange(start, end);
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (rest.length > 0 || !UNITS.some((one) => one === unit)) return refuse(NONE);
    if (unit !== "day" && unit !== "month") return refuse("Please choose days or months.");
    if (!range) return refuse(INVALID_RANGE);
    const points = unit === "day" ? lengthInDays(range) : eachMonth(range).length;
    return points > MOST_POINTS ? refuse(`Please choose at most ${MOST_POINTS} days or months.`) : { ...range, unit };
  });

const ChartItem = z.object({
  date: z.string(),
  value: z.int(),
  progress: z.number().nullable(),
  incomplete: z.literal(true).optional(),
  /** Of an incomplete month: the sales on the same days of the month before, and the growth over them. */
  sameDays: z.object({ before: z.int(), progress: z.number() }).optional(),
});
type ChartItem = z.output<typeof ChartItem>;

/**
 * The sales of an office over a period, with a point for each New York day (YYYY-MM-DD) or month (YYYY-MM) that has
 * begun, including those without a sale. `progress` is the growth over the previous point in percent, not rounded. It
 * is null if the point has neither a sale nor a change. `incomplete` marks a point that is not over yet or lies only
 * partly in the period, so that its figures cover fewer days than those of the previous point.
 */
export const Chart = z.object({ companyId: z.int(), officeName: z.string(), items: z.array(ChartItem) });
type Chart = z.output<typeof Chart>;

/** The same for an agent. */
export const AgentChart = z.object({ agentId: z.int(), username: z.string(), items: z.array(ChartItem) });

/** The sum of several charts. */
export const SumChart = z.object({ items: z.array(ChartItem) });

export type ChartScope = { by: "company" | "agent"; companyId?: number; agentId?: number };
type Counts = Readonly<Record<string, number>>;
type ChartSales = { id: number; name: string; sales: Counts | null; before: Counts | null };

/** The charts of one office or of all that the account may see, sorted by name. Offices without sales are left out. */
export async function charts(actor: Actor, period: ChartPeriod, companyId?: number): Promise<Chart[]> {
  return (await readCharts(actor, period, { by: "company", companyId })).charts.map(({ id, name, items }) => ({
    ...{ companyId: id, officeName: name, items },
  }));
}

/** Charts of offices or agents by name, and the chart of their sum. */
export async function readCharts(actor: Actor, period: ChartPeriod, scope: ChartScope) {
  const points = pointsOf(period);
  const records = await queryRows<ChartSales>(chartsStatement(actor, period, scope));
  const charts = records.map(({ id, name, sales, before }) => ({
    id,
    name,
    items: itemsOf(points, sales ?? {}, before ?? {}),
  }));
  const sums = [
    sumOf(records.map(({ sales }) => sales ?? {})),
    sumOf(records.map(({ before }) => before ?? {})),
  ] as const;
  return {
    charts: charts.filter(({ items }) => items.some(({ value }) => value !== 0)),
    sum: itemsOf(points, ...sums),
  };
}

function sumOf(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all) for (const [date, sales] of Object.entries(counts)) sum[date] = (sum[date] ?? 0) + sales;
  return sum;
}

type Points = { earlier: string; dates: { date: string; incomplete: boolean }[]; byMonth: boolean };

/** The points that have begun, and the one before the first. */
function pointsOf(period: ChartPeriod): Points {
  const today = dayOf(now());
  const byMonth = period.unit === "month";
  const dates = (byMonth ? eachMonth : eachDay)(elapsedPart(period)).map((date) => ({
    ...{ date, incomplete: !isComplete(date, period, today) },
  }));
  return { earlier: dateOf(previousPoint(period), period), dates, byMonth };
}

function itemsOf({ earlier, dates, byMonth }: Points, sales: Counts, before: Counts): ChartItem[] {
  let last = sales[earlier] ?? 0;
  return dates.map(({ date, incomplete }): ChartItem => {
    const value = sales[date] ?? 0;
    const grown = progress(last, value);
    last = value;
    const item = { date, value, progress: value === 0 && grown === 0 ? null : grown };
    if (!incomplete) return item;
    const compared = before[date] ?? 0;
    const sameDays = byMonth ? { sameDays: { before: compared, progress: progress(compared, value) } } : {};
    return { ...item, incomplete: true, ...sameDays };
  });
}

/** The days that are not in the future. */
const elapsedPart = ({ start, end }: Range): Range => {
  const today = dayOf(now());
  return { start, end: end < today ? end : today };
};

/** The day or month before the first point, to which that point is compared. */
function previousPoint({ start, unit }: ChartPeriod): Range {
  const first = periodOf(start, unit);
  return previous(first, unit);
}

const dateOf = ({ start }: Range, { unit }: ChartPeriod): string => (unit === "month" ? start.slice(0, 7) : start);

/** True for a point that is over and whose days are all in the period. */
function isComplete(date: string, { start, end, unit }: ChartPeriod, today: Day): boolean {
  const days = periodOf(unit === "month" ? `${date}-01` : date, unit);
  return start <= days.start && days.end <= end && days.end < today;
}

/** The days of the month before that correspond to the days of an incomplete month. Empty on the 31st after a short month. */
function sameDaysBefore(date: string, period: ChartPeriod): Range | undefined {
  const month = periodOf(`${date}-01`, "month");
  const { start, end } = elapsedPart(period);
  const before = previous(month, "month");
  const first = addDays(before.start, daysBetween(month.start, start > month.start ? start : month.start));
  const last = addDays(before.start, daysBetween(month.start, end < month.end ? end : month.end));
  const range = { start: first, end: last < before.end ? last : before.end };
  return range.start <= range.end ? range : undefined;
}

const named = {
  company: {
    key: sql`company_id`,
    name: sql`office_name`,
    from: sql`offices ON offices.id = charts.id`,
    order: sql`offices.id`,
  },
  agent: {
    key: sql`agent_id`,
    name: sql`username`,
    from: sql`agents ON agents.id = charts.id JOIN accounts ON accounts.id = account_id AND deleted_at IS NULL`,
    order: sql`agents.id`,
  },
};

/**
 * Sales by office or agent and point, without points whose sum is 0. Months are read by half-month, an eighth of the
 * rows. `before` has the sales on the same days of the month before, by incomplete month.
 */
export function chartsStatement(actor: Actor, period: ChartPeriod, { by, ...filters }: ChartScope): Statement {
  const { key, name, from, order } = named[by];
  const byDay = period.unit === "day";
  const before = previousPoint(period);
  const { start, end } = elapsedPart(period);
  // If the period starts within a month, the days of that month before the start belong to neither range.
  const isNext = addDays(before.end, 1) === start;
  const ranges = isNext ? [{ start: before.start, end }] : [before, { start, end }];
  const rows = (range: Range) => saleRows(actor, filters, { range, byDay });
  const point = byDay ? sql`day::text` : sql`left(day::text, 7)`;
  const parts = ranges.map(
    (range) => sql`SELECT ${key} AS id, ${point} AS date, sales, FALSE AS earlier FROM (${rows(range)}) AS rows`,
  );
  const { dates } = pointsOf(period);
  for (const { date } of byDay ? [] : dates.filter(({ incomplete }) => incomplete)) {
    const same = sameDaysBefore(date, period);
    if (same) parts.push(sql`SELECT ${key}, ${date}, sales, TRUE FROM (${rows(same)}) AS rows`);
  }
  return sql`
    SELECT charts.id, ${name} AS name, sales, before
    FROM (
      SELECT id, json_object_agg(date, sales) FILTER (WHERE NOT earlier) AS sales,
        json_object_agg(date, sales) FILTER (WHERE earlier) AS before
      FROM (
        SELECT id, date, earlier, sum(sales) AS sales FROM (${join(parts, sql` UNION ALL `)}) AS parts
        GROUP BY id, date, earlier
      ) AS points
      WHERE sales <> 0 GROUP BY id
    ) AS charts
    JOIN ${from}
    ORDER BY (${name}) COLLATE by_name, ${order}`;
}
