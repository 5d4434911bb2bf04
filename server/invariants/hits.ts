import { hasColumn, ROLL_UPS, smallestRollUp } from "../../models/roll-ups";
import { identifier, sql } from "../kernel/database/sql";
import { perHalfMonth } from "./halves";
import { type Finding, findViolations } from "./finding";

const COUNTS = ROLL_UPS.filter((rollUp) => !hasColumn(rollUp, "raws"));

/**
 * The click log finds its pages by counts that are sums of the roll-ups. A fault is reported only if the counts differ
 * from both the roll-up and the roll-up by country: if only one of these differs, that one is wrong, and its own check
 * reports it.
 */
export const hits = perHalfMonth(async ({ start, end }): Promise<Finding[]> => {
  const keys = sql`day, company_id, site_id`;
  const isInHalf = sql`day BETWEEN ${start}::date AND ${end}::date`;
  const findings: Finding[] = [];
  for (const { table, byHalf } of COUNTS) {
    const source = (...keys: string[]) => identifier(smallestRollUp(byHalf ? "half" : "day", [...keys, "hits"]).table);
    const violations = sql`
      SELECT format('office %s, site %s on %s: %s, not %s', company_id, site_id, day, sum(kept), sum(due)) AS example
      FROM (
        SELECT day, company_id, site_id, hits AS kept, 0 AS due, 0 AS again FROM ${identifier(table)} WHERE ${isInHalf}
        UNION ALL SELECT day, company_id, site_id, 0, sum(hits), 0 FROM ${source("agent_id")} WHERE ${isInHalf} GROUP BY ${keys}
        UNION ALL SELECT day, company_id, site_id, 0, 0, sum(hits) FROM ${source("agent_id", "geo")} WHERE ${isInHalf} GROUP BY ${keys}
      ) AS sides GROUP BY ${keys} HAVING sum(kept) <> sum(due) AND sum(kept) <> sum(again)`;
    findings.push(...(await findViolations(`Rows of ${table} that differ from the sum of their roll-up`, violations)));
  }
  return findings;
});
