import { ROLL_UPS } from "../../models/roll-ups";
import { queryOne } from "../kernel/database/transactions";
import { type Day } from "../kernel/time";
import { instants, periodOf, type Range } from "../trade/periods";
import { identifier, join, sql } from "../kernel/database/sql";
import { type Check, type Finding, mergeFindings } from "./finding";

const NEW_YORK = sql`'America/New_York'`;
const DAYS_OF = ["sale_events", "stats_delta", ...ROLL_UPS.map(({ table }) => table)].map(identifier);

/**
 * The half-months that have a click, an event or a measure, oldest first. Those between are skipped: a single row of a
 * wrong year would otherwise have the checks read thousands of empty ones.
 */
export async function halfMonthsWithData(): Promise<Range[]> {
  const halves: Range[] = [];
  for (;;) {
    const half = await nextHalfMonthWithData(halves.at(-1));
    if (!half) return halves;
    halves.push(half);
  }
}

async function nextHalfMonthWithData(last: Range | undefined): Promise<Range | undefined> {
  const [day, moment] = last ? [last.end, instants(last)[1]] : ["-infinity", "-infinity"];
  const days = DAYS_OF.map((table) => sql`SELECT min(day) FROM ${table} WHERE day > ${day}::date`);
  const row = await queryOne<{ first: Day | null }>(sql`
    SELECT min(first)::text AS first FROM (
      SELECT (min(clicked_at) AT TIME ZONE ${NEW_YORK})::date AS first FROM clicks
      WHERE clicked_at >= ${moment}::timestamptz
      UNION ALL ${join(days, sql` UNION ALL `)}) AS firsts`);
  return row?.first ? periodOf(row.first, "beWeek") : undefined;
}

/** A check that reads the large tables one half-month at a time, so that no statement covers years of clicks. */
export const perHalfMonth =
  (check: (half: Range) => Promise<Finding[]>): Check =>
  async (halves) => {
    const findings: Finding[] = [];
    for (const half of halves) findings.push(...(await check(half)));
    return mergeFindings(findings);
  };
