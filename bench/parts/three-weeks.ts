import { queryOne, queryRows, readTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { addDays, type Day, dayOf } from "../../server/kernel/time";
import { type Range } from "../../server/trade/periods";

const DAYS = 21;

/** Three whole weeks, up to the last complete day of the data. */
export async function threeWeeks(): Promise<Range> {
  const newest = await readTransaction(() => queryOne<{ day: Day }>(sql`SELECT max(day)::text AS day FROM stats_day`));
  const end = addDays(newest?.day ?? dayOf(Date.now()), -1);
  return { start: addDays(end, 1 - DAYS), end };
}

/** By agent, the Sites report has a row for each of 50 agents and columns for each link type. */
export const sitesPath = ({ start, end }: Range) =>
  `/app/stats/sites?${new URLSearchParams({ groupBy: "agent", start, end }).toString()}`;

/** Its floor: the agents of the page with their figures by type, and the totals of all, by plain SQL. */
export const sitesFloor = ({ start, end }: Range) =>
  readTransaction(() =>
    queryRows(sql`
      WITH parts AS MATERIALIZED (
        SELECT agent_id, type_id, sum(raws) AS raws, sum(uniques) AS uniques, sum(sales) AS sales, sum(earning) AS earning
        FROM stats_day WHERE day BETWEEN ${start}::date AND ${end}::date GROUP BY agent_id, type_id
      ), totals AS (
        SELECT NULL::int AS agent_id, type_id, sum(raws), sum(uniques), sum(sales), sum(earning) FROM parts GROUP BY type_id
      )
      SELECT * FROM parts WHERE agent_id IN (SELECT DISTINCT agent_id FROM parts ORDER BY agent_id LIMIT 50)
      UNION ALL SELECT * FROM totals`),
  );
