/**
 * What the roll-ups must hold, recomputed from clicks and events. Both sides are grouped by the same keys, and what
 * differs is answered; an empty answer means that they are equal.
 */

const MEASURES = `hits, raws, uniques, events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout`;
const SUMS = MEASURES.split(", ")
  .map((name) => `sum(${name}) AS ${name}`)
  .join(", ");
const KEYS = "agent_id, day, type_id, geo, company_id, site_id, flags";

const RAW = `
  SELECT agent_id, (clicked_at AT TIME ZONE 'America/New_York')::date AS day, type_id, geo, company_id, site_id,
    flags::integer AS flags, 1 AS hits, (class = 0)::integer AS raws, is_unique::integer AS uniques, 0 AS events,
    0 AS sales, 0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0.00 AS earning, 0.00 AS bonus_earning, 0.00 AS payout,
    0.00 AS bonus_payout
  FROM clicks
  UNION ALL
  SELECT agent_id, day, type_id, geo, company_id, site_id, flags::integer, 0, 0, 0, 1,
    CASE WHEN event = 0 THEN sign ELSE 0 END, CASE WHEN event = 1 THEN sign ELSE 0 END,
    CASE WHEN event = 0 THEN lpp ELSE 0 END, CASE WHEN event = 1 THEN lpp ELSE 0 END,
    CASE WHEN event = 0 THEN earning ELSE 0 END, CASE WHEN event = 1 THEN earning ELSE 0 END,
    CASE WHEN event = 0 THEN payout ELSE 0 END, CASE WHEN event = 1 THEN payout ELSE 0 END
  FROM sale_events WHERE event IN (0, 1)`;

// A half-month begins on the 1st or the 16th.
const HALF =
  "(date_trunc('month', day) + CASE WHEN date_part('day', day) > 15 THEN interval '15 days' ELSE interval '0' END)::date";

type Table = "stats_day_geo" | "stats_day" | "stats_half_geo" | "stats_half";

/** SQL of the groups that differ between a roll-up with its unfolded deltas and the raw rows: one statement, one snapshot. */
export function differences(table: Table): string {
  const half = table.startsWith("stats_half");
  const withGeo = table.endsWith("_geo");
  const keys = withGeo ? KEYS : KEYS.replace("geo, ", "");
  const grouped = (source: string, day: string) => `
    SELECT ${keys.replace("day", `${day} AS day`)}, ${SUMS} FROM (${source}) rows GROUP BY ${keys.replace("day", "2")}`;
  const rolled = `SELECT ${keys}, ${MEASURES} FROM ${table}`;
  const deltas = `SELECT ${keys.replace("day", `${half ? HALF : "day"} AS day`)}, ${MEASURES} FROM stats_delta`;
  return `
    WITH raw AS (${grouped(RAW, half ? HALF : "day")}),
    kept AS (SELECT ${keys}, ${SUMS} FROM (${rolled} UNION ALL ${deltas}) both_kinds GROUP BY ${keys})
    SELECT 'kept' AS side, * FROM (TABLE kept EXCEPT TABLE raw) a
    UNION ALL
    SELECT 'raw', * FROM (TABLE raw EXCEPT TABLE kept) b`;
}

export const ROLLUPS: readonly Table[] = ["stats_day_geo", "stats_day", "stats_half_geo", "stats_half"];
