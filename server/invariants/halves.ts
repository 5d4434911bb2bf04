import { queryOne } from "../kernel/database/transactions";
import { addDays, type Day, periodOf, type Range } from "../kernel/periods";
import { sql } from "../kernel/database/sql";
import { type Check, type Finding, mergeFindings } from "./finding";

// SQL by hand: one statement reads the first and last day of every large table.

const NEW_YORK = sql`'America/New_York'`;

/** Every half-month from the first to the last click, event or measure, oldest first. */
async function halfMonthsWithData(): Promise<Range[]> {
  const row = await queryOne<{ first: Day | null; last: Day | null }>(sql`
    SELECT least(min(first), min(last))::text AS first, greatest(max(first), max(last))::text AS last FROM (
      SELECT (min(clicked_at) AT TIME ZONE ${NEW_YORK})::date AS first,
        (max(clicked_at) AT TIME ZONE ${NEW_YORK})::date AS last FROM clicks
      UNION ALL SELECT min(day), max(day) FROM sale_events
      UNION ALL SELECT min(day), max(day) FROM stats_delta
      UNION ALL SELECT min(day), max(day) FROM stats_day_geo
      UNION ALL SELECT min(day), max(day) FROM stats_day
      UNION ALL SELECT min(day), max(day) FROM stats_half_geo
      UNION ALL SELECT min(day), max(day) FROM stats_half
      UNION ALL SELECT min(day), max(day) FROM stats_agent_half_geo
      UNION ALL SELECT min(day), max(day) FROM stats_agent_half
      UNION ALL SELECT min(day), max(day) FROM clicks_by_day_geo
      UNION ALL SELECT min(day), max(day) FROM clicks_by_day
      UNION ALL SELECT min(day), max(day) FROM hits_by_day
      UNION ALL SELECT min(day), max(day) FROM hits_by_half) AS ends`);
  const { first, last } = row ?? {};
  if (!first || !last) return [];
  const all: Range[] = [];
  for (let half = periodOf(first, "beWeek"); half.start <= last; half = periodOf(addDays(half.end, 1), "beWeek")) {
    all.push(half);
  }
  return all;
}

/** A check that reads the large tables one half-month at a time, so that no statement covers years of clicks. */
export const perHalfMonth =
  (check: (half: Range) => Promise<Finding[]>): Check =>
  async () => {
    const findings: Finding[] = [];
    for (const half of await halfMonthsWithData()) findings.push(...(await check(half)));
    return mergeFindings(findings);
  };
