/** The figures of the five weeks before a moment, in SQL, from the clicks and postbacks themselves. */
export const fillSiteHours = (now: string): string => `
INSERT INTO site_hours (hour, site_id, day, clicks, uniques, seen, clicked_at)
SELECT date_trunc('hour', clicked_at, 'UTC'), site_id, min((clicked_at AT TIME ZONE 'America/New_York')::date),
  count(*), count(*) FILTER (WHERE is_unique), 12, max(clicked_at)
FROM clicks WHERE clicked_at >= ${now} - interval '36 days' AND clicked_at < ${now} AND class = 0 GROUP BY 1, 2;

INSERT INTO site_hours (hour, site_id, day, seen)
SELECT hour, id, (hour AT TIME ZONE 'America/New_York')::date, 12
FROM sites CROSS JOIN generate_series((SELECT min(hour) FROM site_hours), ${now}, interval '1 hour') AS hour
ON CONFLICT DO NOTHING;

UPDATE site_hours SET sales = posted.sales, reversals = posted.reversals, postbacks = posted.postbacks, refused = posted.refused
FROM (
  SELECT date_trunc('hour', received_at, 'UTC') AS hour, site_id,
    count(*) FILTER (WHERE verdict = 'accepted' AND event = 'sale' AND status IS DISTINCT FROM 'reversed') AS sales,
    count(*) FILTER (WHERE verdict = 'accepted' AND event = 'sale' AND status = 'reversed') AS reversals,
    count(*) AS postbacks, count(*) FILTER (WHERE verdict = 'refused') AS refused
  FROM postbacks
  WHERE received_at >= ${now} - interval '36 days' AND received_at < ${now} AND verdict NOT IN ('test', 'duplicate') GROUP BY 1, 2) AS posted
WHERE posted.hour = site_hours.hour AND posted.site_id = site_hours.site_id;
`;

/**
 * The figures of each site by hour, which signals compare with its own rate. seen: the number of evaluations in the hour, twelve
 * in a whole one. clicked_at: when an evaluation last found new clicks.
 */
export const siteHours = `
CREATE TABLE site_hours (
  hour timestamptz NOT NULL,
  site_id integer NOT NULL,
  day date NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  uniques integer NOT NULL DEFAULT 0,
  sales integer NOT NULL DEFAULT 0,
  reversals integer NOT NULL DEFAULT 0,
  postbacks integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  seen smallint NOT NULL DEFAULT 0,
  clicked_at timestamptz,
  counted_at timestamptz,
  PRIMARY KEY (hour, site_id)
);
${fillSiteHours("now()")}
-- The last check of each preferred domain, and since when how many failed in a row.
CREATE TABLE domain_checks (
  domain_id integer PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  error text
);
`;
