-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Rows behind raws, statement 1

WITH
  tiers AS MATERIALIZED (
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
              (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half,
              sales, events, flags, day
            FROM stats_delta
          ) AS avp
        WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-01'::date AND '2026-03-15'::date
        GROUP BY agent_id, half
      ) AS counted
      LEFT JOIN (
        SELECT valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS valid_to,
          array_agg(from_count ORDER BY index) AS from_counts, array_agg(index ORDER BY index) AS indexes,
          array_agg(payout_php ORDER BY index) AS payouts_php,
          array_agg(payout_dollars ORDER BY index) AS payouts_dollars
        FROM avp_tiers GROUP BY valid_from
      ) AS held ON counted.half >= held.valid_from
      AND (held.valid_to IS NULL OR counted.half < held.valid_to)
  ),
  matched AS (
    SELECT id, clicked_at AS at, agent_id, company_id, site_id, type_id, geo, is_unique
    FROM clicks WHERE clicked_at >= '2026-03-01T05:00:00.000Z' AND clicked_at < '2026-03-16T04:00:00.000Z' AND class = 0
      AND (agent_id = 1)
  )
SELECT page.*, sitename, typename, office_name AS "officeName", CASE
    WHEN deleted_at IS NULL THEN username
    ELSE 'deleted agent'
  END AS "agentUsername"
FROM (SELECT * FROM matched ORDER BY at DESC, id DESC LIMIT 51 OFFSET 0) AS page
  LEFT JOIN sites ON sites.id = page.site_id
  LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id
  LEFT JOIN accounts ON accounts.id = agents.account_id
ORDER BY page.at DESC, page.id DESC;

-- Rows behind raws, statement 2: as Rows behind raws, statement 1, but
--       )
--   - SELECT page.*, sitename, typename, office_name AS "officeName", CASE
--   -     WHEN deleted_at IS NULL THEN username
--   -     ELSE 'deleted agent'
--   -   END AS "agentUsername"
--   - FROM (SELECT * FROM matched ORDER BY at DESC, id DESC LIMIT 51 OFFSET 0) AS page
--   -   LEFT JOIN sites ON sites.id = page.site_id
--   -   LEFT JOIN types ON types.id = page.type_id
--   -   LEFT JOIN offices ON offices.id = page.company_id
--   -   LEFT JOIN agents ON agents.id = page.agent_id
--   -   LEFT JOIN accounts ON accounts.id = agents.account_id
--   - ORDER BY page.at DESC, page.id DESC
--   + SELECT count(*) AS total
--   + FROM (SELECT 1 FROM matched LIMIT 100001) AS counted

-- Rows behind points of the period before, statement 1: as Rows behind raws, statement 1, but
--       ),
--   ~   matched AS MATERIALIZED (
--   ~     SELECT r.*, t.index AS tier, t.sales AS tier_sales, CASE
--   ~         WHEN r.flags & 4 = 4 THEN r.payout
--   ~         WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
--   ~         WHEN r.flags & 2 = 2 THEN 0
--   ~         ELSE r.payout
--   ~       END + r.bonus_payout AS php, (r.lpp)::numeric AS part, CASE
--   ~         WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
--   ~         ELSE 0
--   ~       END AS tier_dollars,
--   ~       (
--   ~         CASE
--   ~           WHEN r.flags & 5 = 1 THEN 0
--   ~           ELSE CASE
--   ~             WHEN r.flags & 4 = 4 THEN r.payout
--   ~             WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
--   ~             WHEN r.flags & 2 = 2 THEN 0
--   ~             ELSE r.payout
--   ~           END
--   ~         END + r.bonus_payout
--   ~       ) AS rated_php, CASE
--   ~         WHEN r.flags & 5 = 1 THEN 0
--   ~         ELSE r.events
--   ~       END AS rated, r.earning AS earned
--   ~     FROM (
--   ~         SELECT id, occurred_at AS at, day::text AS day, received_at, agent_id, company_id, site_id, type_id,
--   ~           flags::int AS flags, event, sign, lpp, earning, payout AS stored, price_source, price_id, geo, click_id, txid,
--   ~           email, reverses,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half,
--   ~           1 AS events, CASE
--   ~             WHEN event = 0 THEN sign
--   ~             ELSE 0
--   ~           END AS sales, CASE
--   ~             WHEN event = 1 THEN sign
--   ~             ELSE 0
--   ~           END AS bonus_sales, CASE
--   ~             WHEN event = 0 THEN payout
--   ~             ELSE 0
--   ~           END AS payout, CASE
--   ~             WHEN event = 1 THEN payout
--   ~             ELSE 0
--   ~           END AS bonus_payout
--   ~         FROM sale_events WHERE (event < 2)
--   ~           AND (
--   ~             (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date)
--   ~             AND (agent_id = 1)
--   ~             AND (
--   ~               (agent_id) IN (
--   ~                 SELECT DISTINCT agent_id
--   ~                 FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1)
--   ~                   AND (raws > 0 OR events > 0)
--   ~                 UNION
--   ~                 SELECT DISTINCT agent_id
--   ~                 FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1)
--   ~                   AND (raws > 0 OR events > 0)
--   ~               )
--   ~             )
--   ~           )
--   ~       ) AS r
--   ~       LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
--   ~       AND t.half = r.half
--   ~       LEFT JOIN pay_periods AS p ON p.start_day = r.half
--         ELSE 'deleted agent'
--   ~   END AS "agentUsername", since AS "priceSince"
--       LEFT JOIN accounts ON accounts.id = agents.account_id
--   +   LEFT JOIN prices ON prices.id = page.price_id

