import { sql, type Statement } from "../kernel/database/sql";
import { perHalfMonth } from "./halves";
import { type Finding, findViolations } from "./finding";

// SQL by hand: compares sums of whole tables in the database.

type Counted = { name: string; counts: Statement; rollUp: Statement; byCountry: Statement };
const TABLES: Counted[] = [
  { name: "hits_by_day", counts: sql`hits_by_day`, rollUp: sql`stats_day`, byCountry: sql`stats_day_geo` },
  { name: "hits_by_half", counts: sql`hits_by_half`, rollUp: sql`stats_half`, byCountry: sql`stats_half_geo` },
];

/**
 * The click log finds its pages by counts that are sums of the roll-ups. A fault is reported only if the counts differ
 * from both the roll-up and the roll-up by country: if only one of these differs, that one is wrong, and its own check
 * reports it.
 */
export const hits = perHalfMonth(async ({ start, end }): Promise<Finding[]> => {
  const keys = sql`day, company_id, site_id`;
  const isInHalf = sql`day BETWEEN ${start}::date AND ${end}::date`;
  const findings: Finding[] = [];
  for (const { name, counts, rollUp, byCountry } of TABLES) {
    const violations = sql`
      SELECT format('office %s, site %s on %s: %s, not %s', company_id, site_id, day, sum(kept), sum(due)) AS example
      FROM (
        SELECT day, company_id, site_id, hits AS kept, 0 AS due, 0 AS again FROM ${counts} WHERE ${isInHalf}
        UNION ALL SELECT day, company_id, site_id, 0, sum(hits), 0 FROM ${rollUp} WHERE ${isInHalf} GROUP BY ${keys}
        UNION ALL SELECT day, company_id, site_id, 0, 0, sum(hits) FROM ${byCountry} WHERE ${isInHalf} GROUP BY ${keys}
      ) AS sides GROUP BY ${keys} HAVING sum(kept) <> sum(due) AND sum(kept) <> sum(again)`;
    findings.push(...(await findViolations(`Rows of ${name} that differ from the sum of their roll-up`, violations)));
  }
  return findings;
});
