/**
 * The expected roll-ups, recomputed from clicks and events. Both sides are grouped by the same keys, and the result
 * holds the differences; empty means that they are equal.
 */

const MEASURES = `hits, raws, uniques, events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout`;
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

/** Tables with all measures, by agent and link, then tables of clicks only, without links or agents. */
export const ROLLUPS = [
  ...(["stats_day_geo", "stats_day", "stats_half_geo", "stats_half"] as const),
  ...(["stats_agent_half_geo", "stats_agent_half", "clicks_by_day_geo", "clicks_by_day"] as const),
];
type Table = (typeof ROLLUPS)[number];

/**
 * SQL for the groups that differ between a roll-up with its pending deltas and the raw rows: one statement, one
 * snapshot.
 */
export function differences(table: Table): string {
  const half = table.includes("_half");
  const without = [
    ...(table.endsWith("_geo") ? [] : ["geo"]),
    ...(table.startsWith("stats_agent") ? ["type_id", "site_id"] : []),
    ...(table.startsWith("clicks_by") ? ["agent_id", "company_id"] : []),
  ];
  const kept = KEYS.split(", ").filter((key) => !without.includes(key));
  const keys = kept.join(", ");
  const narrow = table.startsWith("stats_agent") || table.startsWith("clicks_by");
  const measures = narrow ? ["raws", "uniques"] : MEASURES.split(", ");
  const sums = measures.map((name) => `sum(${name}) AS ${name}`).join(", ");
  // Half-months record on which of their days there was activity.
  const days = half ? `, bit_or(CASE WHEN raws > 0 OR events > 0 THEN 1 << (day - ${HALF}) ELSE 0 END) AS days` : "";
  const where = { stats_agent: "raws > 0 OR events > 0", clicks_by_d: "raws > 0" }[table.slice(0, 11)] ?? "TRUE";
  const grouped = (source: string) => `
    SELECT ${kept.map((key) => (key === "day" && half ? `${HALF} AS day` : key)).join(", ")}, ${sums}${days}
    FROM (${source}) rows WHERE ${where} GROUP BY ${kept.map((_, index) => index + 1).join(", ")}`;
  const both = half ? ", bit_or(days) AS days" : "";
  return `
    WITH raw AS (${grouped(RAW)}),
    deltas AS (${grouped("SELECT * FROM stats_delta")}),
    kept AS (
      SELECT ${keys}, ${sums}${both} FROM (
        SELECT ${keys}, ${measures.join(", ")}${half ? ", days" : ""} FROM ${table} UNION ALL TABLE deltas
      ) both_kinds GROUP BY ${keys})
    SELECT 'kept' AS side, * FROM (TABLE kept EXCEPT TABLE raw) a
    UNION ALL
    SELECT 'raw', * FROM (TABLE raw EXCEPT TABLE kept) b`;
}
