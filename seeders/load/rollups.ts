import type pg from "pg";
import { isBonus, isCountedEvent, isSale } from "../../server/kernel/events";
import { halfMonthStart } from "../../server/kernel/periods/half-month-sql";
import { type Day, addDays, periodOf, startOfDay } from "../../server/kernel/periods";
import { sql } from "../../server/kernel/database/sql";
import { CLICK_MEASURES, isCountedClick, MEASURES, SALE_MEASURES } from "../../server/tracking";

const KEYS = "agent_id, day, type_id, company_id, site_id, flags";
const TABLES = [
  ...["stats_day_geo", "stats_day", "stats_half_geo", "stats_half"],
  "stats_agent_half_geo",
  "stats_agent_half",
  "clicks_by_day_geo",
  "clicks_by_day",
  "hits_by_day",
  "hits_by_half",
];
const HALF = halfMonthStart(sql`day`).text;

const [SALE, BONUS] = [isSale().text, isBonus().text];

/**
 * The measures of a New York month from clicks and events. A site's own click event (2) counts nowhere. Groups without
 * sales have NULL.
 */
const MONTH = `
  CREATE TEMPORARY TABLE month_of_stats ON COMMIT DROP AS
  SELECT ${KEYS}, geo, ${MEASURES.join(", ")} FROM (
    SELECT agent_id, (clicked_at AT TIME ZONE 'America/New_York')::date AS day, type_id, company_id, site_id, flags, geo,
      count(*)::integer AS hits, (count(*) FILTER (WHERE ${isCountedClick().text}))::integer AS raws,
      (count(*) FILTER (WHERE is_unique))::integer AS uniques
    FROM clicks WHERE clicked_at >= '$from' AND clicked_at < '$to' GROUP BY 1, 2, 3, 4, 5, 6, 7
  ) clicked
  FULL JOIN (
    SELECT ${KEYS}, geo, count(*) AS events,
      sum(sign) FILTER (WHERE ${SALE}) AS sales, sum(sign) FILTER (WHERE ${BONUS}) AS bonus_sales,
      sum(lpp) FILTER (WHERE ${SALE}) AS lpp, sum(lpp) FILTER (WHERE ${BONUS}) AS bonus_lpp,
      sum(earning) FILTER (WHERE ${SALE}) AS earning, sum(earning) FILTER (WHERE ${BONUS}) AS bonus_earning,
      sum(payout) FILTER (WHERE ${SALE}) AS payout, sum(payout) FILTER (WHERE ${BONUS}) AS bonus_payout
    FROM sale_events WHERE ${isCountedEvent().text} AND day BETWEEN '$first' AND '$last' GROUP BY 1, 2, 3, 4, 5, 6, 7
  ) sold USING (${KEYS}, geo)`;

// Without the filter each group would carry an aggregate state for each amount, even the many groups without sales.
const sums = [
  ...CLICK_MEASURES.map((name) => `coalesce(sum(${name}), 0)`),
  ...SALE_MEASURES.map((name) => `coalesce(sum(${name}) FILTER (WHERE events IS NOT NULL), 0)`),
].join(", ");
const values = MEASURES.map((name) => `coalesce(${name}, 0)`).join(", ");
const columns = (geo: string) => `${KEYS}, ${geo}${MEASURES.join(", ")}`;
const halfKeys = KEYS.replace("day", HALF);
const DAYS = `coalesce(bit_or(1 << (day - ${HALF})) FILTER (WHERE raws > 0 OR events > 0), 0)`;

// Day by day, as the roll-up would have written them, so that a range of days is stored on few pages.
const INSERTS = [
  `INSERT INTO stats_day_geo (${columns("geo, ")}) SELECT ${KEYS}, geo, ${values} FROM month_of_stats ORDER BY day`,
  `INSERT INTO stats_day (${columns("")}) SELECT ${KEYS}, ${sums} FROM month_of_stats GROUP BY ${KEYS}
   ORDER BY day`,
  ...["geo, ", ""].flatMap((geo) => {
    const suffix = geo && "_geo";
    return [
      `INSERT INTO stats_half${suffix} (${columns(geo)}, days)
       SELECT ${halfKeys}, ${geo}${sums}, ${DAYS} FROM month_of_stats GROUP BY ${halfKeys}${geo && ", geo"}`,
      `INSERT INTO stats_agent_half${suffix} (agent_id, day, ${geo}company_id, flags, raws, uniques, days)
       SELECT agent_id, ${HALF}, ${geo}company_id, flags, coalesce(sum(raws), 0), coalesce(sum(uniques), 0), ${DAYS}
       FROM month_of_stats WHERE raws > 0 OR events > 0 GROUP BY agent_id, ${HALF}, ${geo}company_id, flags`,
      `INSERT INTO clicks_by_day${suffix} (day, type_id, ${geo}site_id, flags, raws, uniques)
       SELECT day, type_id, ${geo}site_id, flags, sum(raws), sum(uniques)
       FROM month_of_stats WHERE raws > 0 GROUP BY day, type_id, ${geo}site_id, flags ORDER BY day`,
    ];
  }),
  ...[
    ["hits_by_day", "day"],
    ["hits_by_half", HALF],
  ].map(
    ([table, day]) => `
      INSERT INTO ${table} (day, company_id, site_id, hits) SELECT ${day}, company_id, site_id, sum(hits)
      FROM month_of_stats WHERE hits > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ),
];

/**
 * Builds the tables of totals from the raw rows. One month at a time fits into memory; the groups of two years would be
 * sorted on disk. The coarser tables are sums of the same groups, so that they cannot differ.
 */
export async function buildRollups(
  client: pg.Client,
  days: { first: Day; last: Day },
  step: (month: string, share: number) => void,
): Promise<void> {
  const recreateStatements = await dropIndexes(client);
  const months: Day[] = [];
  for (let day = periodOf(days.first, "month").start; day <= days.last; day = addDays(periodOf(day, "month").end, 1))
    months.push(day);
  for (const [index, first] of months.entries()) {
    step(`totals of ${first.slice(0, 7)}`, index / months.length);
    const { end: last } = periodOf(first, "month");
    const bounds = {
      from: startOfDay(first).toISOString(),
      to: startOfDay(addDays(last, 1)).toISOString(),
      first,
      last,
    };
    await client.query(MONTH.replaceAll(/\$(\w+)/g, (_, name: keyof typeof bounds) => bounds[name]));
    for (const insert of INSERTS) await client.query(insert);
    await client.query("DROP TABLE month_of_stats");
  }
  step("keys of the totals", 1);
  for (const statement of recreateStatements) await client.query(statement);
}

/**
 * Drops keys and indexes of these tables, because building them once at the end is cheaper. Returns the statements that
 * recreate them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ take: string; put: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS take,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS put
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype = 'p'
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary`,
    [TABLES],
  );
  for (const { take } of rows) await client.query(take);
  return rows.map(({ put }) => put);
}
