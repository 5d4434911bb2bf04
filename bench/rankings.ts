import { queryOne, readTransaction, queryRows } from "../server/kernel/database/transactions";
import { type AnyOperation } from "../server/kernel/operation/operation";
import { addDays, type Day, dayOf, formatPeriod, periodOf, previous } from "../server/kernel/periods";
import { sql } from "../server/kernel/database/sql";
import { officeCharts, periods, top10 } from "../server/reports";
import { measureWithFloor, type ReportTime } from "./report";

/**
 * Charts, Top Agents and Office Performance over the database of this process. The floor, measured in the same rounds,
 * is the sales of the same days by office, by plain SQL on the roll-up by day.
 */
export async function benchRankings(rounds = 15): Promise<ReportTime[]> {
  const newest = await readTransaction(() => queryOne<{ day: Day }>(sql`SELECT max(day)::text AS day FROM stats_day`));
  const today = newest?.day ?? dayOf(Date.now());
  const times: ReportTime[] = [];
  for (const { report, operation, input, start } of queries(today)) {
    const floor = () =>
      readTransaction(() =>
        queryRows(sql`
          SELECT company_id, sum(sales) AS sales FROM stats_day
          WHERE events > 0 AND day BETWEEN ${start}::date AND ${today}::date GROUP BY company_id`),
      );
    times.push({
      report,
      ...(await measureWithFloor(operation, input, floor, (answer) => (answer as unknown[]).length, rounds)),
    });
  }
  return times;
}

type Query = { report: string; operation: AnyOperation; input: Record<string, unknown>; start: Day };

function queries(today: Day): Query[] {
  const month = periodOf(today, "month");
  const year = periodOf(today, "year");
  const half = previous(periodOf(today, "beWeek"), "beWeek");
  const chart = (report: string, unit: "day" | "month", { start, end }: { start: Day; end: Day }): Query => ({
    ...{ report, operation: officeCharts, start },
    input: { period: formatPeriod({ start, end, unit }) },
  });
  const top = (report: string, start: Day): Query => ({
    ...{ report, operation: top10, start },
    input: { start, end: today },
  });
  return [
    chart("charts, 1 month by day", "day", month),
    chart("charts, 1 year by month", "month", year),
    top("top agents, 1 week", addDays(today, -6)),
    top("top agents, 1 year", addDays(today, -364)),
    {
      ...{ report: "performance, 2 half-months", operation: periods, start: previous(half, "beWeek").start },
      input: {
        period1: formatPeriod({ ...previous(half, "beWeek"), unit: "beWeek" }),
        period2: formatPeriod({ ...half, unit: "beWeek" }),
      },
    },
  ];
}
