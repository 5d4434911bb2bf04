-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Dashboard of an agent, statement 1

WITH
  activated AS MATERIALIZED (
    SELECT coalesce(max(at), '-infinity') AS at
    FROM audit WHERE record = 'agent' AND record_id = '1' AND after ->> 'active' = 'true'
  )
SELECT 1
FROM sale_events e
  JOIN agents ON agents.id = e.agent_id
  JOIN accounts ON accounts.id = account_id
  AND NOT active
WHERE e.agent_id = 1 AND stolen_card AND resolved_at IS NULL AND received_at > (SELECT at FROM activated)
LIMIT 1;

-- Dashboard of an agent, statement 2: as Top agents, up to a week by agent, but
--     ORDER BY sales DESC, username COLLATE by_name, agent_id
--   ~ LIMIT 10

-- Dashboard of an agent, statement 3: as Dashboard of an agent, statement 2, but
--             SELECT agent_id, sales
--   ~         FROM stats_half WHERE (day BETWEEN '2000-01-01'::date AND '2026-04-30'::date) AND (events > 0)

-- Dashboard of an agent, statement 4

SELECT office_name AS name, ranked.sales AS "sales1", before, coalesce(begun.sales, 0) AS "soFar"
FROM (
    SELECT company_id, coalesce(sum(sales) FILTER (WHERE day >= '2026-04-16'::date), 0)::int AS sales,
      coalesce(sum(sales) FILTER (WHERE day < '2026-04-16'::date), 0)::int AS before
    FROM (
        SELECT agent_id, company_id, day, sales
        FROM stats_half WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-30'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, day, sales
        FROM stats_delta WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-30'::date) AND (events > 0)
      ) AS rows
    GROUP BY company_id
  ) AS ranked
  JOIN offices ON offices.id = ranked.company_id
  LEFT JOIN (
    SELECT company_id, sum(sales)::int AS sales
    FROM (
        SELECT agent_id, company_id, day, sales
        FROM stats_day WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-05'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, day, sales
        FROM stats_delta WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-05'::date) AND (events > 0)
      ) AS rows
    GROUP BY company_id
  ) AS begun ON begun.company_id = ranked.company_id
WHERE ranked.sales <> 0
  OR before <> 0
ORDER BY ranked.sales DESC, office_name COLLATE by_name, ranked.company_id
LIMIT 10;

-- Figures of Home, an agent, statement 1: as Office performance, but
--   ~ WITH
--   ~ … 4 lines as in Sites by office, until
--   ~       held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
--         FROM (
--   ~         SELECT agent_id, half, sum(sales)::int AS sales
--   ~         … 19 lines as in Sites by sub ID of an agent, until
--   ~       AND (held.valid_to IS NULL OR counted.half < held.valid_to)
--   ~   )
--   ~ SELECT day::text AS day, sum(raws)::int AS raws, sum(uniques)::int AS uniques, sum(sales)::int AS sales,
--   ~   sum(bonus_sales)::int AS "bonusSales", sum(earning)::text AS earn, sum(bonus_earning)::text AS "bonusEarn",
--   ~   sum(php)::text AS php
--   ~ FROM (
--   ~     SELECT day, sum(raws) AS raws, sum(uniques) AS uniques, 0 AS sales, 0 AS bonus_sales, 0 AS earning,
--   ~       0 AS bonus_earning, 0 AS php
--   ~     FROM (
--   ~         SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (agent_id = 1)
--   ~           AND (raws > 0 OR events > 0)
--             UNION ALL
--   ~         SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM stats_delta WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (agent_id = 1)
--   ~           AND (raws > 0 OR events > 0)
--   ~       ) AS clicks
--         GROUP BY day
--   ~     UNION ALL
--   ~     SELECT r.day, 0, 0, sum(r.sales), sum(r.bonus_sales), sum(r.earning), sum(r.bonus_earning),
--   ~       sum(
--   ~         CASE
--   ~           WHEN r.flags & 4 = 4 THEN r.payout
--   ~           WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
--   ~           WHEN r.flags & 2 = 2 THEN 0
--   ~           ELSE r.payout
--   ~         END + r.bonus_payout
--   ~       )
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (agent_id = 1) AND (events > 0)
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_delta
--   ~         WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (agent_id = 1) AND (events > 0)
--   ~       ) AS r
--   ~       LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
--   ~       AND t.half = r.half
--   ~     GROUP BY r.day
--   ~   ) AS rows
--   ~ GROUP BY day

