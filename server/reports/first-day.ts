import { z } from "zod";
import { ownRows } from "../accounts";
import { sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { type Day } from "../kernel/time";
import { parsePeriod, type Period } from "../trade/periods";
import { TOO_LONG, tooLong } from "./query";

/** The New York day of the first click or sale that the account may see. Date pickers begin there (WIDGET-25). */
export async function firstDay(actor: Actor): Promise<Day | undefined> {
  const own = ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` });
  // The index on day is in ascending order, so the scan stops at the account's first row.
  const row = await queryOne<{ day: Day | null }>(sql`
    SELECT min(day)::text AS day FROM (
      (SELECT day FROM stats_day WHERE ${own} ORDER BY day LIMIT 1)
      UNION ALL SELECT min(day) FROM stats_delta WHERE ${own}
    ) AS earliest`);
  return row?.day ?? undefined;
}

/** A period as text, `start,end,unit`: whole units, at most ten years (WIDGET-37). */
export const PeriodText = z
  .string("Please choose a period.")
  .max(50, "Please choose a period.")
  .transform((text, context): Period => {
    const period = parsePeriod(text);
    if (period && !tooLong(period)) return period;
    context.addIssue({ code: "custom", message: period ? TOO_LONG : "Please choose a period." });
    return z.NEVER;
  });
