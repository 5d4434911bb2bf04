import { z } from "zod";
import { join, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import type { Actor } from "../../kernel/operation/roles";
import {
  addDays,
  type Day,
  dayOf,
  eachDay,
  eachMonth,
  INVALID_RANGE,
  lengthInDays,
  periodOf,
  previous,
  progress,
  type Range,
  readRange,
  UNITS,
} from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
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

// SQL by hand: the points of a chart.

/**
 * The sales of an office over a period, with a point for each New York day (YYYY-MM-DD) or month (YYYY-MM) that has
 * begun, including those without a sale. `progress` is the growth over the previous point in percent, not rounded. It
 * is null if the point has neither a sale nor a change. `incomplete` marks a point that is not over yet or lies only
 * partly in the period, so that its figures cover fewer days than those of the previous point.
 */
export const Chart = z.object({
  companyId: z.int(),
  officeName: z.string(),
  items: z.array(
    z.object({
      date: z.string(),
      value: z.int(),
      progress: z.number().nullable(),
      incomplete: z.literal(true).optional(),
    }),
  ),
});
type Chart = z.output<typeof Chart>;
type ChartSales = { companyId: number; officeName: string; sales: Record<string, number> };

/** The charts of one office or of all that the account may see, sorted by name. Offices without sales are left out. */
export async function charts(actor: Actor, period: ChartPeriod, companyId?: number): Promise<Chart[]> {
  const today = dayOf(now());
  const elapsed = { ...period, end: period.end < today ? period.end : today };
  const before = dateOf(previousPoint(period), period);
  const points = (period.unit === "month" ? eachMonth(elapsed) : eachDay(elapsed)).map((date) => ({
    date,
    ...(isComplete(date, period, today) ? {} : { incomplete: true as const }),
  }));
  const records = await queryRows<ChartSales>(chartsStatement(actor, elapsed, companyId));
  return records
    .map(({ companyId, officeName, sales }): Chart => {
      let last = sales[before] ?? 0;
      const items = points.map(({ date, ...mark }) => {
        const value = sales[date] ?? 0;
        const grown = progress(last, value);
        last = value;
        return { date, value, progress: value === 0 && grown === 0 ? null : grown, ...mark };
      });
      return { companyId, officeName, items };
    })
    .filter(({ items }) => items.some(({ value }) => value !== 0));
}

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

/** Sales by office and point, without points whose sum is 0. Months are read by half-month, an eighth of the rows. */
export function chartsStatement(actor: Actor, period: ChartPeriod, companyId?: number): Statement {
  const byDay = period.unit === "day";
  const before = previousPoint(period);
  const { start, end } = period;
  // If the period starts within a month, the days of that month before the start belong to neither range.
  const isNext = addDays(before.end, 1) === start;
  const ranges = isNext ? [{ start: before.start, end }] : [before, { start, end }];
  const read = join(
    ranges.map((range) => saleRows(actor, { companyId }, { range, byDay })),
    sql` UNION ALL `,
  );
  return sql`
    SELECT offices.id AS "companyId", office_name AS "officeName", sales
    FROM (
      SELECT company_id, json_object_agg(date, sales) AS sales
      FROM (
        SELECT company_id, ${byDay ? sql`day::text` : sql`left(day::text, 7)`} AS date, sum(sales) AS sales
        FROM (${read}) AS rows GROUP BY company_id, date
      ) AS points
      WHERE sales <> 0 GROUP BY company_id
    ) AS charts
    JOIN offices ON offices.id = company_id
    ORDER BY lower(office_name), offices.id`;
}