-- Figures of Home, an agent, statement 2: as Figures of Home, an agent, statement 1, but
--       )
--   ~ SELECT '2026-04-19'::date::text AS day, sum(raws)::int AS raws, sum(uniques)::int AS uniques, sum(sales)::int AS sales,
--     FROM (
--   ~     SELECT count(*) AS raws, count(*) FILTER (WHERE is_unique) AS uniques, 0 AS sales, 0 AS bonus_sales, 0 AS earning,
--         FROM (
--   -         SELECT agent_id, company_id, day, raws, uniques
--   -         … 7 lines, until
--   -     GROUP BY day
--   +         SELECT is_unique
--   +         FROM clicks
--   +         WHERE clicked_at >= '2026-04-19T04:00:00.000Z' AND clicked_at < '2026-04-19T16:00:00.000Z' AND class = 0
--   +           AND (agent_id = 1)
--   +         LIMIT 100001
--   +       ) AS counted
--         UNION ALL
--   ~     SELECT 0, 0, coalesce(sum(r.sales), 0), coalesce(sum(r.bonus_sales), 0), coalesce(sum(r.earning), 0),
--   ~       coalesce(sum(r.bonus_earning), 0),
--   ~       coalesce(
--   ~         sum(
--   ~         … 5 lines as in Figures of Home, an agent, statement 1, until
--   ~           END + r.bonus_payout
--   ~         ), 0
--         FROM (
--   ~         SELECT agent_id, flags::int AS flags,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half, CASE
--   ~             WHEN event = 0 THEN sign
--   ~             ELSE 0
--   ~           END AS sales, CASE
--   ~             WHEN event = 1 THEN sign
--   ~             ELSE 0
--   ~           END AS bonus_sales, CASE
--   ~             WHEN event = 0 THEN earning
--   ~             ELSE 0
--   ~           END AS earning, CASE
--   ~             WHEN event = 1 THEN earning
--   ~             ELSE 0
--   ~           END AS bonus_earning, CASE
--   ~             WHEN event = 0 THEN payout
--   ~             ELSE 0
--   ~           END AS payout, CASE
--   ~             WHEN event = 1 THEN payout
--   ~             ELSE 0
--   ~           END AS bonus_payout
--   ~         FROM sale_events
--   ~         WHERE day = '2026-04-19'::date AND occurred_at < '2026-04-19T16:00:00.000Z' AND event < 2 AND (agent_id = 1)
--           AND t.half = r.half
--   -     GROUP BY r.day
--       ) AS rows
--   - GROUP BY day

-- Figures of Home, an office, statement 1: as Figures of Home, an agent, statement 1, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-16'::date AND '2026-04-30'::date
--             FROM stats_day WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--   ~           AND (agent_id = ANY ('{1}'::int[])) AND (raws > 0 OR events > 0)
--             FROM stats_delta WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--   ~           AND (agent_id = ANY ('{1}'::int[])) AND (raws > 0 OR events > 0)
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--   ~           AND ((events > 0) AND (agent_id = ANY ('{1}'::int[])))
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_delta WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--   ~           AND ((events > 0) AND (agent_id = ANY ('{1}'::int[])))

-- Figures of Home, an office, statement 2: as Figures of Home, an agent, statement 2, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-04-16'::date AND '2026-04-30'::date
--             WHERE clicked_at >= '2026-04-19T04:00:00.000Z' AND clicked_at < '2026-04-19T16:00:00.000Z' AND class = 0
--   ~           AND (company_id = 1) AND agent_id = ANY ('{1}'::int[])
--             WHERE day = '2026-04-19'::date AND occurred_at < '2026-04-19T16:00:00.000Z' AND event < 2 AND (company_id = 1)
--   +           AND agent_id = ANY ('{1}'::int[])

-- Figures of Home, the network, statement 1: as Figures of Home, an agent, statement 1, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-16'::date AND '2026-04-30'::date
--             SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM (SELECT 0 AS agent_id, 0 AS company_id, * FROM clicks_by_day) AS days
--   ~         WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (raws > 0)
--             SELECT agent_id, company_id, day, raws, uniques
--   -         FROM stats_delta WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (agent_id = 1)
--   -           AND (raws > 0 OR events > 0)
--   +         FROM stats_delta WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (raws > 0 OR events > 0)
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (events > 0)
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   -         FROM stats_delta
--   -         WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (agent_id = 1) AND (events > 0)
--   +         FROM stats_delta WHERE (day BETWEEN '2026-03-16'::date AND '2026-04-20'::date) AND (events > 0)

-- Figures of Home, the network, statement 2: as Figures of Home, an agent, statement 2, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-04-16'::date AND '2026-04-30'::date
--             WHERE clicked_at >= '2026-04-19T04:00:00.000Z' AND clicked_at < '2026-04-19T16:00:00.000Z' AND class = 0
--   ~           AND TRUE
--             FROM sale_events
--   ~         WHERE day = '2026-04-19'::date AND occurred_at < '2026-04-19T16:00:00.000Z' AND event < 2 AND TRUE

-- Best-selling links of an agent

SELECT types.id, typename, site_id AS "siteId", sitename, sales
FROM (
    SELECT type_id, sum(sales)::int AS sales
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_day WHERE (day BETWEEN '2026-03-22'::date AND '2026-04-20'::date) AND (agent_id = 1) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_delta
        WHERE (day BETWEEN '2026-03-22'::date AND '2026-04-20'::date) AND (agent_id = 1) AND (events > 0)
      ) AS rows
    GROUP BY type_id
    HAVING sum(sales) > 0
  ) AS ranked
  JOIN types ON types.id = type_id
  AND active
  JOIN sites ON sites.id = site_id
WHERE site_id IN (SELECT site_id FROM agent_sites WHERE agent_id = 1)
  AND site_id IN (SELECT site_id FROM office_sites WHERE company_id = 1)
ORDER BY sales DESC, typename COLLATE by_name, types.id
LIMIT 3;

-- Agents of an office that stopped selling

SELECT agents.id, username, first_name || ' ' || last_name AS name, last::text AS day, count(*) OVER ()::int AS total
FROM (
    SELECT agent_id, max(day) FILTER (WHERE sales > 0) AS last, sum(sales) AS sales,
      coalesce(sum(sales) FILTER (WHERE day >= '2026-04-14'::date), 0) AS recent
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_day
        WHERE (day BETWEEN '2026-03-24'::date AND '2026-04-20'::date) AND (company_id = 1) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_delta
        WHERE (day BETWEEN '2026-03-24'::date AND '2026-04-20'::date) AND (company_id = 1) AND (events > 0)
      ) AS rows
    GROUP BY agent_id
  ) AS sold
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id
WHERE sales > recent AND recent <= 0 AND (accounts.deleted_at IS NULL) AND (agents.company_id = 1) AND approved
  AND active AND NOT hidden
ORDER BY sales DESC, username COLLATE by_name, agents.id
LIMIT 5;

-- AVP progress of an agent

SELECT counted.agent_id, counted.half, counted.sales,
  held.indexes[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS index,
  held.payouts_php[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_php,
  held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
FROM (
    SELECT agent_id, half, sum(sales)::int AS sales
    FROM (
        SELECT agent_id, day AS half, sales, events, flags, day
        FROM stats_half
        UNION ALL
        SELECT agent_id,
          (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half, sales,
          events, flags, day
        FROM stats_delta
      ) AS avp
    WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-04-16'::date AND '2026-04-30'::date AND agent_id = 1
    GROUP BY agent_id, half
  ) AS counted
  LEFT JOIN (
    SELECT valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS valid_to,
      array_agg(from_count ORDER BY index) AS from_counts, array_agg(index ORDER BY index) AS indexes,
      array_agg(payout_php ORDER BY index) AS payouts_php, array_agg(payout_dollars ORDER BY index) AS payouts_dollars
    FROM avp_tiers GROUP BY valid_from
  ) AS held ON counted.half >= held.valid_from
  AND (held.valid_to IS NULL OR counted.half < held.valid_to);