-- Rows behind points of the period before, statement 2: as Rows behind points of the period before, statement 1, but
--       )
--   - SELECT page.*, sitename, typename, office_name AS "officeName", CASE
--   -     WHEN deleted_at IS NULL THEN username
--   -     ELSE 'deleted agent'
--   -   END AS "agentUsername", since AS "priceSince"
--   - FROM (SELECT * FROM matched ORDER BY at DESC, id DESC LIMIT 51 OFFSET 0) AS page
--   -   LEFT JOIN sites ON sites.id = page.site_id
--   -   LEFT JOIN types ON types.id = page.type_id
--   -   LEFT JOIN offices ON offices.id = page.company_id
--   -   LEFT JOIN agents ON agents.id = page.agent_id
--   -   LEFT JOIN accounts ON accounts.id = agents.account_id
--   -   LEFT JOIN prices ON prices.id = page.price_id
--   - ORDER BY page.at DESC, page.id DESC
--   + SELECT count(*) AS total, coalesce(sum(sales), 0) AS sales, coalesce(sum(bonus_sales), 0) AS "bonusSales",
--   +   max(tier_sales) AS "tierSales", coalesce(sum(part), 0)::text AS sum
--   + FROM matched

-- Rows behind dollars, statement 1: as Rows behind points of the period before, statement 1, but
--             ELSE r.payout
--   ~       END + r.bonus_payout AS php,
--   ~       (
--   ~         CASE
--   ~           WHEN CASE
--   ~             WHEN r.flags & 5 = 1 THEN 0
--   ~             ELSE r.events
--   ~           END = 0
--   ~           AND (
--   ~             CASE
--   ~               WHEN r.flags & 5 = 1 THEN 0
--   ~               ELSE CASE
--   ~                 WHEN r.flags & 4 = 4 THEN r.payout
--   ~                 WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
--   ~                 WHEN r.flags & 2 = 2 THEN 0
--   ~                 ELSE r.payout
--   ~               END
--   ~             END + r.bonus_payout
--   ~           ) = 0 THEN CASE
--   ~             WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
--   ~             ELSE 0
--   ~           END
--   ~           ELSE CASE
--   ~             WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
--   ~             ELSE 0
--   ~           END + (
--   ~             CASE
--   ~               WHEN r.flags & 5 = 1 THEN 0
--   ~               ELSE CASE
--   ~                 WHEN r.flags & 4 = 4 THEN r.payout
--   ~                 WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
--   ~                 WHEN r.flags & 2 = 2 THEN 0
--   ~                 ELSE r.payout
--   ~               END
--   ~             END + r.bonus_payout
--   ~           ) / p.php_per_usd
--   ~         END
--   ~       )::numeric AS part, CASE
--               END AS bonus_payout
--   -         FROM sale_events WHERE (event < 2)
--   -           AND (
--   -             (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date)
--   -             AND (agent_id = 1)
--   -             AND (
--   -               (agent_id) IN (
--   -                 SELECT DISTINCT agent_id
--   -                 FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1)
--   -                   AND (raws > 0 OR events > 0)
--   -                 UNION
--   -                 SELECT DISTINCT agent_id
--   -                 FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1)
--   -                   AND (raws > 0 OR events > 0)
--   -               )
--   -             )
--   -           )
--   +         FROM sale_events
--   +         WHERE (event < 2) AND ((day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1))

