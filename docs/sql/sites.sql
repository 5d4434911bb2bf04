-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Sites by office

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
  groups AS MATERIALIZED (
    SELECT company_id, sum(raws) AS raws, sum(uniques) AS uniques, NULL::bigint AS latest
    FROM (
        SELECT agent_id, company_id, day, raws, uniques
        FROM stats_agent_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (days <> 0)
        UNION ALL
        SELECT agent_id, company_id, day, raws, uniques
        FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
      ) AS rows
    GROUP BY company_id
  ),
  before AS MATERIALIZED (
    SELECT company_id, sum(lpp_prev) AS lpp_prev
    FROM (
        SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
        FROM stats_half WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
        FROM stats_delta WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
      ) AS rows
    GROUP BY company_id
  ),
  picked AS MATERIALIZED (
    SELECT *
    FROM (
        SELECT page.*, office_name COLLATE by_name AS sorted
        FROM (
            SELECT NULL::date AS day, NULL::int AS agent_id, company_id
            FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY company_id
            HAVING bool_or(shown)
          ) AS page
          LEFT JOIN offices ON offices.id = page.company_id
          LEFT JOIN agents ON agents.id = page.agent_id
          LEFT JOIN accounts ON accounts.id = agents.account_id
      ) AS page
    ORDER BY sorted ASC NULLS LAST, page.company_id ASC
    LIMIT 50
    OFFSET 0
  ),
  sold_here AS (
    SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning,
      r.lpp, r.payout AS payout, r.bonus_payout AS bonus_payout, CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END AS sale_php, r.half AS half, r.flags & 5 = 1 AS at_tier, CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp, flags, payout, bonus_payout, day AS half
        FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
          (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
        FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
  ),
  by_link AS (
    SELECT company_id, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
    FROM sold_here GROUP BY company_id, type_id
  ),
  figures AS (
    SELECT company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
      0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout,
      0 AS sale_php
    FROM (SELECT * FROM groups WHERE (company_id) IN (SELECT company_id FROM picked)) AS clicks
    UNION ALL
    SELECT company_id, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events,
      sales, bonus_sales, earning, bonus_earning, lpp, payout, bonus_payout, sale_php
    FROM by_link
    UNION ALL
    SELECT company_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, lpp_prev,
      0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout,
      0 AS bonus_payout, 0 AS sale_php
    FROM (SELECT * FROM before WHERE (company_id) IN (SELECT company_id FROM picked)) AS before
  ),
  halves AS MATERIALIZED (
    SELECT company_id, half, sum(tier_dollars) AS tier_dollars,
      sum(CASE WHEN at_tier THEN 0 ELSE sale_php END + bonus_payout) AS rated_php,
      sum(CASE WHEN at_tier THEN 0 ELSE events END) AS rated, sum(earning + bonus_earning) AS earned,
      sum(sale_php + bonus_payout) AS paid_php
    FROM sold_here WHERE half IS NOT NULL GROUP BY company_id, half
  ),
  counted AS (
    SELECT total, lpp_prev
    FROM (SELECT count(*) AS total FROM groups) AS groups
      CROSS JOIN (
        SELECT sum(lpp_prev) AS lpp_prev
        FROM before WHERE (company_id) IN (SELECT company_id FROM groups)
      ) AS earlier
  ),
  totals AS (
    SELECT type_id, 0 AS raws, 0 AS uniques, events, sales, bonus_sales, earning, bonus_earning, lpp, payout,
      bonus_payout, sale_php
    FROM (
        SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(payout) AS payout,
          sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
        FROM by_link GROUP BY type_id
      ) AS sold
    UNION ALL
    SELECT NULL::int AS type_id, raws, uniques, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning,
      0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php
    FROM (SELECT sum(raws) AS raws, sum(uniques) AS uniques FROM groups) AS clicks
  ),
  all_halves AS (
    SELECT half, sum(tier_dollars) AS tier_dollars, sum(rated_php) AS rated_php, sum(rated) AS rated,
      sum(earned) AS earned
    FROM halves GROUP BY half
  ),
  page AS (
    SELECT NULL::date AS day, NULL::int AS agent_id, company_id, sum(raws) AS raws, sum(uniques) AS uniques,
      sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(lpp_prev) AS lpp_prev, sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout, sum(sale_php + bonus_payout) AS payout_php,
      json_object_agg(type_id, json_build_array(sales, bonus_sales)) FILTER (WHERE events > 0) AS counts
    FROM (
        SELECT company_id, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques,
          sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(lpp_prev) AS lpp_prev, sum(payout) AS payout,
          sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
        FROM figures GROUP BY company_id, type_id
      ) AS by_type
    GROUP BY company_id
  ),
  dollars AS (
    SELECT company_id,
      json_agg(
        json_build_array(
          php_per_usd::text, tier_dollars::text, rated_php::text, (rated > 0 OR rated_php <> 0), earned::text
        )
      ) AS dollars
    FROM picked
      JOIN halves USING (company_id)
      LEFT JOIN pay_periods ON start_day = half
    GROUP BY company_id
  )
SELECT total, overall, coalesce(types, '[]') AS types, coalesce(items, '[]') AS items
FROM counted
  CROSS JOIN (
    SELECT json_build_object(
        'raws', coalesce(sum(raws), 0), 'uniques', coalesce(sum(uniques), 0), 'sales', coalesce(sum(sales), 0),
        'bonusSales', coalesce(sum(bonus_sales), 0), 'earn', coalesce(sum(earning), 0)::text, 'bonusEarn',
        coalesce(sum(bonus_earning), 0)::text, 'lpp', coalesce(sum(lpp), 0), 'lppPrev',
        coalesce(max(counted.lpp_prev), 0), 'payout', coalesce(sum(payout), 0)::text, 'bonusPayout',
        coalesce(sum(bonus_payout), 0)::text, 'payoutPhp', coalesce(sum(sale_php + bonus_payout), 0)::text, 'dollars',
        (
          SELECT json_agg(
              json_build_array(
                php_per_usd::text, tier_dollars::text, rated_php::text, (rated > 0 OR rated_php <> 0), earned::text
              )
            ) AS dollars
          FROM all_halves
            LEFT JOIN pay_periods ON start_day = half
        )
      ) AS overall
    FROM counted
      LEFT JOIN totals ON TRUE
  ) AS summed
  CROSS JOIN (
    SELECT json_agg(
        json_build_object(
          'id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename, 'bonus', bonus
          OR coalesce(bonus_sales, 0) <> 0, 'counts', json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0))
        )
        ORDER BY typename ~* 'eng', sitename COLLATE by_name, site_id, typename COLLATE by_name, types.id
      ) AS types
    FROM types
      JOIN sites ON sites.id = site_id
      LEFT JOIN totals ON totals.type_id = types.id
    WHERE events > 0
      OR (show_no_sales_stat AND site_id = NULL AND types.id = coalesce(NULL, types.id))
  ) AS columns
  CROSS JOIN (
    SELECT json_agg(
        json_build_object(
          'date', page.day, 'companyId', page.company_id, 'officeName', office_name, 'agentId', page.agent_id, 'agent',
          CASE
            WHEN deleted_at IS NULL THEN username
            ELSE 'deleted agent'
          END, 'agentFullName', CASE
            WHEN deleted_at IS NULL THEN trim(first_name || ' ' || last_name)
            ELSE 'deleted agent'
          END, 'counts', counts, 'raws', page.raws, 'uniques', page.uniques, 'sales', page.sales, 'bonusSales',
          page.bonus_sales, 'earn', page.earning::text, 'bonusEarn', page.bonus_earning::text, 'lpp', page.lpp,
          'lppPrev', page.lpp_prev, 'payout', page.payout::text, 'bonusPayout', page.bonus_payout::text, 'payoutPhp',
          page.payout_php::text, 'dollars', dollars.dollars
        )
        ORDER BY sorted ASC NULLS LAST, page.company_id ASC
      ) AS items
    FROM picked
      JOIN page USING (company_id)
      LEFT JOIN dollars USING (company_id)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

-- Sites by date: as Sites by office, but
--             SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM (SELECT 0 AS agent_id, 0 AS company_id, * FROM clicks_by_day) AS days
--   ~         WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0)
--             FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   -       ) AS rows
--   -       … 6 lines, until
--   -         FROM stats_half WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
--             UNION ALL
--   ~         SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~           AND (
--   ~             (events > 0)
--   ~             AND (
--   ~               day = ANY (
--   ~                 ARRAY(
--   ~                   SELECT '2026-03-01'::date + n
--   ~                   FROM generate_series(0, '2026-03-15'::date - '2026-03-01'::date) AS n
--   ~                     LEFT JOIN (
--   ~                       SELECT day
--   ~                       FROM clicks_by_day WHERE day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND (raws > 0)
--   ~                     ) AS there ON day = '2026-03-01'::date + n
--   ~                   WHERE day IS NULL
--   ~                 )
--   ~               )
--   ~             )
--   ~           )
--   ~         UNION ALL
--   ~         SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques
--   ~         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~           AND (
--   ~             (events > 0)
--   ~             AND (
--   ~               day = ANY (
--   ~                 ARRAY(
--   ~                   SELECT '2026-03-01'::date + n
--   ~                   FROM generate_series(0, '2026-03-15'::date - '2026-03-01'::date) AS n
--   ~                     LEFT JOIN (
--   ~                       SELECT day
--   ~                       FROM clicks_by_day WHERE day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND (raws > 0)
--   ~                     ) AS there ON day = '2026-03-01'::date + n
--   ~                   WHERE day IS NULL
--   ~                 )
--   ~               )
--   ~             )
--   ~           )
--         FROM (
--   -         SELECT page.*, office_name COLLATE by_name AS sorted
--   -         … 7 lines, until
--   -           LEFT JOIN accounts ON accounts.id = agents.account_id
--   +         SELECT day, day AS sorted
--   +         FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY day
--   +         HAVING bool_or(shown)
--           ) AS page
--   ~     ORDER BY sorted DESC NULLS LAST, page.day DESC
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~           AND ((events > 0) AND ((day) IN (SELECT day FROM picked)))
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~           AND ((events > 0) AND ((day) IN (SELECT day FROM picked)))
--       figures AS (
--   -     SELECT company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   -       0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout,
--   -       0 AS sale_php
--   +     SELECT day, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
--   +       0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php
--         UNION ALL
--   ~     SELECT day, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events, sales,
--   ~       bonus_sales, earning, bonus_earning, lpp, payout, bonus_payout, sale_php
--         FROM by_link
--   -     UNION ALL
--   -     … 3 lines, until
--   -     FROM (SELECT * FROM before WHERE (company_id) IN (SELECT company_id FROM picked)) AS before
--             SELECT sum(lpp_prev) AS lpp_prev
--   ~         FROM (
--   ~         … 5 lines as in Sites by office, until
--   ~           ) AS rows
--       ),
--   +   sums AS MATERIALIZED (
--   +     SELECT type_id, half, at_tier, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--   +       sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(payout) AS payout,
--   +       sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php, sum(tier_dollars) AS tier_dollars
--   +     FROM (
--   +         SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning,
--   +         … 20 lines as in Sites by office, until
--   +           AND t.half = r.half
--   +       ) AS sold
--   +     GROUP BY type_id, half, at_tier
--   +   ),
--               sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~         FROM sums GROUP BY type_id
--       all_halves AS (
--   ~     SELECT half, sum(tier_dollars) AS tier_dollars,
--   ~       sum(CASE WHEN at_tier THEN 0 ELSE sale_php END + bonus_payout) AS rated_php,
--   ~       sum(CASE WHEN at_tier THEN 0 ELSE events END) AS rated, sum(earning + bonus_earning) AS earned,
--   ~       sum(sale_php + bonus_payout) AS paid_php
--   ~     FROM sums WHERE half IS NOT NULL GROUP BY half
--       page AS (
--   ~     SELECT day, NULL::int AS agent_id, NULL::int AS company_id, sum(raws) AS raws, sum(uniques) AS uniques,
--         FROM (
--   ~         SELECT day, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques, sum(events) AS events,
--   ~           sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
--             )
--   ~         ORDER BY sorted DESC NULLS LAST, page.day DESC

-- Sites by agent: as Sites by office, but
--       groups AS MATERIALIZED (
--   ~     SELECT agent_id, sum(raws) AS raws, sum(uniques) AS uniques,
--   ~       max((day - date '1900-01-01') * 2147483648 + company_id) AS latest
--         FROM (
--   ~         SELECT page.*, (CASE WHEN deleted_at IS NULL THEN username ELSE 'deleted agent' END) COLLATE by_name AS sorted
--             FROM (
--   ~             SELECT NULL::date AS day, agent_id, (max(latest) % 2147483648)::int AS company_id
--               lpp + bonus_lpp AS lpp, flags, payout, bonus_payout, day AS half
--   ~         FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~           AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~           AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--       figures AS (
--   -     SELECT company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   -       0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout,
--   -       0 AS sale_php
--   +     SELECT agent_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
--   +       0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php
--       ),
--   +   sums AS MATERIALIZED (
--   +   … 28 lines as in Sites by date, until
--   +   ),
--               sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~         FROM sums GROUP BY type_id
--       all_halves AS (
--   ~     SELECT half, sum(tier_dollars) AS tier_dollars,
--   ~     … 3 lines as in Sites by date, until
--   ~     FROM sums WHERE half IS NOT NULL GROUP BY half
--       page AS (
--   ~     SELECT NULL::date AS day, agent_id, (max(latest) % 2147483648)::int AS company_id, sum(raws) AS raws,
--   ~       sum(uniques) AS uniques, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,

-- Sites by day and agent: as Sites by agent, but
--       ),
--   -   groups AS MATERIALIZED (
--   -     SELECT agent_id, sum(raws) AS raws, sum(uniques) AS uniques,
--   -       max((day - date '1900-01-01') * 2147483648 + company_id) AS latest
--   +   calendar AS MATERIALIZED (
--   +     SELECT day, half, 1 << (day - half) AS bit
--         FROM (
--   -         SELECT agent_id, company_id, day, raws, uniques
--   -         … 5 lines, until
--   -     GROUP BY agent_id
--   +         SELECT day, (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   +         FROM (
--   +             SELECT '2026-03-01'::date + n AS day
--   +             FROM generate_series(0, '2026-03-15'::date - '2026-03-01'::date) AS n
--   +           ) AS days
--   +       ) AS halves
--       ),
--   ~   shown AS MATERIALIZED (
--   ~     SELECT (agent_id * 100000::bigint + (day - date '1900-01-01')) AS agents_half,
--   ~       coalesce(halves.days, 0) | coalesce(deltas.days, 0) AS days
--         FROM (
--   ~         SELECT day, agent_id,
--   ~           bit_or(days & ((2 << least('2026-03-15'::date - day, 15)) - (1 << greatest('2026-03-01'::date - day, 0)))) AS days
--   ~         FROM stats_agent_half WHERE day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND TRUE
--   ~         GROUP BY day, agent_id
--   ~       ) AS halves
--   ~       FULL JOIN (
--   ~         SELECT (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS day,
--   ~           agent_id,
--   ~           bit_or(
--   ~             1 << (day - (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END))
--   ~           ) AS days
--   ~         FROM stats_delta
--   ~         WHERE day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND (raws > 0 OR events > 0) AND TRUE
--   ~         GROUP BY (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END), agent_id
--   ~       ) AS deltas USING (day, agent_id)
--       ),
--   +   earlier AS (
--   +     SELECT day, agent_id, lpp_prev
--   +     FROM (
--   +         SELECT *
--   +         FROM (
--   +             SELECT agent_id, company_id, day + 1::int AS day, lpp + bonus_lpp AS lpp_prev
--   +             FROM stats_day WHERE (day BETWEEN '2026-02-28'::date AND '2026-03-14'::date) AND (events > 0)
--   +             UNION ALL
--   +             SELECT agent_id, company_id, day + 1::int AS day, lpp + bonus_lpp AS lpp_prev
--   +             FROM stats_delta WHERE (day BETWEEN '2026-02-28'::date AND '2026-03-14'::date) AND (events > 0)
--   +           ) AS rows
--   +         OFFSET 0
--   +       ) AS before
--   +       JOIN calendar USING (day)
--   +       JOIN shown ON shown.agents_half = (agent_id * 100000::bigint + (half - date '1900-01-01'))
--   +     WHERE days & bit <> 0
--   +   ),
--         FROM (
--   ~         SELECT day, agent_id, day AS sorted
--             FROM (
--   ~             (
--   ~               SELECT DISTINCT day, agent_id
--   ~               FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   ~               ORDER BY day DESC, agent_id DESC
--   ~               LIMIT 50
--   ~             )
--   ~             UNION
--   ~             (
--   ~               SELECT DISTINCT day, agent_id
--   ~               FROM stats_delta
--   ~               WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   ~               ORDER BY day DESC, agent_id DESC
--   ~               LIMIT 50
--   ~             )
--   ~           ) AS first
--           ) AS page
--   ~     ORDER BY sorted DESC NULLS LAST, page.day DESC, page.agent_id DESC
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE ((events > 0) AND ((day, agent_id) IN (SELECT day, agent_id FROM picked)))
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   -         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   -           AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--   +         FROM stats_delta WHERE ((events > 0) AND ((day, agent_id) IN (SELECT day, agent_id FROM picked)))
--       figures AS (
--   ~     SELECT day, agent_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   ~       0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout,
--   ~       0 AS sale_php
--   ~     FROM (
--   ~         SELECT day, agent_id, sum(raws) AS raws, sum(uniques) AS uniques,
--   ~           max((day - date '1900-01-01') * 2147483648 + company_id) AS latest
--   ~         FROM (
--   ~             SELECT agent_id, company_id, day, raws, uniques
--   ~             FROM stats_day WHERE ((day, agent_id) IN (SELECT day, agent_id FROM picked)) AND (raws > 0 OR events > 0)
--   ~             UNION ALL
--   ~             SELECT agent_id, company_id, day, raws, uniques
--   ~             FROM stats_delta WHERE ((day, agent_id) IN (SELECT day, agent_id FROM picked)) AND (raws > 0 OR events > 0)
--   ~           ) AS rows
--   ~         GROUP BY day, agent_id
--   ~       ) AS clicks
--         UNION ALL
--   ~     SELECT day, agent_id, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev,
--   ~       events, sales, bonus_sales, earning, bonus_earning, lpp, payout, bonus_payout, sale_php
--         UNION ALL
--   ~     SELECT day, agent_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques,
--   ~       lpp_prev, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout,
--           0 AS bonus_payout, 0 AS sale_php
--   ~     FROM (
--   ~         SELECT day, agent_id, sum(lpp_prev) AS lpp_prev
--   ~         FROM (
--   ~             SELECT agent_id, company_id, day + 1::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_day WHERE ((events > 0) AND ((day, agent_id) IN (SELECT day - 1, agent_id FROM picked)))
--   ~             UNION ALL
--   ~             SELECT agent_id, company_id, day + 1::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_delta WHERE ((events > 0) AND ((day, agent_id) IN (SELECT day - 1, agent_id FROM picked)))
--   ~           ) AS rows
--   ~         GROUP BY day, agent_id
--   ~       ) AS before
--         SELECT total, lpp_prev
--   -     FROM (SELECT count(*) AS total FROM groups) AS groups
--   -     … 3 lines, until
--   -       ) AS earlier
--   +     FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM shown) AS shown
--   +       CROSS JOIN (SELECT sum(lpp_prev) AS lpp_prev FROM earlier) AS earlier
--           0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php
--   ~     FROM (
--   ~         SELECT sum(raws) AS raws, sum(uniques) AS uniques
--   ~         FROM (
--   ~         … 7 lines as in Sites by date, until
--   ~             SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques
--   ~             FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   ~             UNION ALL
--   ~             SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques
--   ~             FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   ~           ) AS rows
--   ~       ) AS clicks
--       page AS (
--   ~     SELECT day, agent_id, (max(latest) % 2147483648)::int AS company_id, sum(raws) AS raws, sum(uniques) AS uniques,
--   ~       sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
--             )
--   ~         ORDER BY sorted DESC NULLS LAST, page.day DESC, page.agent_id DESC

-- Sites by office, a range with parts of half-months: as Sites by office, but
--             SELECT agent_id, company_id, day, raws, uniques
--   +         FROM stats_day WHERE (day BETWEEN '2026-02-10'::date AND '2026-02-15'::date) AND (raws > 0 OR events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, day, raws, uniques
--   +         FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (raws > 0 OR events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, day, raws, uniques
--             SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   +         FROM stats_day WHERE (day BETWEEN '2025-12-02'::date AND '2025-12-15'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   +         FROM stats_day WHERE (day BETWEEN '2026-02-01'::date AND '2026-02-09'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   +         FROM stats_day WHERE (day BETWEEN '2026-02-10'::date AND '2026-02-15'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   +           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   +         FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   +           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half

-- Sites by date, one office

WITH
  groups AS MATERIALIZED (
    SELECT day, sum(raws) AS raws, sum(uniques) AS uniques, NULL::bigint AS latest
    FROM (
        SELECT agent_id, company_id, day, raws, uniques
        FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
          AND (raws > 0 OR events > 0)
        UNION ALL
        SELECT agent_id, company_id, day, raws, uniques
        FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
          AND (raws > 0 OR events > 0)
      ) AS rows
    GROUP BY day
  ),
  picked AS MATERIALIZED (
    SELECT *
    FROM (
        SELECT day, day AS sorted
        FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY day
        HAVING bool_or(shown)
      ) AS page
    ORDER BY sorted DESC NULLS LAST, page.day DESC
    LIMIT 50
    OFFSET 0
  ),
  sold_here AS (
    SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
      lpp + bonus_lpp AS lpp
    FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
      AND ((events > 0) AND ((day) IN (SELECT day FROM picked)))
    UNION ALL
    SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
      lpp + bonus_lpp AS lpp
    FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
      AND ((events > 0) AND ((day) IN (SELECT day FROM picked)))
  ),
  by_link AS (
    SELECT day, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
    FROM sold_here GROUP BY day, type_id
  ),
  figures AS (
    SELECT day, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
      0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
    FROM (SELECT * FROM groups WHERE (day) IN (SELECT day FROM picked)) AS clicks
    UNION ALL
    SELECT day, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events, sales,
      bonus_sales, earning, bonus_earning, lpp
    FROM by_link
  ),
  counted AS (
    SELECT total, lpp_prev
    FROM (SELECT count(*) AS total FROM groups) AS groups
      CROSS JOIN (
        SELECT sum(lpp_prev) AS lpp_prev
        FROM (
            SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
            FROM stats_half
            WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (company_id = 1) AND (events > 0)
            UNION ALL
            SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
            FROM stats_delta
            WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (company_id = 1) AND (events > 0)
          ) AS rows
      ) AS earlier
  ),
  sums AS MATERIALIZED (
    SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_half
        WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_delta
        WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1) AND (events > 0)
      ) AS sold
    GROUP BY type_id
  ),
  totals AS (
    SELECT type_id, 0 AS raws, 0 AS uniques, events, sales, bonus_sales, earning, bonus_earning, lpp
    FROM (
        SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
        FROM sums GROUP BY type_id
      ) AS sold
    UNION ALL
    SELECT NULL::int AS type_id, raws, uniques, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning,
      0 AS bonus_earning, 0 AS lpp
    FROM (SELECT sum(raws) AS raws, sum(uniques) AS uniques FROM groups) AS clicks
  ),
  page AS (
    SELECT day, NULL::int AS agent_id, NULL::int AS company_id, sum(raws) AS raws, sum(uniques) AS uniques,
      sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(lpp_prev) AS lpp_prev,
      json_object_agg(type_id, json_build_array(sales, bonus_sales)) FILTER (WHERE events > 0) AS counts
    FROM (
        SELECT day, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques, sum(events) AS events,
          sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(lpp_prev) AS lpp_prev
        FROM figures GROUP BY day, type_id
      ) AS by_type
    GROUP BY day
  )
SELECT total, overall, coalesce(types, '[]') AS types, coalesce(items, '[]') AS items
FROM counted
  CROSS JOIN (
    SELECT json_build_object(
        'raws', coalesce(sum(raws), 0), 'uniques', coalesce(sum(uniques), 0), 'sales', coalesce(sum(sales), 0),
        'bonusSales', coalesce(sum(bonus_sales), 0), 'earn', coalesce(sum(earning), 0)::text, 'bonusEarn',
        coalesce(sum(bonus_earning), 0)::text, 'lpp', coalesce(sum(lpp), 0), 'lppPrev',
        coalesce(max(counted.lpp_prev), 0)
      ) AS overall
    FROM counted
      LEFT JOIN totals ON TRUE
  ) AS summed
  CROSS JOIN (
    SELECT json_agg(
        json_build_object(
          'id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename, 'bonus', bonus
          OR coalesce(bonus_sales, 0) <> 0, 'counts', json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0))
        )
        ORDER BY typename ~* 'eng', sitename COLLATE by_name, site_id, typename COLLATE by_name, types.id
      ) AS types
    FROM types
      JOIN sites ON sites.id = site_id
      LEFT JOIN totals ON totals.type_id = types.id
    WHERE events > 0
      OR (show_no_sales_stat AND site_id = NULL AND types.id = coalesce(NULL, types.id))
  ) AS columns
  CROSS JOIN (
    SELECT json_agg(
        json_build_object(
          'date', page.day, 'companyId', page.company_id, 'officeName', office_name, 'agentId', page.agent_id, 'agent',
          CASE
            WHEN deleted_at IS NULL THEN username
            ELSE 'deleted agent'
          END, 'agentFullName', CASE
            WHEN deleted_at IS NULL THEN trim(first_name || ' ' || last_name)
            ELSE 'deleted agent'
          END, 'counts', counts, 'raws', page.raws, 'uniques', page.uniques, 'sales', page.sales, 'bonusSales',
          page.bonus_sales, 'earn', page.earning::text, 'bonusEarn', page.bonus_earning::text, 'lpp', page.lpp,
          'lppPrev', page.lpp_prev
        )
        ORDER BY sorted DESC NULLS LAST, page.day DESC
      ) AS items
    FROM picked
      JOIN page USING (day)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

-- Sites by type: as Sites by office, but
--       groups AS MATERIALIZED (
--   ~     SELECT link_id, sum(raws) AS raws, sum(uniques) AS uniques, NULL::bigint AS latest
--         FROM (
--   ~         SELECT agent_id, company_id, day, type_id AS link_id, raws, uniques
--   ~         FROM (SELECT 0 AS agent_id, 0 AS company_id, * FROM clicks_by_day) AS days
--   ~         WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0)
--             UNION ALL
--   ~         SELECT agent_id, company_id, day, type_id AS link_id, raws, uniques
--             FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, day, type_id AS link_id, 0 AS raws, 0 AS uniques
--   +         FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, day, type_id AS link_id, 0 AS raws, 0 AS uniques
--   +         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--           ) AS rows
--   ~     GROUP BY link_id
--       before AS MATERIALIZED (
--   ~     SELECT link_id, sum(lpp_prev) AS lpp_prev
--         FROM (
--   ~         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev, type_id AS link_id
--             UNION ALL
--   ~         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev, type_id AS link_id
--           ) AS rows
--   ~     GROUP BY link_id
--         FROM (
--   ~         SELECT page.*, links.typename COLLATE by_name AS sorted
--             FROM (
--   ~             SELECT NULL::date AS day, NULL::int AS agent_id, NULL::int AS company_id, link_id
--   ~             FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY link_id
--               LEFT JOIN accounts ON accounts.id = agents.account_id
--   +           LEFT JOIN (
--   +             SELECT types.id, typename, site_id, sitename
--   +             FROM types
--   +               JOIN sites ON sites.id = site_id
--   +           ) AS links ON links.id = page.link_id
--           ) AS page
--   ~     ORDER BY sorted ASC NULLS LAST, page.link_id ASC
--         SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning,
--   ~       r.lpp, r.link_id, r.payout AS payout, r.bonus_payout AS bonus_payout, CASE
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, type_id AS link_id, flags, payout, bonus_payout, day AS half
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, type_id AS link_id, flags, payout, bonus_payout,
--       by_link AS (
--   ~     SELECT link_id, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--           sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~     FROM sold_here GROUP BY link_id, type_id
--       figures AS (
--   -     SELECT company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   -     … 2 lines, until
--   -     FROM (SELECT * FROM groups WHERE (company_id) IN (SELECT company_id FROM picked)) AS clicks
--   +     SELECT link_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
--   +       0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php
--   +     FROM (SELECT * FROM groups WHERE (link_id) IN (SELECT link_id FROM picked)) AS clicks
--         UNION ALL
--   ~     SELECT link_id, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events,
--         UNION ALL
--   ~     SELECT link_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, lpp_prev,
--           0 AS bonus_payout, 0 AS sale_php
--   ~     FROM (SELECT * FROM before WHERE (link_id) IN (SELECT link_id FROM picked)) AS before
--       halves AS MATERIALIZED (
--   ~     SELECT link_id, half, sum(tier_dollars) AS tier_dollars,
--           sum(sale_php + bonus_payout) AS paid_php
--   ~     FROM sold_here WHERE half IS NOT NULL GROUP BY link_id, half
--             SELECT sum(lpp_prev) AS lpp_prev
--   ~         FROM before WHERE (link_id) IN (SELECT link_id FROM groups)
--       page AS (
--   ~     SELECT NULL::date AS day, NULL::int AS agent_id, NULL::int AS company_id, link_id, sum(raws) AS raws,
--   ~       sum(uniques) AS uniques, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
--         FROM (
--   ~         SELECT link_id, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques,
--               sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~         FROM figures GROUP BY link_id, type_id
--           ) AS by_type
--   ~     GROUP BY link_id
--       dollars AS (
--   ~     SELECT link_id,
--         FROM picked
--   ~       JOIN halves USING (link_id)
--           LEFT JOIN pay_periods ON start_day = half
--   ~     GROUP BY link_id
--                 ELSE 'deleted agent'
--   ~           END, 'counts', counts, 'typeId', links.id, 'typename', links.typename, 'siteId', links.site_id, 'sitename',
--   ~           links.sitename, 'raws', page.raws, 'uniques', page.uniques, 'sales', page.sales, 'bonusSales',
--             )
--   ~         ORDER BY sorted ASC NULLS LAST, page.link_id ASC
--         FROM picked
--   ~       JOIN page USING (link_id)
--   ~       LEFT JOIN dollars USING (link_id)
--           LEFT JOIN accounts ON accounts.id = agents.account_id
--   +       LEFT JOIN (
--   +         SELECT types.id, typename, site_id, sitename
--   +         FROM types
--   +           JOIN sites ON sites.id = site_id
--   +       ) AS links ON links.id = page.link_id

-- Sites by country, then office: as Sites by office, but
--       groups AS MATERIALIZED (
--   ~     SELECT country, company_id, sum(raws) AS raws, sum(uniques) AS uniques, NULL::bigint AS latest
--         FROM (
--   ~         SELECT agent_id, company_id, day,
--   ~           coalesce(
--   ~             ('{CW,MM,RS,KI,DE,BJ,AQ,FR,BF,UM,UM,VU,AQ,SA,FM,UM,PA,ZW,RU,TL,GB,VN,UM,YE,RS,CD}'::text[]) [array_position('{AN,BU,CS,CT,DD,DY,FQ,FX,HV,JT,MI,NH,NQ,NT,PC,PU,PZ,RH,SU,TP,UK,VD,WK,YD,YU,ZR}'::text[], geo)],
--   ~             geo
--   ~           ) AS country, raws, uniques
--   ~         FROM stats_agent_half_geo WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (days <> 0)
--             UNION ALL
--   ~         SELECT agent_id, company_id, day,
--   ~           coalesce(
--   ~             ('{CW,MM,RS,KI,DE,BJ,AQ,FR,BF,UM,UM,VU,AQ,SA,FM,UM,PA,ZW,RU,TL,GB,VN,UM,YE,RS,CD}'::text[]) [array_position('{AN,BU,CS,CT,DD,DY,FQ,FX,HV,JT,MI,NH,NQ,NT,PC,PU,PZ,RH,SU,TP,UK,VD,WK,YD,YU,ZR}'::text[], geo)],
--   ~             geo
--   ~           ) AS country, raws, uniques
--           ) AS rows
--   ~     GROUP BY country, company_id
--       before AS MATERIALIZED (
--   ~     SELECT country, company_id, sum(lpp_prev) AS lpp_prev
--         FROM (
--   ~         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev,
--   ~           coalesce(
--   ~             ('{CW,MM,RS,KI,DE,BJ,AQ,FR,BF,UM,UM,VU,AQ,SA,FM,UM,PA,ZW,RU,TL,GB,VN,UM,YE,RS,CD}'::text[]) [array_position('{AN,BU,CS,CT,DD,DY,FQ,FX,HV,JT,MI,NH,NQ,NT,PC,PU,PZ,RH,SU,TP,UK,VD,WK,YD,YU,ZR}'::text[], geo)],
--   ~             geo
--   ~           ) AS country
--   ~         FROM stats_half_geo WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
--             UNION ALL
--   ~         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev,
--   ~           coalesce(
--   ~             ('{CW,MM,RS,KI,DE,BJ,AQ,FR,BF,UM,UM,VU,AQ,SA,FM,UM,PA,ZW,RU,TL,GB,VN,UM,YE,RS,CD}'::text[]) [array_position('{AN,BU,CS,CT,DD,DY,FQ,FX,HV,JT,MI,NH,NQ,NT,PC,PU,PZ,RH,SU,TP,UK,VD,WK,YD,YU,ZR}'::text[], geo)],
--   ~             geo
--   ~           ) AS country
--           ) AS rows
--   ~     GROUP BY country, company_id
--         FROM (
--   -         SELECT page.*, office_name COLLATE by_name AS sorted
--   -         … 7 lines, until
--   -           LEFT JOIN accounts ON accounts.id = agents.account_id
--   +         SELECT country, company_id, sum(raws) AS sorted
--   +         FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY country, company_id
--   +         HAVING bool_or(shown)
--           ) AS page
--   ~     ORDER BY sorted DESC NULLS LAST, page.country DESC, page.company_id DESC
--         SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning,
--   ~       r.lpp, r.country, r.payout AS payout, r.bonus_payout AS bonus_payout, CASE
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp,
--   ~           coalesce(
--   ~             ('{CW,MM,RS,KI,DE,BJ,AQ,FR,BF,UM,UM,VU,AQ,SA,FM,UM,PA,ZW,RU,TL,GB,VN,UM,YE,RS,CD}'::text[]) [array_position('{AN,BU,CS,CT,DD,DY,FQ,FX,HV,JT,MI,NH,NQ,NT,PC,PU,PZ,RH,SU,TP,UK,VD,WK,YD,YU,ZR}'::text[], geo)],
--   ~             geo
--   ~           ) AS country, flags, payout, bonus_payout, day AS half
--   ~         FROM stats_half_geo WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp,
--   ~           coalesce(
--   ~             ('{CW,MM,RS,KI,DE,BJ,AQ,FR,BF,UM,UM,VU,AQ,SA,FM,UM,PA,ZW,RU,TL,GB,VN,UM,YE,RS,CD}'::text[]) [array_position('{AN,BU,CS,CT,DD,DY,FQ,FX,HV,JT,MI,NH,NQ,NT,PC,PU,PZ,RH,SU,TP,UK,VD,WK,YD,YU,ZR}'::text[], geo)],
--   ~             geo
--   ~           ) AS country, flags, payout, bonus_payout,
--       by_link AS (
--   ~     SELECT country, company_id, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--           sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~     FROM sold_here GROUP BY country, company_id, type_id
--       figures AS (
--   ~     SELECT country, company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--           0 AS sale_php
--   ~     FROM (SELECT * FROM groups WHERE (country, company_id) IN (SELECT country, company_id FROM picked)) AS clicks
--         UNION ALL
--   ~     SELECT country, company_id, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev,
--   ~       events, sales, bonus_sales, earning, bonus_earning, lpp, payout, bonus_payout, sale_php
--         UNION ALL
--   ~     SELECT country, company_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques,
--   ~       lpp_prev, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout,
--           0 AS bonus_payout, 0 AS sale_php
--   ~     FROM (SELECT * FROM before WHERE (country, company_id) IN (SELECT country, company_id FROM picked)) AS before
--       halves AS MATERIALIZED (
--   ~     SELECT country, company_id, half, sum(tier_dollars) AS tier_dollars,
--           sum(sale_php + bonus_payout) AS paid_php
--   ~     FROM sold_here WHERE half IS NOT NULL GROUP BY country, company_id, half
--             SELECT sum(lpp_prev) AS lpp_prev
--   ~         FROM before WHERE (country, company_id) IN (SELECT country, company_id FROM groups)
--       page AS (
--   ~     SELECT NULL::date AS day, NULL::int AS agent_id, company_id, country, sum(raws) AS raws, sum(uniques) AS uniques,
--         FROM (
--   ~         SELECT country, company_id, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques,
--               sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~         FROM figures GROUP BY country, company_id, type_id
--           ) AS by_type
--   ~     GROUP BY country, company_id
--       dollars AS (
--   ~     SELECT country, company_id,
--         FROM picked
--   ~       JOIN halves USING (country, company_id)
--           LEFT JOIN pay_periods ON start_day = half
--   ~     GROUP BY country, company_id
--                 ELSE 'deleted agent'
--   ~           END, 'counts', counts, 'country', page.country, 'raws', page.raws, 'uniques', page.uniques, 'sales',
--   ~           page.sales, 'bonusSales', page.bonus_sales, 'earn', page.earning::text, 'bonusEarn', page.bonus_earning::text,
--   ~           'lpp', page.lpp, 'lppPrev', page.lpp_prev, 'payout', page.payout::text, 'bonusPayout',
--   ~           page.bonus_payout::text, 'payoutPhp', page.payout_php::text, 'dollars', dollars.dollars
--             )
--   ~         ORDER BY sorted DESC NULLS LAST, page.country DESC, page.company_id DESC
--         FROM picked
--   ~       JOIN page USING (country, company_id)
--   ~       LEFT JOIN dollars USING (country, company_id)

-- Sites by sub ID of an agent: as Sites by country, then office, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND agent_id = 1
--       groups AS MATERIALIZED (
--   ~     SELECT sub1, sum(raws) AS raws, sum(uniques) AS uniques, NULL::bigint AS latest
--         FROM (
--   ~         SELECT agent_id, company_id, day, sub1, raws, uniques
--   ~         FROM (
--   ~             SELECT c.agent_id, c.company_id, c.site_id, c.type_id, c.flags, c.geo,
--   ~               (c.clicked_at AT TIME ZONE 'America/New_York')::date AS day, 1 AS raws, c.is_unique::int AS uniques,
--   ~               0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0::numeric AS earning,
--   ~               0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout,
--   ~               coalesce(c.subs ->> 'sub1', '') AS sub1
--   ~             FROM clicks AS c
--   ~             WHERE c.clicked_at >= '2026-03-01T05:00:00.000Z' AND c.clicked_at < '2026-03-16T04:00:00.000Z'
--   ~               AND c.class = 0
--   ~             UNION ALL
--   ~             SELECT e.agent_id, e.company_id, e.site_id, e.type_id, e.flags, e.geo, e.day, 0, 0, 1, CASE
--   ~                 WHEN event = 0 THEN e.sign
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.sign
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.lpp
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.lpp
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.earning
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.earning
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.payout
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.payout
--   ~                 ELSE 0
--   ~               END, coalesce(c.subs ->> 'sub1', '') AS sub1
--   ~             FROM sale_events AS e
--   ~               LEFT JOIN clicks AS c ON c.agent_id = e.agent_id
--   ~               AND c.id BETWEEN e.click_id AND e.click_id
--   ~               AND c.clicked_at >= (
--   ~                 timestamptz 'epoch' + ('x' || translate(left(e.click_id::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond'
--   ~               )
--   ~               AND c.clicked_at < (
--   ~                 timestamptz 'epoch' + ('x' || translate(left(e.click_id::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond'
--   ~               ) + interval '1 millisecond'
--   ~             WHERE e.day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND event < 2
--   ~           ) AS singles
--   ~         WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1) AND (raws > 0 OR events > 0)
--           ) AS rows
--   ~     GROUP BY sub1
--       before AS MATERIALIZED (
--   ~     SELECT sub1, sum(lpp_prev) AS lpp_prev
--         FROM (
--   ~         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev, sub1
--   ~         FROM (
--   ~             SELECT c.agent_id, c.company_id, c.site_id, c.type_id, c.flags, c.geo,
--   ~               (c.clicked_at AT TIME ZONE 'America/New_York')::date AS day, 1 AS raws, c.is_unique::int AS uniques,
--   ~               0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0::numeric AS earning,
--   ~               0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout,
--   ~               coalesce(c.subs ->> 'sub1', '') AS sub1
--   ~             FROM clicks AS c
--   ~             WHERE c.clicked_at >= '2026-02-16T05:00:00.000Z' AND c.clicked_at < '2026-03-01T05:00:00.000Z'
--   ~               AND c.class = 0
--   ~             UNION ALL
--   ~             SELECT e.agent_id, e.company_id, e.site_id, e.type_id, e.flags, e.geo, e.day, 0, 0, 1, CASE
--   ~                 WHEN event = 0 THEN e.sign
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.sign
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.lpp
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.lpp
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.earning
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.earning
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.payout
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.payout
--   ~                 ELSE 0
--   ~               END, coalesce(c.subs ->> 'sub1', '') AS sub1
--   ~             FROM sale_events AS e
--   ~               LEFT JOIN clicks AS c ON c.agent_id = e.agent_id
--   ~               AND c.id BETWEEN e.click_id AND e.click_id
--   ~               AND c.clicked_at >= (
--   ~                 timestamptz 'epoch' + ('x' || translate(left(e.click_id::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond'
--   ~               )
--   ~               AND c.clicked_at < (
--   ~                 timestamptz 'epoch' + ('x' || translate(left(e.click_id::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond'
--   ~               ) + interval '1 millisecond'
--   ~             WHERE e.day BETWEEN '2026-02-16'::date AND '2026-02-28'::date AND event < 2
--   ~           ) AS singles
--   ~         WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (agent_id = 1) AND (events > 0)
--           ) AS rows
--   ~     GROUP BY sub1
--         FROM (
--   ~         SELECT sub1, sum(raws) AS sorted
--   ~         FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY sub1
--           ) AS page
--   ~     ORDER BY sorted DESC NULLS LAST, page.sub1 DESC
--         SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning,
--   ~       r.lpp, r.sub1, r.payout AS payout, r.bonus_payout AS bonus_payout, CASE
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   -           lpp + bonus_lpp AS lpp,
--   -           … 11 lines, until
--   -           ) AS country, flags, payout, bonus_payout,
--   +           lpp + bonus_lpp AS lpp, sub1, flags, payout, bonus_payout,
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM (
--   ~             SELECT c.agent_id, c.company_id, c.site_id, c.type_id, c.flags, c.geo,
--   ~               (c.clicked_at AT TIME ZONE 'America/New_York')::date AS day, 1 AS raws, c.is_unique::int AS uniques,
--   ~               0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0::numeric AS earning,
--   ~               0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout,
--   ~               coalesce(c.subs ->> 'sub1', '') AS sub1
--   ~             FROM clicks AS c
--   ~             WHERE c.clicked_at >= '2026-03-01T05:00:00.000Z' AND c.clicked_at < '2026-03-16T04:00:00.000Z'
--   ~               AND c.class = 0
--   ~             UNION ALL
--   ~             SELECT e.agent_id, e.company_id, e.site_id, e.type_id, e.flags, e.geo, e.day, 0, 0, 1, CASE
--   ~                 WHEN event = 0 THEN e.sign
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.sign
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.lpp
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.lpp
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.earning
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.earning
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 0 THEN e.payout
--   ~                 ELSE 0
--   ~               END, CASE
--   ~                 WHEN event = 1 THEN e.payout
--   ~                 ELSE 0
--   ~               END, coalesce(c.subs ->> 'sub1', '') AS sub1
--   ~             FROM sale_events AS e
--   ~               LEFT JOIN clicks AS c ON c.agent_id = e.agent_id
--   ~               AND c.id BETWEEN e.click_id AND e.click_id
--   ~               AND c.clicked_at >= (
--   ~                 timestamptz 'epoch' + ('x' || translate(left(e.click_id::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond'
--   ~               )
--   ~               AND c.clicked_at < (
--   ~                 timestamptz 'epoch' + ('x' || translate(left(e.click_id::text, 13), '-', ''))::bit(48)::bigint * interval '1 millisecond'
--   ~               ) + interval '1 millisecond'
--   ~             WHERE e.day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND event < 2
--   ~           ) AS singles
--   ~         WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (agent_id = 1) AND (events > 0)
--       by_link AS (
--   ~     SELECT sub1, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--           sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~     FROM sold_here GROUP BY sub1, type_id
--       figures AS (
--   -     SELECT country, company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   -     … 2 lines, until
--   -     FROM (SELECT * FROM groups WHERE (country, company_id) IN (SELECT country, company_id FROM picked)) AS clicks
--   +     SELECT sub1, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
--   +       0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout, 0 AS sale_php
--   +     FROM (SELECT * FROM groups WHERE (sub1) IN (SELECT sub1 FROM picked)) AS clicks
--         UNION ALL
--   ~     SELECT sub1, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events, sales,
--   ~       bonus_sales, earning, bonus_earning, lpp, payout, bonus_payout, sale_php
--         UNION ALL
--   ~     SELECT sub1, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, lpp_prev,
--   ~       0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout,
--           0 AS bonus_payout, 0 AS sale_php
--   ~     FROM (SELECT * FROM before WHERE (sub1) IN (SELECT sub1 FROM picked)) AS before
--       halves AS MATERIALIZED (
--   ~     SELECT sub1, half, sum(tier_dollars) AS tier_dollars,
--           sum(sale_php + bonus_payout) AS paid_php
--   ~     FROM sold_here WHERE half IS NOT NULL GROUP BY sub1, half
--         FROM (SELECT count(*) AS total FROM groups) AS groups
--   -       CROSS JOIN (
--   -       … 2 lines, until
--   -       ) AS earlier
--   +       CROSS JOIN (SELECT sum(lpp_prev) AS lpp_prev FROM before WHERE (sub1) IN (SELECT sub1 FROM groups)) AS earlier
--       page AS (
--   ~     SELECT NULL::date AS day, NULL::int AS agent_id, NULL::int AS company_id, sub1, sum(raws) AS raws,
--   ~       sum(uniques) AS uniques, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
--         FROM (
--   ~         SELECT sub1, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques, sum(events) AS events,
--   ~           sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
--               sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~         FROM figures GROUP BY sub1, type_id
--           ) AS by_type
--   ~     GROUP BY sub1
--       dollars AS (
--   ~     SELECT sub1,
--         FROM picked
--   ~       JOIN halves USING (sub1)
--           LEFT JOIN pay_periods ON start_day = half
--   ~     GROUP BY sub1
--                 ELSE 'deleted agent'
--   ~           END, 'counts', counts, 'sub1', page.sub1, 'raws', page.raws, 'uniques', page.uniques, 'sales', page.sales,
--   ~           'bonusSales', page.bonus_sales, 'earn', page.earning::text, 'bonusEarn', page.bonus_earning::text, 'lpp',
--   ~           page.lpp, 'lppPrev', page.lpp_prev, 'payout', page.payout::text, 'bonusPayout', page.bonus_payout::text,
--   ~           'payoutPhp', page.payout_php::text, 'dollars', dollars.dollars
--             )
--   ~         ORDER BY sorted DESC NULLS LAST, page.sub1 DESC
--         FROM picked
--   ~       JOIN page USING (sub1)
--   ~       LEFT JOIN dollars USING (sub1)

-- Sites by hour, then device: as Sites by sub ID of an agent, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-04-01'::date AND '2026-04-15'::date
--       groups AS MATERIALIZED (
--   ~     SELECT hour, device, sum(raws) AS raws, sum(uniques) AS uniques, NULL::bigint AS latest
--         FROM (
--   ~         SELECT agent_id, company_id, day, hour, device, raws, uniques
--                   0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout,
--   ~               date_part('hour', c.clicked_at AT TIME ZONE 'America/New_York')::int AS hour, CASE
--   ~                 WHEN u.text IS NULL
--   ~                 OR u.text = '' THEN 'unknown'
--   ~                 WHEN strpos(u.text, 'iPad') > 0
--   ~                 OR strpos(u.text, 'Tablet') > 0
--   ~                 OR (strpos(u.text, 'Android') > 0 AND NOT strpos(u.text, 'Mobi') > 0) THEN 'tablet'
--   ~                 WHEN strpos(u.text, 'Mobi') > 0
--   ~                 OR strpos(u.text, 'iPhone') > 0 THEN 'phone'
--   ~                 ELSE 'computer'
--   ~               END AS device
--                 FROM clicks AS c
--   ~               LEFT JOIN user_agents AS u ON u.id = c.ua_id
--   ~             WHERE c.clicked_at >= '2026-04-01T04:00:00.000Z' AND c.clicked_at < '2026-04-16T04:00:00.000Z'
--                     ELSE 0
--   ~               END, date_part('hour', e.occurred_at AT TIME ZONE 'America/New_York')::int AS hour, CASE
--   ~                 WHEN u.text IS NULL
--   ~                 OR u.text = '' THEN 'unknown'
--   ~                 WHEN strpos(u.text, 'iPad') > 0
--   ~                 OR strpos(u.text, 'Tablet') > 0
--   ~                 OR (strpos(u.text, 'Android') > 0 AND NOT strpos(u.text, 'Mobi') > 0) THEN 'tablet'
--   ~                 WHEN strpos(u.text, 'Mobi') > 0
--   ~                 OR strpos(u.text, 'iPhone') > 0 THEN 'phone'
--   ~                 ELSE 'computer'
--   ~               END AS device
--                   ) + interval '1 millisecond'
--   +               LEFT JOIN user_agents AS u ON u.id = c.ua_id
--               ) AS singles
--   ~         WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-15'::date) AND (raws > 0 OR events > 0)
--           ) AS rows
--   ~     GROUP BY hour, device
--       before AS MATERIALIZED (
--   ~     SELECT hour, device, sum(lpp_prev) AS lpp_prev
--         FROM (
--   ~         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev, hour, device
--                   0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout,
--   ~               date_part('hour', c.clicked_at AT TIME ZONE 'America/New_York')::int AS hour, CASE
--   ~                 WHEN u.text IS NULL
--   ~                 OR u.text = '' THEN 'unknown'
--   ~                 WHEN strpos(u.text, 'iPad') > 0
--   ~                 OR strpos(u.text, 'Tablet') > 0
--   ~                 OR (strpos(u.text, 'Android') > 0 AND NOT strpos(u.text, 'Mobi') > 0) THEN 'tablet'
--   ~                 WHEN strpos(u.text, 'Mobi') > 0
--   ~                 OR strpos(u.text, 'iPhone') > 0 THEN 'phone'
--   ~                 ELSE 'computer'
--   ~               END AS device
--                 FROM clicks AS c
--   ~               LEFT JOIN user_agents AS u ON u.id = c.ua_id
--   ~             WHERE c.clicked_at >= '2026-03-16T04:00:00.000Z' AND c.clicked_at < '2026-04-01T04:00:00.000Z'
--                     ELSE 0
--   ~               END, date_part('hour', e.occurred_at AT TIME ZONE 'America/New_York')::int AS hour, CASE
--   ~                 WHEN u.text IS NULL
--   ~                 OR u.text = '' THEN 'unknown'
--   ~                 WHEN strpos(u.text, 'iPad') > 0
--   ~                 OR strpos(u.text, 'Tablet') > 0
--   ~                 OR (strpos(u.text, 'Android') > 0 AND NOT strpos(u.text, 'Mobi') > 0) THEN 'tablet'
--   ~                 WHEN strpos(u.text, 'Mobi') > 0
--   ~                 OR strpos(u.text, 'iPhone') > 0 THEN 'phone'
--   ~                 ELSE 'computer'
--   ~               END AS device
--                   ) + interval '1 millisecond'
--   +               LEFT JOIN user_agents AS u ON u.id = c.ua_id
--               ) AS singles
--   ~         WHERE (day BETWEEN '2026-03-16'::date AND '2026-03-31'::date) AND (events > 0)
--           ) AS rows
--   ~     GROUP BY hour, device
--         FROM (
--   ~         SELECT hour, device, hour AS sorted
--   ~         FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY hour, device
--           ) AS page
--   ~     ORDER BY sorted ASC NULLS LAST, page.hour ASC, page.device ASC
--         SELECT r.agent_id, r.company_id, r.type_id, r.day, r.events, r.sales, r.bonus_sales, r.earning, r.bonus_earning,
--   ~       r.lpp, r.hour, r.device, r.payout AS payout, r.bonus_payout AS bonus_payout, CASE
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, hour, device, flags, payout, bonus_payout,
--                   0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout,
--   ~               date_part('hour', c.clicked_at AT TIME ZONE 'America/New_York')::int AS hour, CASE
--   ~                 WHEN u.text IS NULL
--   ~                 OR u.text = '' THEN 'unknown'
--   ~                 WHEN strpos(u.text, 'iPad') > 0
--   ~                 OR strpos(u.text, 'Tablet') > 0
--   ~                 OR (strpos(u.text, 'Android') > 0 AND NOT strpos(u.text, 'Mobi') > 0) THEN 'tablet'
--   ~                 WHEN strpos(u.text, 'Mobi') > 0
--   ~                 OR strpos(u.text, 'iPhone') > 0 THEN 'phone'
--   ~                 ELSE 'computer'
--   ~               END AS device
--                 FROM clicks AS c
--   ~               LEFT JOIN user_agents AS u ON u.id = c.ua_id
--   ~             WHERE c.clicked_at >= '2026-04-01T04:00:00.000Z' AND c.clicked_at < '2026-04-16T04:00:00.000Z'
--                     ELSE 0
--   ~               END, date_part('hour', e.occurred_at AT TIME ZONE 'America/New_York')::int AS hour, CASE
--   ~                 WHEN u.text IS NULL
--   ~                 OR u.text = '' THEN 'unknown'
--   ~                 WHEN strpos(u.text, 'iPad') > 0
--   ~                 OR strpos(u.text, 'Tablet') > 0
--   ~                 OR (strpos(u.text, 'Android') > 0 AND NOT strpos(u.text, 'Mobi') > 0) THEN 'tablet'
--   ~                 WHEN strpos(u.text, 'Mobi') > 0
--   ~                 OR strpos(u.text, 'iPhone') > 0 THEN 'phone'
--   ~                 ELSE 'computer'
--   ~               END AS device
--                   ) + interval '1 millisecond'
--   +               LEFT JOIN user_agents AS u ON u.id = c.ua_id
--               ) AS singles
--   ~         WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-15'::date) AND (events > 0)
--       by_link AS (
--   ~     SELECT hour, device, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--           sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~     FROM sold_here GROUP BY hour, device, type_id
--       figures AS (
--   ~     SELECT hour, device, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   ~       0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout, 0 AS bonus_payout,
--   ~       0 AS sale_php
--   ~     FROM (SELECT * FROM groups WHERE (hour, device) IN (SELECT hour, device FROM picked)) AS clicks
--         UNION ALL
--   ~     SELECT hour, device, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events,
--   ~       sales, bonus_sales, earning, bonus_earning, lpp, payout, bonus_payout, sale_php
--         UNION ALL
--   ~     SELECT hour, device, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques,
--   ~       lpp_prev, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp, 0 AS payout,
--           0 AS bonus_payout, 0 AS sale_php
--   ~     FROM (SELECT * FROM before WHERE (hour, device) IN (SELECT hour, device FROM picked)) AS before
--       halves AS MATERIALIZED (
--   ~     SELECT hour, device, half, sum(tier_dollars) AS tier_dollars,
--           sum(sale_php + bonus_payout) AS paid_php
--   ~     FROM sold_here WHERE half IS NOT NULL GROUP BY hour, device, half
--         FROM (SELECT count(*) AS total FROM groups) AS groups
--   ~       CROSS JOIN (
--   ~         SELECT sum(lpp_prev) AS lpp_prev
--   ~         FROM before WHERE (hour, device) IN (SELECT hour, device FROM groups)
--   ~       ) AS earlier
--       page AS (
--   ~     SELECT NULL::date AS day, NULL::int AS agent_id, NULL::int AS company_id, hour, device, sum(raws) AS raws,
--         FROM (
--   ~         SELECT hour, device, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques,
--   ~           sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
--               sum(bonus_payout) AS bonus_payout, sum(sale_php) AS sale_php
--   ~         FROM figures GROUP BY hour, device, type_id
--           ) AS by_type
--   ~     GROUP BY hour, device
--       dollars AS (
--   ~     SELECT hour, device,
--         FROM picked
--   ~       JOIN halves USING (hour, device)
--           LEFT JOIN pay_periods ON start_day = half
--   ~     GROUP BY hour, device
--                 ELSE 'deleted agent'
--   ~           END, 'counts', counts, 'hour', page.hour, 'device', page.device, 'raws', page.raws, 'uniques', page.uniques,
--   ~           'sales', page.sales, 'bonusSales', page.bonus_sales, 'earn', page.earning::text, 'bonusEarn',
--   ~           page.bonus_earning::text, 'lpp', page.lpp, 'lppPrev', page.lpp_prev, 'payout', page.payout::text,
--   ~           'bonusPayout', page.bonus_payout::text, 'payoutPhp', page.payout_php::text, 'dollars', dollars.dollars
--             )
--   ~         ORDER BY sorted ASC NULLS LAST, page.hour ASC, page.device ASC
--         FROM picked
--   ~       JOIN page USING (hour, device)
--   ~       LEFT JOIN dollars USING (hour, device)

-- Sites by office, compared, statement 1: as Sites by office, but

-- Sites by office, compared, statement 2: as Sites by office, but
--             SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM stats_day WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-04'::date) AND (raws > 0 OR events > 0)
--             FROM stats_delta WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-04'::date) AND (raws > 0 OR events > 0)
--   -       ) AS rows
--   -       … 6 lines, until
--   -         FROM stats_half WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
--             UNION ALL
--   ~         SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM (
--   ~             SELECT c.agent_id, c.company_id, c.site_id, c.type_id, c.flags, c.geo,
--   ~               (c.clicked_at AT TIME ZONE 'America/New_York')::date AS day, 1 AS raws, c.is_unique::int AS uniques,
--   ~               0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0::numeric AS earning,
--   ~               0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout
--   ~             FROM clicks AS c
--   ~             WHERE c.clicked_at >= '2026-04-05T04:00:00.000Z' AND c.clicked_at < '2026-04-05T16:00:00.000Z'
--   ~               AND c.class = 0
--   ~               … 24 lines as in Sites by sub ID of an agent, until
--   ~                 ELSE 0
--   ~               END
--   ~             FROM sale_events AS e WHERE e.day BETWEEN '2026-04-05'::date AND '2026-04-05'::date AND event < 2
--   ~               AND e.occurred_at < '2026-04-05T16:00:00.000Z'
--   ~           ) AS singles
--   ~         WHERE (day BETWEEN '2026-04-05'::date AND '2026-04-05'::date) AND (raws > 0 OR events > 0)
--         GROUP BY company_id
--   -   ),
--   -   … 16 lines, until
--   -   ),
--   +   ), picked AS MATERIALIZED (SELECT *, 0 AS sorted FROM unnest('{}'::int[]) AS rows (company_id)),
--             SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-04'::date) AND (events > 0)
--             FROM stats_delta WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-04'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   +           (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   +           … 3 lines as in Sites by sub ID of an agent, until
--   +               0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0::numeric AS earning,
--   +               0::numeric AS bonus_earning, 0::numeric AS payout, 0::numeric AS bonus_payout
--   +             FROM clicks AS c
--   +             WHERE c.clicked_at >= '2026-04-05T04:00:00.000Z' AND c.clicked_at < '2026-04-05T16:00:00.000Z'
--   +               AND c.class = 0
--   +               … 24 lines as in Sites by sub ID of an agent, until
--   +                 ELSE 0
--   +               END
--   +             FROM sale_events AS e WHERE e.day BETWEEN '2026-04-05'::date AND '2026-04-05'::date AND event < 2
--   +               AND e.occurred_at < '2026-04-05T16:00:00.000Z'
--   +           ) AS singles
--   +         WHERE (day BETWEEN '2026-04-05'::date AND '2026-04-05'::date) AND (events > 0)
--         FROM by_link
--   -     UNION ALL
--   -     … 3 lines, until
--   -     FROM (SELECT * FROM before WHERE (company_id) IN (SELECT company_id FROM picked)) AS before
--         FROM (SELECT count(*) AS total FROM groups) AS groups
--   -       CROSS JOIN (
--   -       … 2 lines, until
--   -       ) AS earlier
--   +       CROSS JOIN (SELECT 0 AS lpp_prev) AS earlier
--             )
--   ~         ORDER BY sorted DESC NULLS LAST, page.company_id DESC
