import { smallestRollUp } from "../../models/roll-ups";
import { identifier, join, sql } from "../kernel/database/sql";
import { execute, queryRows } from "../kernel/database/transactions";
import { addDays, type Day, dayOf, startOfDay } from "../kernel/time";
import { DAY_MS, HOUR_MS } from "../kernel/time/durations";
import { History, type HourRow, MEASURES } from "./history";
import type { LastSeen } from "./rules";
import { HISTORY } from "./thresholds";

/** The windows of the rules reach back a week before the weeks that they compare with. */
const KEPT_DAYS = (HISTORY.weeks + 1) * 7 + 1;
/** Of the twelve evaluations of an hour. With fewer, the server was not running for much of it. */
const LEAST_SEEN = 6;

export const hourOf = (at: Date): number => at.getTime() / HOUR_MS;
export const timeOf = (hour: number): Date => new Date(hour * HOUR_MS);

type DayTotal = { site: number; day: Day; clicks: number; uniques: number };

/**
 * Writes the figures of the present hour. Clicks are what the roll-ups by day have gained since the last evaluation; what they
 * gain for yesterday belongs to its last hour. Postbacks of this hour and the last are counted again.
 */
export async function countHours(at: Date): Promise<void> {
  const hour = timeOf(Math.floor(hourOf(at)));
  const today = dayOf(at);
  const midnight = startOfDay(today);
  const yesterday = addDays(today, -1);
  const totals = await queryRows<DayTotal>(sql`
    SELECT site_id AS site, day::text, sum(raws)::int AS clicks, sum(uniques)::int AS uniques FROM (
      SELECT 0 AS agent_id, site_id, day, raws, uniques FROM ${identifier(smallestRollUp("day", ["site_id", "raws"]).table)}
      WHERE day BETWEEN ${yesterday}::date AND ${today}::date
      UNION ALL SELECT agent_id, site_id, day, raws, uniques FROM stats_delta
      WHERE day BETWEEN ${yesterday}::date AND ${today}::date
    ) AS counted GROUP BY site_id, day`);
  await execute(sql`
    WITH totals AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
        AS r(site integer, day date, clicks integer, uniques integer)
      UNION ALL SELECT id, ${today}::date, 0, 0 FROM sites WHERE active),
    counted AS (
      SELECT site_id, day, sum(clicks) AS clicks, sum(uniques) AS uniques FROM site_hours
      WHERE hour >= ${startOfDay(yesterday)}::timestamptz GROUP BY site_id, day),
    gained AS (
      SELECT site AS site_id, t.day, greatest(max(t.clicks) - coalesce(max(c.clicks), 0), 0) AS clicks,
        greatest(max(t.uniques) - coalesce(max(c.uniques), 0), 0) AS uniques
      FROM totals t LEFT JOIN counted c ON c.site_id = site AND c.day = t.day GROUP BY site, t.day)
    INSERT INTO site_hours (hour, site_id, day, clicks, uniques, seen, clicked_at, counted_at)
    SELECT CASE WHEN day = ${today}::date THEN ${hour}::timestamptz ELSE ${new Date(midnight.getTime() - HOUR_MS)}::timestamptz END,
      site_id, day, clicks, uniques, (day = ${today}::date)::int, CASE WHEN clicks > 0 THEN ${at}::timestamptz END, ${at}::timestamptz
    FROM gained WHERE day = ${today}::date OR clicks > 0 ORDER BY 1, 2
    ON CONFLICT (hour, site_id) DO UPDATE SET clicks = site_hours.clicks + excluded.clicks,
      uniques = site_hours.uniques + excluded.uniques, seen = site_hours.seen + excluded.seen,
      clicked_at = coalesce(excluded.clicked_at, site_hours.clicked_at), counted_at = excluded.counted_at`);
  // Everybody can have the requests of a pixel refused.
  await execute(sql`
    UPDATE site_hours SET sales = posted.sales, reversals = posted.reversals, postbacks = posted.postbacks, refused = posted.refused
    FROM (
      SELECT date_trunc('hour', received_at, 'UTC') AS hour, site_id,
        count(*) FILTER (WHERE verdict = 'accepted' AND event = 'sale' AND status IS DISTINCT FROM 'reversed') AS sales,
        count(*) FILTER (WHERE verdict = 'accepted' AND event = 'sale' AND status = 'reversed') AS reversals,
        count(*) AS postbacks, count(*) FILTER (WHERE verdict = 'refused') AS refused
      FROM postbacks
      WHERE received_at >= ${new Date(hour.getTime() - HOUR_MS)}::timestamptz AND received_at <= ${at}::timestamptz
        AND verdict NOT IN ('test', 'duplicate') AND (verdict <> 'refused' OR pixel_host IS NULL) GROUP BY 1, 2) AS posted
    WHERE posted.hour = site_hours.hour AND posted.site_id = site_hours.site_id`);
  await execute(sql`DELETE FROM site_hours WHERE hour < ${new Date(hour.getTime() - KEPT_DAYS * DAY_MS)}::timestamptz`);
}

export type SiteFigures = { siteId: number; sitename: string; rows: HourRow[]; history: History; last: LastSeen };

const lists = MEASURES.map((measure) => sql`array_agg(${identifier(measure)} ORDER BY hour) AS ${identifier(measure)}`);
type Lists = Record<"hour" | (typeof MEASURES)[number], number[]>;

/** The observed hours of all active sites. */
export async function readFigures(at: Date): Promise<SiteFigures[]> {
  const now = hourOf(at);
  const present = timeOf(Math.floor(now));
  const sites = await queryRows<Lists & { siteId: number; sitename: string; clickedAt: Date | null }>(sql`
    SELECT sites.id AS "siteId", sitename, max(h.clicked_at) AS "clickedAt",
      array_agg((extract(epoch FROM hour) / 3600)::int ORDER BY hour) AS hour, ${join(lists)}
    FROM site_hours h JOIN sites ON sites.id = site_id AND active
    WHERE hour <= ${present}::timestamptz AND (seen >= ${LEAST_SEEN} OR hour = ${present}::timestamptz)
    GROUP BY sites.id, sitename ORDER BY sites.id`);
  return sites.map(({ siteId, sitename, clickedAt, ...columns }) => {
    const rows = columns.hour.map((hour, i) => ({
      hour,
      ...(Object.fromEntries(MEASURES.map((measure) => [measure, columns[measure][i] ?? 0])) as Omit<HourRow, "hour">),
    }));
    const sold = rows.findLast(({ sales }) => sales > 0);
    const last = { clicks: clickedAt ? hourOf(clickedAt) : undefined, sales: sold && Math.min(sold.hour + 1, now) };
    return { siteId, sitename, rows, history: History.of(rows, now), last };
  });
}