-- Rows behind dollars, statement 2: as Rows behind dollars, statement 1, but
--       )
--   - SELECT page.*, sitename, typename, office_name AS "officeName", CASE
--   -     WHEN deleted_at IS NULL THEN username
--   -     ELSE 'deleted agent'
--   -   END AS "agentUsername", since AS "priceSince"
--   - FROM (SELECT * FROM matched ORDER BY at DESC, id DESC LIMIT 51 OFFSET 0) AS page
--   -   LEFT JOIN sites ON sites.id = page.site_id
--   -   LEFT JOIN types ON types.id = page.type_id
--   -   LEFT JOIN offices ON offices.id = page.company_id
--   -   LEFT JOIN agents ON agents.id = page.agent_id
--   -   LEFT JOIN accounts ON accounts.id = agents.account_id
--   -   LEFT JOIN prices ON prices.id = page.price_id
--   - ORDER BY page.at DESC, page.id DESC
--   + SELECT count(*) AS total, coalesce(sum(sales), 0) AS sales, coalesce(sum(bonus_sales), 0) AS "bonusSales",
--   +   max(tier_sales) AS "tierSales", coalesce(sum(part), 0)::text AS sum
--   + FROM matched

-- Rows behind dollars, statement 3: as Rows behind dollars, statement 2, but
--       )
--   ~ SELECT json_agg(
--   ~     json_build_array(
--   ~       php_per_usd::text, tier_dollars::text, rated_php::text, (rated > 0 OR rated_php <> 0), earned::text
--   ~     )
--   ~   ) AS dollars
--   ~ FROM (
--   ~     SELECT half, sum(tier_dollars) AS tier_dollars, sum(rated_php) AS rated_php, sum(rated) AS rated,
--   ~       sum(earned) AS earned
--   ~     FROM matched GROUP BY half
--   ~   ) AS halves
--   ~   LEFT JOIN pay_periods ON start_day = half

-- Rows behind an agent's AVP sales, statement 1: as Rows behind points of the period before, statement 1, but
--             ELSE r.payout
--   ~       END + r.bonus_payout AS php, (r.sales)::numeric AS part, CASE
--               END AS bonus_payout
--   -         FROM sale_events WHERE (event < 2)
--   -           AND (
--   -             (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date)
--   -             AND (agent_id = 1)
--   -             AND (
--   -               (agent_id) IN (
--   -                 SELECT DISTINCT agent_id
--   -                 FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1)
--   -                   AND (raws > 0 OR events > 0)
--   -                 UNION
--   -                 SELECT DISTINCT agent_id
--   -                 FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1)
--   -                   AND (raws > 0 OR events > 0)
--   -               )
--   -             )
--   -           )
--   +         FROM sale_events WHERE (event = 0)
--   +           AND (flags & 5 = 1 AND agent_id = 1 AND TRUE AND day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)

-- Rows behind an agent's AVP sales, statement 2: as Rows behind an agent's AVP sales, statement 1, but
--       )
--   - SELECT page.*, sitename, typename, office_name AS "officeName", CASE
--   -     WHEN deleted_at IS NULL THEN username
--   -     ELSE 'deleted agent'
--   -   END AS "agentUsername", since AS "priceSince"
--   - FROM (SELECT * FROM matched ORDER BY at DESC, id DESC LIMIT 51 OFFSET 0) AS page
--   -   LEFT JOIN sites ON sites.id = page.site_id
--   -   LEFT JOIN types ON types.id = page.type_id
--   -   LEFT JOIN offices ON offices.id = page.company_id
--   -   LEFT JOIN agents ON agents.id = page.agent_id
--   -   LEFT JOIN accounts ON accounts.id = agents.account_id
--   -   LEFT JOIN prices ON prices.id = page.price_id
--   - ORDER BY page.at DESC, page.id DESC
--   + SELECT count(*) AS total, coalesce(sum(sales), 0) AS sales, coalesce(sum(bonus_sales), 0) AS "bonusSales",
--   +   max(tier_sales) AS "tierSales", coalesce(sum(part), 0)::text AS sum
--   + FROM matched

-- One row of Sites by date: as Sites by date, but
--         ORDER BY sorted DESC NULLS LAST, page.day DESC
--   ~     LIMIT 31
--                 SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_day WHERE (day BETWEEN '2026-03-04'::date AND '2026-03-04'::date) AND (events > 0)
--                 SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~               lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~             FROM stats_day WHERE (day BETWEEN '2026-03-05'::date AND '2026-03-05'::date) AND (events > 0)
