-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Sites by office

WITH
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
    SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
      lpp + bonus_lpp AS lpp
    FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
    UNION ALL
    SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
      lpp + bonus_lpp AS lpp
    FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
  ),
  by_link AS (
    SELECT company_id, type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
    FROM sold_here GROUP BY company_id, type_id
  ),
  figures AS (
    SELECT company_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
      0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
    FROM (SELECT * FROM groups WHERE (company_id) IN (SELECT company_id FROM picked)) AS clicks
    UNION ALL
    SELECT company_id, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events,
      sales, bonus_sales, earning, bonus_earning, lpp
    FROM by_link
    UNION ALL
    SELECT company_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, lpp_prev,
      0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
    FROM (SELECT * FROM before WHERE (company_id) IN (SELECT company_id FROM picked)) AS before
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
    SELECT type_id, 0 AS raws, 0 AS uniques, events, sales, bonus_sales, earning, bonus_earning, lpp
    FROM (
        SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
        FROM by_link GROUP BY type_id
      ) AS sold
    UNION ALL
    SELECT NULL::int AS type_id, raws, uniques, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning,
      0 AS bonus_earning, 0 AS lpp
    FROM (SELECT sum(raws) AS raws, sum(uniques) AS uniques FROM groups) AS clicks
  ),
  page AS (
    SELECT NULL::date AS day, NULL::int AS agent_id, company_id, sum(raws) AS raws, sum(uniques) AS uniques,
      sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(lpp_prev) AS lpp_prev,
      json_object_agg(type_id, json_build_array(sales, bonus_sales)) FILTER (WHERE events > 0) AS counts
    FROM (
        SELECT company_id, type_id, max(latest) AS latest, sum(raws) AS raws, sum(uniques) AS uniques,
          sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp, sum(lpp_prev) AS lpp_prev
        FROM figures GROUP BY company_id, type_id
      ) AS by_type
    GROUP BY company_id
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
        ORDER BY sorted ASC NULLS LAST, page.company_id ASC
      ) AS items
    FROM picked
      JOIN page USING (company_id)
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
--   -     GROUP BY company_id
--   -   ),
--   -   before AS MATERIALIZED (
--   -     SELECT company_id, sum(lpp_prev) AS lpp_prev
--   -     FROM (
--   -         SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
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
--   -         FROM (
--   -             SELECT NULL::date AS day, NULL::int AS agent_id, company_id
--   -             FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY company_id
--   -             HAVING bool_or(shown)
--   -           ) AS page
--   -           LEFT JOIN offices ON offices.id = page.company_id
--   -           LEFT JOIN agents ON agents.id = page.agent_id
--   -           LEFT JOIN accounts ON accounts.id = agents.account_id
--   +         SELECT day, day AS sorted
--   +         FROM (SELECT *, TRUE AS shown FROM groups) AS rows GROUP BY day
--   +         HAVING bool_or(shown)
--           ) AS page
--   ~     ORDER BY sorted DESC NULLS LAST, page.day DESC
--           lpp + bonus_lpp AS lpp
--   ~     FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~       AND ((events > 0) AND ((day) IN (SELECT day FROM picked)))
--           lpp + bonus_lpp AS lpp
--   ~     FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~       AND ((events > 0) AND ((day) IN (SELECT day FROM picked)))
--       figures AS (
--   ~     SELECT day, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
--   ~       0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
--         UNION ALL
--   ~     SELECT day, TRUE AS shown, type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, 0 AS lpp_prev, events, sales,
--   ~       bonus_sales, earning, bonus_earning, lpp
--         FROM by_link
--   -     UNION ALL
--   -     SELECT company_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques, lpp_prev,
--   -       0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
--   -     FROM (SELECT * FROM before WHERE (company_id) IN (SELECT company_id FROM picked)) AS before
--             SELECT sum(lpp_prev) AS lpp_prev
--   ~         FROM (
--   ~             SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_half WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
--   ~             UNION ALL
--   ~             SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_delta WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
--   ~           ) AS rows
--       ),
--   +   sums AS MATERIALIZED (
--   +     SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--   +       sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
--   +     FROM (
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp
--   +         FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp
--   +         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   +       ) AS sold
--   +     GROUP BY type_id
--   +   ),
--               sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
--   ~         FROM sums GROUP BY type_id
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
--           lpp + bonus_lpp AS lpp
--   ~     FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~       AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--           lpp + bonus_lpp AS lpp
--   ~     FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   ~       AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--       figures AS (
--   ~     SELECT agent_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events, 0 AS sales,
--   ~       0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
--       ),
--   +   sums AS MATERIALIZED (
--   +     SELECT type_id, sum(events) AS events, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales,
--   +       sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
--   +     FROM (
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp
--   +         FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   +         UNION ALL
--   +         SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +           lpp + bonus_lpp AS lpp
--   +         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
--   +       ) AS sold
--   +     GROUP BY type_id
--   +   ),
--               sum(earning) AS earning, sum(bonus_earning) AS bonus_earning, sum(lpp) AS lpp
--   ~         FROM sums GROUP BY type_id
--       page AS (
--   ~     SELECT NULL::date AS day, agent_id, (max(latest) % 2147483648)::int AS company_id, sum(raws) AS raws,
--   ~       sum(uniques) AS uniques, sum(sales) AS sales, sum(bonus_sales) AS bonus_sales, sum(earning) AS earning,

-- Sites by day and agent: as Sites by agent, but
--     WITH
--   -   groups AS MATERIALIZED (
--   -     SELECT agent_id, sum(raws) AS raws, sum(uniques) AS uniques,
--   -       max((day - date '1900-01-01') * 2147483648 + company_id) AS latest
--   +   calendar AS MATERIALIZED (
--   +     SELECT day, half, 1 << (day - half) AS bit
--         FROM (
--   -         SELECT agent_id, company_id, day, raws, uniques
--   -         FROM stats_agent_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (days <> 0)
--   -         UNION ALL
--   -         SELECT agent_id, company_id, day, raws, uniques
--   -         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   -       ) AS rows
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
--           lpp + bonus_lpp AS lpp
--   -     FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   -       AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--   +     FROM stats_day WHERE ((events > 0) AND ((day, agent_id) IN (SELECT day, agent_id FROM picked)))
--           lpp + bonus_lpp AS lpp
--   -     FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   -       AND ((events > 0) AND ((agent_id) IN (SELECT agent_id FROM picked)))
--   +     FROM stats_delta WHERE ((events > 0) AND ((day, agent_id) IN (SELECT day, agent_id FROM picked)))
--       figures AS (
--   ~     SELECT day, agent_id, TRUE AS shown, NULL::int AS type_id, latest, raws, uniques, 0 AS lpp_prev, 0 AS events,
--   ~       0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
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
--   ~       events, sales, bonus_sales, earning, bonus_earning, lpp
--         UNION ALL
--   ~     SELECT day, agent_id, FALSE AS shown, NULL::int AS type_id, NULL::bigint AS latest, 0 AS raws, 0 AS uniques,
--   ~       lpp_prev, 0 AS events, 0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS lpp
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
--   -       CROSS JOIN (
--   -         SELECT sum(lpp_prev) AS lpp_prev
--   -         FROM before WHERE (agent_id) IN (SELECT agent_id FROM groups)
--   -       ) AS earlier
--   +     FROM (SELECT coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total FROM shown) AS shown
--   +       CROSS JOIN (SELECT sum(lpp_prev) AS lpp_prev FROM earlier) AS earlier
--           0 AS bonus_earning, 0 AS lpp
--   ~     FROM (
--   ~         SELECT sum(raws) AS raws, sum(uniques) AS uniques
--   ~         FROM (
--   ~             SELECT agent_id, company_id, day, raws, uniques
--   ~             FROM (SELECT 0 AS agent_id, 0 AS company_id, * FROM clicks_by_day) AS days
--   ~             WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0)
--   ~             UNION ALL
--   ~             SELECT agent_id, company_id, day, raws, uniques
--   ~             FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
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
--           lpp + bonus_lpp AS lpp
--   +     FROM stats_day WHERE (day BETWEEN '2026-02-10'::date AND '2026-02-15'::date) AND (events > 0)
--   +     UNION ALL
--   +     SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +       lpp + bonus_lpp AS lpp
--   +     FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (events > 0)
--   +     UNION ALL
--   +     SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +       lpp + bonus_lpp AS lpp

-- Sites by date, one office: as Sites by date, but
--             SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
--   ~           AND (raws > 0 OR events > 0)
--             SELECT agent_id, company_id, day, raws, uniques
--   -         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   -         UNION ALL
--   -         SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques
--   -         FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   -           AND (
--   -             (events > 0)
--   -             AND (
--   -               day = ANY (
--   -                 ARRAY(
--   -                   SELECT '2026-03-01'::date + n
--   -                   FROM generate_series(0, '2026-03-15'::date - '2026-03-01'::date) AS n
--   -                     LEFT JOIN (
--   -                       SELECT day
--   -                       FROM clicks_by_day WHERE day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND (raws > 0)
--   -                     ) AS there ON day = '2026-03-01'::date + n
--   -                   WHERE day IS NULL
--   -                 )
--   -               )
--   -             )
--   -           )
--   -         UNION ALL
--   -         SELECT agent_id, company_id, day, 0 AS raws, 0 AS uniques
--   -         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date)
--   -           AND (
--   -             (events > 0)
--   -             AND (
--   -               day = ANY (
--   -                 ARRAY(
--   -                   SELECT '2026-03-01'::date + n
--   -                   FROM generate_series(0, '2026-03-15'::date - '2026-03-01'::date) AS n
--   -                     LEFT JOIN (
--   -                       SELECT day
--   -                       FROM clicks_by_day WHERE day BETWEEN '2026-03-01'::date AND '2026-03-15'::date AND (raws > 0)
--   -                     ) AS there ON day = '2026-03-01'::date + n
--   -                   WHERE day IS NULL
--   -                 )
--   -               )
--   -             )
--   -           )
--   +         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
--   +           AND (raws > 0 OR events > 0)
--           lpp + bonus_lpp AS lpp
--   ~     FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
--           lpp + bonus_lpp AS lpp
--   ~     FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1)
--                 SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_half
--   ~             WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (company_id = 1) AND (events > 0)
--                 SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_delta
--   ~             WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (company_id = 1) AND (events > 0)
--               lpp + bonus_lpp AS lpp
--   ~         FROM stats_half
--   ~         WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1) AND (events > 0)
--               lpp + bonus_lpp AS lpp
--   ~         FROM stats_delta
--   ~         WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (company_id = 1) AND (events > 0)
