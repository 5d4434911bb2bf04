import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { addDays, type Day, dayOf } from "../../server/kernel/time";
import { periodOf, previous, type Range } from "../../server/trade/periods";
import { sql } from "../../server/kernel/database/sql";

/** Ranges of the reports. Each ends with the last complete day. */
export type Ranges = { "1 day": Range; "half-month": Range; quarter: Range; year: Range; "3 years": Range };

/** The ranges that end with the data of this process's database. */
export async function rangesOfData(): Promise<Ranges> {
  const newest = await readTransaction(() => queryOne<{ day: Day }>(sql`SELECT max(day)::text AS day FROM stats_day`));
  const end = addDays(newest?.day ?? dayOf(Date.now()), -1);
  return {
    "1 day": { start: end, end },
    "half-month": previous(periodOf(end, "beWeek"), "beWeek"),
    quarter: { start: addDays(end, -91), end },
    year: { start: addDays(end, -364), end },
    "3 years": { start: addDays(end, -1094), end },
  };
}
