import type { z } from "zod";
import { queryOne, readTransaction, queryRows } from "../server/kernel/database/transactions";
import type { AnyOperation } from "../server/kernel/operation/operation";
import { addDays, type Day, dayOf, isHalfMonth, periodOf, type Range } from "../server/kernel/periods";
import { perform } from "../server/kernel/operation/perform";
import { system } from "../server/kernel/operation/roles";
import { sql } from "../server/kernel/database/sql";
import { payroll, payrollAvp, sites, sitesAvp } from "../server/reports";
import { median, percentile } from "./samples";

/**
 * A site report over the database of this process: milliseconds from request to answer, for each grouping over each
 * range (for an AVP report, over a half-month). The floor, measured in the same rounds, is plain SQL on the roll-up by
 * day that forms all the same groups, since the totals need them, and returns the first fifty with the totals.
 */
export type ReportTime = { report: string; rows: number; median: number; p95: number; floor: number };

const from = { channel: "program", ip: null, userAgent: "" } as const;
const floors = { date: sql`day`, company: sql`company_id`, agent: sql`agent_id`, detail: sql`day, agent_id` };
type Grouping = keyof typeof floors;

/** The site reports. `halves`: the report accepts half-months only. */
const siteReportCalls = {
  Sites: { call: sites, halves: false },
  "Sites AVP": { call: sitesAvp, halves: true },
  Payroll: { call: payroll, halves: false },
  "Payroll AVP": { call: payrollAvp, halves: true },
};
export type SiteReport = keyof typeof siteReportCalls;
export const siteReports = Object.keys(siteReportCalls) as SiteReport[];

export async function benchReport(report: SiteReport, rounds = 15): Promise<ReportTime[]> {
  const { call, halves } = siteReportCalls[report];
  const newest = await readTransaction(() => queryOne<{ day: Day }>(sql`SELECT max(day)::text AS day FROM stats_day`));
  const times: ReportTime[] = [];
  for (const [name, range] of Object.entries(ranges(newest?.day ?? dayOf(Date.now())))) {
    if (halves && !isHalfMonth(range)) continue;
    for (const groupBy of Object.keys(floors) as Grouping[]) {
      times.push({ report: `${groupBy}, ${name}`, ...(await measureGrouping(call, groupBy, range, rounds)) });
    }
  }
  return times;
}

const ranges = (end: Day): Record<string, Range> => ({
  "1 day": { start: end, end },
  "1 half-month": periodOf(addDays(periodOf(end, "beWeek").start, -1), "beWeek"),
  "1 year": { start: addDays(end, -364), end },
});

async function measureGrouping(
  call: (typeof siteReportCalls)[SiteReport]["call"],
  groupBy: Grouping,
  { start, end }: Range,
  rounds: number,
): Promise<Omit<ReportTime, "report">> {
  const floor = () =>
    readTransaction(() =>
      queryRows(sql`
        WITH groups AS MATERIALIZED (
          SELECT ${floors[groupBy]}, sum(raws) AS raws, sum(uniques) AS uniques, sum(sales) AS sales, sum(earning) AS earning
          FROM stats_day WHERE day BETWEEN ${start}::date AND ${end}::date GROUP BY ${floors[groupBy]}
        )
        SELECT * FROM (SELECT * FROM groups ORDER BY ${floors[groupBy]} LIMIT 50) AS page CROSS JOIN (
          SELECT count(*) AS total, sum(raws) AS all_raws, sum(uniques) AS all_uniques, sum(sales) AS all_sales,
            sum(earning) AS all_earning FROM groups
        ) AS totals`),
    );
  return measureWithFloor<(typeof call)["output"]>(
    call,
    { groupBy, start, end },
    floor,
    ({ page }) => page.total,
    rounds,
  );
}

/** Milliseconds of an operation's answers and of its floor, in alternation, after one warm-up of each. */
export async function measureWithFloor<O extends z.ZodType>(
  operation: AnyOperation<O>,
  input: Record<string, unknown>,
  floor: () => Promise<unknown>,
  countOf: (answer: z.output<O>) => number,
  rounds: number,
): Promise<Omit<ReportTime, "report">> {
  const report = () => perform(operation, system, input, from);
  const rowCount = countOf(await report());
  await floor();
  const [reports, floorTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    reports.push(await measureMs(report));
    floorTimes.push(await measureMs(floor));
  }
  return { rows: rowCount, median: median(reports), p95: percentile(reports, 95), floor: median(floorTimes) };
}

async function measureMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
