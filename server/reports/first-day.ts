import { ownRows } from "../accounts";
import { one } from "../kernel/database";
import type { Day } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";

// SQL by hand: the first day with figures, off the indexes of several tables.

/** The New York day of the first click or sale that the account may see: where its pickers begin (WIDGET-25). */
export async function firstDay(actor: Actor): Promise<Day | undefined> {
  const own = ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` });
  // The oldest rows stand first in the index on the day, so this ends at the first that is the account's.
  const found = await one<{ day: Day | null }>(sql`
    SELECT min(day)::text AS day FROM (
      (SELECT day FROM stats_day WHERE ${own} ORDER BY day LIMIT 1)
      UNION ALL SELECT min(day) FROM stats_delta WHERE ${own}
    ) AS earliest`);
  return found?.day ?? undefined;
}
