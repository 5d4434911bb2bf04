-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Figures of one agent

PREPARE figures_of_one_agent AS
WITH
  tiers AS MATERIALIZED (
    SELECT
      counted.agent_id,
      counted.half,
      counted.sales,
      held.indexes[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS index,
      held.payouts_php[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_php,
      held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
    FROM
      (
        SELECT
          agent_id,
          half,
          sum(sales)::int AS sales
        FROM
          (
            SELECT
              agent_id,
              day AS half,
              sales,
              events,
              flags,
              day
            FROM
              stats_half
            UNION ALL
            SELECT
              agent_id,
              (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              ) AS half,
              sales,
              events,
              flags,
              day
            FROM
              stats_delta
          ) AS avp
        WHERE
          events > 0
          AND flags & 5 = 1
          AND day BETWEEN $1::date AND $2::date
          AND agent_id = $3
        GROUP BY
          agent_id,
          half
      ) AS counted
      LEFT JOIN (
        SELECT
          valid_from,
          lead(valid_from) OVER (
            ORDER BY
              valid_from
          ) AS valid_to,
          array_agg(
            from_count
            ORDER BY
              index
          ) AS from_counts,
          array_agg(
            index
            ORDER BY
              index
          ) AS indexes,
          array_agg(
            payout_php
            ORDER BY
              index
          ) AS payouts_php,
          array_agg(
            payout_dollars
            ORDER BY
              index
          ) AS payouts_dollars
        FROM
          avp_tiers
        GROUP BY
          valid_from
      ) AS held ON counted.half >= held.valid_from
      AND (
        held.valid_to IS NULL
        OR counted.half < held.valid_to
      )
  )
SELECT
  day::text AS day,
  sum(raws)::int AS raws,
  sum(uniques)::int AS uniques,
  sum(sales)::int AS sales,
  sum(bonus_sales)::int AS "bonusSales",
  sum(earning)::text AS earn,
  sum(bonus_earning)::text AS "bonusEarn",
  sum(php)::text AS php
FROM
  (
    SELECT
      day,
      sum(raws) AS raws,
      sum(uniques) AS uniques,
      0 AS sales,
      0 AS bonus_sales,
      0 AS earning,
      0 AS bonus_earning,
      0 AS php
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_day
        WHERE
          (day BETWEEN $4::date AND $5::date)
          AND ((agent_id = $6))
          AND (agent_id = ANY ($7::int[]))
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_delta
        WHERE
          (day BETWEEN $8::date AND $9::date)
          AND ((agent_id = $10))
          AND (agent_id = ANY ($11::int[]))
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
      ) AS clicks
    GROUP BY
      day
    UNION ALL
    SELECT
      r.day,
      0,
      0,
      sum(r.sales),
      sum(r.bonus_sales),
      sum(r.earning),
      sum(r.bonus_earning),
      sum(
        CASE
          WHEN r.flags & 4 = 4 THEN r.payout
          WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
          WHEN r.flags & 2 = 2 THEN 0
          ELSE r.payout
        END + r.bonus_payout
      )
    FROM
      (
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp,
          flags,
          payout,
          bonus_payout,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          stats_day
        WHERE
          (day BETWEEN $12::date AND $13::date)
          AND ((agent_id = $14))
          AND (
            (events > 0)
            AND (agent_id = ANY ($15::int[]))
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp,
          flags,
          payout,
          bonus_payout,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          stats_delta
        WHERE
          (day BETWEEN $16::date AND $17::date)
          AND ((agent_id = $18))
          AND (
            (events > 0)
            AND (agent_id = ANY ($19::int[]))
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
    GROUP BY
      r.day
  ) AS rows
GROUP BY
  day;

EXECUTE figures_of_one_agent (
  /* $1 */ '2026-03-16', '2026-04-30', 1, '2026-03-16', '2026-04-20', 1, '{1}', '2026-03-16', '2026-04-20', 1,
  /* $11 */ '{1}', '2026-03-16', '2026-04-20', 1, '{1}', '2026-03-16', '2026-04-20', 1, '{1}'
);
DEALLOCATE figures_of_one_agent;

-- Figures of one office

PREPARE figures_of_one_office_1 AS
WITH
  tiers AS MATERIALIZED (
    SELECT
      counted.agent_id,
      counted.half,
      counted.sales,
      held.indexes[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS index,
      held.payouts_php[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_php,
      held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
    FROM
      (
        SELECT
          agent_id,
          half,
          sum(sales)::int AS sales
        FROM
          (
            SELECT
              agent_id,
              day AS half,
              sales,
              events,
              flags,
              day
            FROM
              stats_half
            UNION ALL
            SELECT
              agent_id,
              (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              ) AS half,
              sales,
              events,
              flags,
              day
            FROM
              stats_delta
          ) AS avp
        WHERE
          events > 0
          AND flags & 5 = 1
          AND day BETWEEN $1::date AND $2::date
        GROUP BY
          agent_id,
          half
      ) AS counted
      LEFT JOIN (
        SELECT
          valid_from,
          lead(valid_from) OVER (
            ORDER BY
              valid_from
          ) AS valid_to,
          array_agg(
            from_count
            ORDER BY
              index
          ) AS from_counts,
          array_agg(
            index
            ORDER BY
              index
          ) AS indexes,
          array_agg(
            payout_php
            ORDER BY
              index
          ) AS payouts_php,
          array_agg(
            payout_dollars
            ORDER BY
              index
          ) AS payouts_dollars
        FROM
          avp_tiers
        GROUP BY
          valid_from
      ) AS held ON counted.half >= held.valid_from
      AND (
        held.valid_to IS NULL
        OR counted.half < held.valid_to
      )
  ),
  groups AS MATERIALIZED (
    SELECT
      day,
      sum(raws) AS raws,
      sum(uniques) AS uniques,
      NULL::bigint AS latest
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_day
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND ((company_id = $5))
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_delta
        WHERE
          (day BETWEEN $6::date AND $7::date)
          AND ((company_id = $8))
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
      ) AS rows
    GROUP BY
      day
  ),
  picked AS MATERIALIZED (
    SELECT
      *
    FROM
      (
        SELECT
          day,
          day AS sorted
        FROM
          (
            SELECT
              *,
              TRUE AS shown
            FROM
              groups
          ) AS rows
        GROUP BY
          day
        HAVING
          bool_or(shown)
      ) AS page
    ORDER BY
      sorted DESC NULLS LAST,
      page.day DESC
    LIMIT
      $9
    OFFSET
      $10
  ),
  sold_here AS (
    SELECT
      r.agent_id,
      r.company_id,
      r.type_id,
      r.day,
      r.events,
      r.sales,
      r.bonus_sales,
      r.earning,
      r.bonus_earning,
      r.lpp,
      r.payout AS payout,
      r.bonus_payout AS bonus_payout,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END AS sale_php,
      r.half AS half,
      r.flags & 5 = 1 AS at_tier,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars
    FROM
      (
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp,
          flags,
          payout,
          bonus_payout,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          stats_day
        WHERE
          (day BETWEEN $11::date AND $12::date)
          AND ((company_id = $13))
          AND (
            (events > 0)
            AND (
              (
                (day) IN (
                  SELECT
                    day
                  FROM
                    picked
                )
              )
            )
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp,
          flags,
          payout,
          bonus_payout,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          stats_delta
        WHERE
          (day BETWEEN $14::date AND $15::date)
          AND ((company_id = $16))
          AND (
            (events > 0)
            AND (
              (
                (day) IN (
                  SELECT
                    day
                  FROM
                    picked
                )
              )
            )
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
  ),
  by_link AS (
    SELECT
      day,
      type_id,
      sum(events) AS events,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp,
      sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout,
      sum(sale_php) AS sale_php
    FROM
      sold_here
    GROUP BY
      day,
      type_id
  ),
  figures AS (
    SELECT
      day,
      TRUE AS shown,
      NULL::int AS type_id,
      latest,
      raws,
      uniques,
      0 AS lpp_prev,
      0 AS events,
      0 AS sales,
      0 AS bonus_sales,
      0 AS earning,
      0 AS bonus_earning,
      0 AS lpp,
      0 AS payout,
      0 AS bonus_payout,
      0 AS sale_php
    FROM
      (
        SELECT
          *
        FROM
          groups
        WHERE
          (day) IN (
            SELECT
              day
            FROM
              picked
          )
      ) AS clicks
    UNION ALL
    SELECT
      day,
      TRUE AS shown,
      type_id,
      NULL::bigint AS latest,
      0 AS raws,
      0 AS uniques,
      0 AS lpp_prev,
      events,
      sales,
      bonus_sales,
      earning,
      bonus_earning,
      lpp,
      payout,
      bonus_payout,
      sale_php
    FROM
      by_link
  ),
  halves AS MATERIALIZED (
    SELECT
      day,
      half,
      sum(tier_dollars) AS tier_dollars,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE sale_php
        END + bonus_payout
      ) AS rated_php,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE events
        END
      ) AS rated
    FROM
      sold_here
    WHERE
      half IS NOT NULL
    GROUP BY
      day,
      half
  ),
  counted AS (
    SELECT
      total,
      lpp_prev
    FROM
      (
        SELECT
          count(*) AS total
        FROM
          groups
      ) AS groups
      CROSS JOIN (
        SELECT
          sum(lpp_prev) AS lpp_prev
        FROM
          (
            SELECT
              agent_id,
              company_id,
              day + $17::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_day
            WHERE
              (day BETWEEN $18::date AND $19::date)
              AND ((company_id = $20))
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $21::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_delta
            WHERE
              (day BETWEEN $22::date AND $23::date)
              AND ((company_id = $24))
              AND ((events > 0))
          ) AS rows
      ) AS earlier
  ),
  sums AS MATERIALIZED (
    SELECT
      type_id,
      half,
      at_tier,
      sum(events) AS events,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp,
      sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout,
      sum(sale_php) AS sale_php,
      sum(tier_dollars) AS tier_dollars
    FROM
      (
        SELECT
          r.agent_id,
          r.company_id,
          r.type_id,
          r.day,
          r.events,
          r.sales,
          r.bonus_sales,
          r.earning,
          r.bonus_earning,
          r.lpp,
          r.payout AS payout,
          r.bonus_payout AS bonus_payout,
          CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END AS sale_php,
          r.half AS half,
          r.flags & 5 = 1 AS at_tier,
          CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END AS tier_dollars
        FROM
          (
            SELECT
              agent_id,
              company_id,
              type_id,
              day,
              events,
              sales,
              bonus_sales,
              earning,
              bonus_earning,
              lpp + bonus_lpp AS lpp,
              flags,
              payout,
              bonus_payout,
              (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              ) AS half
            FROM
              stats_day
            WHERE
              (day BETWEEN $25::date AND $26::date)
              AND ((company_id = $27))
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              type_id,
              day,
              events,
              sales,
              bonus_sales,
              earning,
              bonus_earning,
              lpp + bonus_lpp AS lpp,
              flags,
              payout,
              bonus_payout,
              (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              ) AS half
            FROM
              stats_delta
            WHERE
              (day BETWEEN $28::date AND $29::date)
              AND ((company_id = $30))
              AND ((events > 0))
          ) AS r
          LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
          AND t.half = r.half
      ) AS sold
    GROUP BY
      type_id,
      half,
      at_tier
  ),
  totals AS (
    SELECT
      type_id,
      0 AS raws,
      0 AS uniques,
      events,
      sales,
      bonus_sales,
      earning,
      bonus_earning,
      lpp,
      payout,
      bonus_payout,
      sale_php
    FROM
      (
        SELECT
          type_id,
          sum(events) AS events,
          sum(sales) AS sales,
          sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning,
          sum(lpp) AS lpp,
          sum(payout) AS payout,
          sum(bonus_payout) AS bonus_payout,
          sum(sale_php) AS sale_php
        FROM
          sums
        GROUP BY
          type_id
      ) AS sold
    UNION ALL
    SELECT
      NULL::int AS type_id,
      raws,
      uniques,
      0 AS events,
      0 AS sales,
      0 AS bonus_sales,
      0 AS earning,
      0 AS bonus_earning,
      0 AS lpp,
      0 AS payout,
      0 AS bonus_payout,
      0 AS sale_php
    FROM
      (
        SELECT
          sum(raws) AS raws,
          sum(uniques) AS uniques
        FROM
          groups
      ) AS clicks
  ),
  all_halves AS (
    SELECT
      half,
      sum(tier_dollars) AS tier_dollars,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE sale_php
        END + bonus_payout
      ) AS rated_php,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE events
        END
      ) AS rated
    FROM
      sums
    WHERE
      half IS NOT NULL
    GROUP BY
      half
  ),
  page AS (
    SELECT
      day,
      NULL::int AS agent_id,
      NULL::int AS company_id,
      sum(raws) AS raws,
      sum(uniques) AS uniques,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp,
      sum(lpp_prev) AS lpp_prev,
      sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout,
      sum(sale_php + bonus_payout) AS payout_php,
      json_object_agg(type_id, json_build_array(sales, bonus_sales, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)) FILTER (
        WHERE
          events > 0
      ) AS counts
    FROM
      (
        SELECT
          day,
          type_id,
          max(latest) AS latest,
          sum(raws) AS raws,
          sum(uniques) AS uniques,
          sum(events) AS events,
          sum(sales) AS sales,
          sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning,
          sum(lpp) AS lpp,
          sum(lpp_prev) AS lpp_prev,
          sum(payout) AS payout,
          sum(bonus_payout) AS bonus_payout,
          sum(sale_php) AS sale_php
        FROM
          figures
        GROUP BY
          day,
          type_id
      ) AS by_type
    GROUP BY
      day
  ),
  dollars AS (
    SELECT
      day,
      json_agg(
        json_build_array(
          php_per_usd::text,
          tier_dollars::text,
          rated_php::text,
          (
            rated > 0
            OR rated_php <> 0
          )
        )
      ) AS dollars
    FROM
      picked
      JOIN halves USING (day)
      LEFT JOIN pay_periods ON start_day = half
    GROUP BY
      day
  )
SELECT
  total,
  overall,
  coalesce(types, '[]') AS types,
  coalesce(items, '[]') AS items
FROM
  counted
  CROSS JOIN (
    SELECT
      json_build_object(
        'raws',
        coalesce(sum(raws), 0),
        'uniques',
        coalesce(sum(uniques), 0),
        'sales',
        coalesce(sum(sales), 0),
        'bonusSales',
        coalesce(sum(bonus_sales), 0),
        'earn',
        coalesce(sum(earning), 0)::text,
        'bonusEarn',
        coalesce(sum(bonus_earning), 0)::text,
        'lpp',
        coalesce(sum(lpp), 0),
        'lppPrev',
        coalesce(max(counted.lpp_prev), 0),
        'payout',
        coalesce(sum(payout), 0)::text,
        'bonusPayout',
        coalesce(sum(bonus_payout), 0)::text,
        'payoutPhp',
        coalesce(sum(sale_php + bonus_payout), 0)::text,
        'dollars',
        (
          SELECT
            json_agg(
              json_build_array(
                php_per_usd::text,
                tier_dollars::text,
                rated_php::text,
                (
                  rated > 0
                  OR rated_php <> 0
                )
              )
            ) AS dollars
          FROM
            all_halves
            LEFT JOIN pay_periods ON start_day = half
        )
      ) AS overall
    FROM
      counted
      LEFT JOIN totals ON TRUE
  ) AS summed
  CROSS JOIN (
    SELECT
      json_agg(
        json_build_object(
          'id',
          types.id,
          'typename',
          typename,
          'siteId',
          site_id,
          'sitename',
          sitename,
          'bonus',
          bonus
          OR coalesce(bonus_sales, 0) <> 0,
          'counts',
          json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0), coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)
        )
        ORDER BY
          lower(sitename),
          site_id,
          lower(typename),
          types.id
      ) AS types
    FROM
      types
      JOIN sites ON sites.id = site_id
      LEFT JOIN totals ON totals.type_id = types.id
    WHERE
      events > 0
      OR (
        show_no_sales_stat
        AND site_id = $31
        AND types.id = coalesce($32, types.id)
      )
  ) AS columns
  CROSS JOIN (
    SELECT
      json_agg(
        json_build_object(
          'date',
          page.day,
          'companyId',
          page.company_id,
          'officeName',
          office_name,
          'agentId',
          page.agent_id,
          'agent',
          CASE
            WHEN deleted_at IS NULL THEN username
            ELSE 'deleted agent'
          END,
          'agentFullName',
          CASE
            WHEN deleted_at IS NULL THEN trim(first_name || ' ' || last_name)
            ELSE 'deleted agent'
          END,
          'counts',
          counts,
          'raws',
          page.raws,
          'uniques',
          page.uniques,
          'sales',
          page.sales,
          'bonusSales',
          page.bonus_sales,
          'earn',
          page.earning::text,
          'bonusEarn',
          page.bonus_earning::text,
          'lpp',
          page.lpp,
          'lppPrev',
          page.lpp_prev,
          'payout',
          page.payout::text,
          'bonusPayout',
          page.bonus_payout::text,
          'payoutPhp',
          page.payout_php::text,
          'dollars',
          dollars.dollars
        )
        ORDER BY
          sorted DESC NULLS LAST,
          page.day DESC
      ) AS items
    FROM
      picked
      JOIN page USING (day)
      LEFT JOIN dollars USING (day)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

EXECUTE figures_of_one_office_1 (
  /* $1 */ '2026-04-16', '2026-04-30', '2026-04-16', '2026-04-20', 1, '2026-04-16', '2026-04-20', 1, 1, 0,
  /* $11 */ '2026-04-16', '2026-04-20', 1, '2026-04-16', '2026-04-20', 1, 0, '2026-04-11', '2026-04-15', 1,
  /* $21 */ 0, '2026-04-11', '2026-04-15', 1, '2026-04-16', '2026-04-20', 1, '2026-04-16', '2026-04-20', 1,
  /* $31 */ NULL, NULL
);
DEALLOCATE figures_of_one_office_1;

PREPARE figures_of_one_office_2 AS
WITH
  tiers AS MATERIALIZED (
    SELECT
      counted.agent_id,
      counted.half,
      counted.sales,
      held.indexes[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS index,
      held.payouts_php[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_php,
      held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
    FROM
      (
        SELECT
          agent_id,
          half,
          sum(sales)::int AS sales
        FROM
          (
            SELECT
              agent_id,
              day AS half,
              sales,
              events,
              flags,
              day
            FROM
              stats_half
            UNION ALL
            SELECT
              agent_id,
              (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              ) AS half,
              sales,
              events,
              flags,
              day
            FROM
              stats_delta
          ) AS avp
        WHERE
          events > 0
          AND flags & 5 = 1
          AND day BETWEEN $1::date AND $2::date
        GROUP BY
          agent_id,
          half
      ) AS counted
      LEFT JOIN (
        SELECT
          valid_from,
          lead(valid_from) OVER (
            ORDER BY
              valid_from
          ) AS valid_to,
          array_agg(
            from_count
            ORDER BY
              index
          ) AS from_counts,
          array_agg(
            index
            ORDER BY
              index
          ) AS indexes,
          array_agg(
            payout_php
            ORDER BY
              index
          ) AS payouts_php,
          array_agg(
            payout_dollars
            ORDER BY
              index
          ) AS payouts_dollars
        FROM
          avp_tiers
        GROUP BY
          valid_from
      ) AS held ON counted.half >= held.valid_from
      AND (
        held.valid_to IS NULL
        OR counted.half < held.valid_to
      )
  ),
  groups AS MATERIALIZED (
    SELECT
      day,
      sum(raws) AS raws,
      sum(uniques) AS uniques,
      NULL::bigint AS latest
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_day
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND ((company_id = $5))
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_delta
        WHERE
          (day BETWEEN $6::date AND $7::date)
          AND ((company_id = $8))
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
      ) AS rows
    GROUP BY
      day
  ),
  picked AS MATERIALIZED (
    SELECT
      *
    FROM
      (
        SELECT
          day,
          day AS sorted
        FROM
          (
            SELECT
              *,
              TRUE AS shown
            FROM
              groups
          ) AS rows
        GROUP BY
          day
        HAVING
          bool_or(shown)
      ) AS page
    ORDER BY
      sorted DESC NULLS LAST,
      page.day DESC
    LIMIT
      $9
    OFFSET
      $10
  ),
  sold_here AS (
    SELECT
      r.agent_id,
      r.company_id,
      r.type_id,
      r.day,
      r.events,
      r.sales,
      r.bonus_sales,
      r.earning,
      r.bonus_earning,
      r.lpp,
      r.payout AS payout,
      r.bonus_payout AS bonus_payout,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END AS sale_php,
      r.half AS half,
      r.flags & 5 = 1 AS at_tier,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars
    FROM
      (
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp,
          flags,
          payout,
          bonus_payout,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          stats_day
        WHERE
          (day BETWEEN $11::date AND $12::date)
          AND ((company_id = $13))
          AND (
            (events > 0)
            AND (
              (
                (day) IN (
                  SELECT
                    day
                  FROM
                    picked
                )
              )
            )
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp,
          flags,
          payout,
          bonus_payout,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          stats_delta
        WHERE
          (day BETWEEN $14::date AND $15::date)
          AND ((company_id = $16))
          AND (
            (events > 0)
            AND (
              (
                (day) IN (
                  SELECT
                    day
                  FROM
                    picked
                )
              )
            )
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
  ),
  by_link AS (
    SELECT
      day,
      type_id,
      sum(events) AS events,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp,
      sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout,
      sum(sale_php) AS sale_php
    FROM
      sold_here
    GROUP BY
      day,
      type_id
  ),
  figures AS (
    SELECT
      day,
      TRUE AS shown,
      NULL::int AS type_id,
      latest,
      raws,
      uniques,
      0 AS lpp_prev,
      0 AS events,
      0 AS sales,
      0 AS bonus_sales,
      0 AS earning,
      0 AS bonus_earning,
      0 AS lpp,
      0 AS payout,
      0 AS bonus_payout,
      0 AS sale_php
    FROM
      (
        SELECT
          *
        FROM
          groups
        WHERE
          (day) IN (
            SELECT
              day
            FROM
              picked
          )
      ) AS clicks
    UNION ALL
    SELECT
      day,
      TRUE AS shown,
      type_id,
      NULL::bigint AS latest,
      0 AS raws,
      0 AS uniques,
      0 AS lpp_prev,
      events,
      sales,
      bonus_sales,
      earning,
      bonus_earning,
      lpp,
      payout,
      bonus_payout,
      sale_php
    FROM
      by_link
  ),
  halves AS MATERIALIZED (
    SELECT
      day,
      half,
      sum(tier_dollars) AS tier_dollars,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE sale_php
        END + bonus_payout
      ) AS rated_php,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE events
        END
      ) AS rated
    FROM
      sold_here
    WHERE
      half IS NOT NULL
    GROUP BY
      day,
      half
  ),
  counted AS (
    SELECT
      total,
      lpp_prev
    FROM
      (
        SELECT
          count(*) AS total
        FROM
          groups
      ) AS groups
      CROSS JOIN (
        SELECT
          sum(lpp_prev) AS lpp_prev
        FROM
          (
            SELECT
              agent_id,
              company_id,
              day + $17::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_half
            WHERE
              (day BETWEEN $18::date AND $19::date)
              AND ((company_id = $20))
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $21::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_delta
            WHERE
              (day BETWEEN $22::date AND $23::date)
              AND ((company_id = $24))
              AND ((events > 0))
          ) AS rows
      ) AS earlier
  ),
  sums AS MATERIALIZED (
    SELECT
      type_id,
      half,
      at_tier,
      sum(events) AS events,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp,
      sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout,
      sum(sale_php) AS sale_php,
      sum(tier_dollars) AS tier_dollars
    FROM
      (
        SELECT
          r.agent_id,
          r.company_id,
          r.type_id,
          r.day,
          r.events,
          r.sales,
          r.bonus_sales,
          r.earning,
          r.bonus_earning,
          r.lpp,
          r.payout AS payout,
          r.bonus_payout AS bonus_payout,
          CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END AS sale_php,
          r.half AS half,
          r.flags & 5 = 1 AS at_tier,
          CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END AS tier_dollars
        FROM
          (
            SELECT
              agent_id,
              company_id,
              type_id,
              day,
              events,
              sales,
              bonus_sales,
              earning,
              bonus_earning,
              lpp + bonus_lpp AS lpp,
              flags,
              payout,
              bonus_payout,
              day AS half
            FROM
              stats_half
            WHERE
              (day BETWEEN $25::date AND $26::date)
              AND ((company_id = $27))
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              type_id,
              day,
              events,
              sales,
              bonus_sales,
              earning,
              bonus_earning,
              lpp + bonus_lpp AS lpp,
              flags,
              payout,
              bonus_payout,
              (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              ) AS half
            FROM
              stats_delta
            WHERE
              (day BETWEEN $28::date AND $29::date)
              AND ((company_id = $30))
              AND ((events > 0))
          ) AS r
          LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
          AND t.half = r.half
      ) AS sold
    GROUP BY
      type_id,
      half,
      at_tier
  ),
  totals AS (
    SELECT
      type_id,
      0 AS raws,
      0 AS uniques,
      events,
      sales,
      bonus_sales,
      earning,
      bonus_earning,
      lpp,
      payout,
      bonus_payout,
      sale_php
    FROM
      (
        SELECT
          type_id,
          sum(events) AS events,
          sum(sales) AS sales,
          sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning,
          sum(lpp) AS lpp,
          sum(payout) AS payout,
          sum(bonus_payout) AS bonus_payout,
          sum(sale_php) AS sale_php
        FROM
          sums
        GROUP BY
          type_id
      ) AS sold
    UNION ALL
    SELECT
      NULL::int AS type_id,
      raws,
      uniques,
      0 AS events,
      0 AS sales,
      0 AS bonus_sales,
      0 AS earning,
      0 AS bonus_earning,
      0 AS lpp,
      0 AS payout,
      0 AS bonus_payout,
      0 AS sale_php
    FROM
      (
        SELECT
          sum(raws) AS raws,
          sum(uniques) AS uniques
        FROM
          groups
      ) AS clicks
  ),
  all_halves AS (
    SELECT
      half,
      sum(tier_dollars) AS tier_dollars,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE sale_php
        END + bonus_payout
      ) AS rated_php,
      sum(
        CASE
          WHEN at_tier THEN 0
          ELSE events
        END
      ) AS rated
    FROM
      sums
    WHERE
      half IS NOT NULL
    GROUP BY
      half
  ),
  page AS (
    SELECT
      day,
      NULL::int AS agent_id,
      NULL::int AS company_id,
      sum(raws) AS raws,
      sum(uniques) AS uniques,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp,
      sum(lpp_prev) AS lpp_prev,
      sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout,
      sum(sale_php + bonus_payout) AS payout_php,
      json_object_agg(type_id, json_build_array(sales, bonus_sales, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)) FILTER (
        WHERE
          events > 0
      ) AS counts
    FROM
      (
        SELECT
          day,
          type_id,
          max(latest) AS latest,
          sum(raws) AS raws,
          sum(uniques) AS uniques,
          sum(events) AS events,
          sum(sales) AS sales,
          sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning,
          sum(lpp) AS lpp,
          sum(lpp_prev) AS lpp_prev,
          sum(payout) AS payout,
          sum(bonus_payout) AS bonus_payout,
          sum(sale_php) AS sale_php
        FROM
          figures
        GROUP BY
          day,
          type_id
      ) AS by_type
    GROUP BY
      day
  ),
  dollars AS (
    SELECT
      day,
      json_agg(
        json_build_array(
          php_per_usd::text,
          tier_dollars::text,
          rated_php::text,
          (
            rated > 0
            OR rated_php <> 0
          )
        )
      ) AS dollars
    FROM
      picked
      JOIN halves USING (day)
      LEFT JOIN pay_periods ON start_day = half
    GROUP BY
      day
  )
SELECT
  total,
  overall,
  coalesce(types, '[]') AS types,
  coalesce(items, '[]') AS items
FROM
  counted
  CROSS JOIN (
    SELECT
      json_build_object(
        'raws',
        coalesce(sum(raws), 0),
        'uniques',
        coalesce(sum(uniques), 0),
        'sales',
        coalesce(sum(sales), 0),
        'bonusSales',
        coalesce(sum(bonus_sales), 0),
        'earn',
        coalesce(sum(earning), 0)::text,
        'bonusEarn',
        coalesce(sum(bonus_earning), 0)::text,
        'lpp',
        coalesce(sum(lpp), 0),
        'lppPrev',
        coalesce(max(counted.lpp_prev), 0),
        'payout',
        coalesce(sum(payout), 0)::text,
        'bonusPayout',
        coalesce(sum(bonus_payout), 0)::text,
        'payoutPhp',
        coalesce(sum(sale_php + bonus_payout), 0)::text,
        'dollars',
        (
          SELECT
            json_agg(
              json_build_array(
                php_per_usd::text,
                tier_dollars::text,
                rated_php::text,
                (
                  rated > 0
                  OR rated_php <> 0
                )
              )
            ) AS dollars
          FROM
            all_halves
            LEFT JOIN pay_periods ON start_day = half
        )
      ) AS overall
    FROM
      counted
      LEFT JOIN totals ON TRUE
  ) AS summed
  CROSS JOIN (
    SELECT
      json_agg(
        json_build_object(
          'id',
          types.id,
          'typename',
          typename,
          'siteId',
          site_id,
          'sitename',
          sitename,
          'bonus',
          bonus
          OR coalesce(bonus_sales, 0) <> 0,
          'counts',
          json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0), coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)
        )
        ORDER BY
          lower(sitename),
          site_id,
          lower(typename),
          types.id
      ) AS types
    FROM
      types
      JOIN sites ON sites.id = site_id
      LEFT JOIN totals ON totals.type_id = types.id
    WHERE
      events > 0
      OR (
        show_no_sales_stat
        AND site_id = $31
        AND types.id = coalesce($32, types.id)
      )
  ) AS columns
  CROSS JOIN (
    SELECT
      json_agg(
        json_build_object(
          'date',
          page.day,
          'companyId',
          page.company_id,
          'officeName',
          office_name,
          'agentId',
          page.agent_id,
          'agent',
          CASE
            WHEN deleted_at IS NULL THEN username
            ELSE 'deleted agent'
          END,
          'agentFullName',
          CASE
            WHEN deleted_at IS NULL THEN trim(first_name || ' ' || last_name)
            ELSE 'deleted agent'
          END,
          'counts',
          counts,
          'raws',
          page.raws,
          'uniques',
          page.uniques,
          'sales',
          page.sales,
          'bonusSales',
          page.bonus_sales,
          'earn',
          page.earning::text,
          'bonusEarn',
          page.bonus_earning::text,
          'lpp',
          page.lpp,
          'lppPrev',
          page.lpp_prev,
          'payout',
          page.payout::text,
          'bonusPayout',
          page.bonus_payout::text,
          'payoutPhp',
          page.payout_php::text,
          'dollars',
          dollars.dollars
        )
        ORDER BY
          sorted DESC NULLS LAST,
          page.day DESC
      ) AS items
    FROM
      picked
      JOIN page USING (day)
      LEFT JOIN dollars USING (day)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

EXECUTE figures_of_one_office_2 (
  /* $1 */ '2026-04-01', '2026-04-15', '2026-04-01', '2026-04-15', 1, '2026-04-01', '2026-04-15', 1, 1, 0,
  /* $11 */ '2026-04-01', '2026-04-15', 1, '2026-04-01', '2026-04-15', 1, 0, '2026-03-16', '2026-03-31', 1,
  /* $21 */ 0, '2026-03-16', '2026-03-31', 1, '2026-04-01', '2026-04-15', 1, '2026-04-01', '2026-04-15', 1,
  /* $31 */ NULL, NULL
);
DEALLOCATE figures_of_one_office_2;

PREPARE figures_of_one_office_3 AS
SELECT
  agent_id AS "agentId",
  office_name AS office,
  username AS agent,
  first_name || ' ' || last_name AS "agentName",
  sales
FROM
  (
    SELECT
      agent_id,
      sum(sales) AS sales
    FROM
      (
        SELECT
          agent_id,
          sales
        FROM
          stats_day
        WHERE
          (day BETWEEN $1::date AND $2::date)
          AND (
            (events > 0)
            AND (company_id = $3)
          )
        UNION ALL
        SELECT
          agent_id,
          sales
        FROM
          stats_delta
        WHERE
          (day BETWEEN $4::date AND $5::date)
          AND (
            (events > 0)
            AND (company_id = $6)
          )
      ) AS rows
    GROUP BY
      agent_id
    HAVING
      sum(sales) > 0
  ) AS ranked
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id
  AND deleted_at IS NULL
  JOIN offices ON offices.id = agents.company_id
ORDER BY
  sales DESC,
  lower(username),
  agent_id
LIMIT
  $7;

EXECUTE figures_of_one_office_3 ('2026-04-16', '2026-04-20', 1, '2026-04-16', '2026-04-20', 1, 10);
DEALLOCATE figures_of_one_office_3;

PREPARE figures_of_one_office_4 AS
SELECT
  agents.id AS "agentId",
  username AS agent,
  first_name || ' ' || last_name AS "agentName",
  latest.day::text AS "lastSale",
  count(*) OVER () AS total
FROM
  agents
  JOIN accounts ON accounts.id = account_id
  AND deleted_at IS NULL
  AND active
  AND approved
  AND NOT hidden
  LEFT JOIN (
    SELECT
      agent_id,
      max(day) AS day
    FROM
      stats_day
    WHERE
      company_id = $1
      AND events > 0
      AND sales > 0
      AND agent_id IN (
        SELECT
          id
        FROM
          agents
        WHERE
          company_id = $2
      )
    GROUP BY
      agent_id
  ) AS latest ON latest.agent_id = agents.id
WHERE
  company_id = $3
  AND agents.id NOT IN (
    SELECT
      agent_id
    FROM
      (
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM
          stats_day
        WHERE
          (day BETWEEN $4::date AND $5::date)
          AND ((company_id = $6))
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM
          stats_delta
        WHERE
          (day BETWEEN $7::date AND $8::date)
          AND ((company_id = $9))
          AND ((events > 0))
      ) AS sold
    GROUP BY
      agent_id
    HAVING
      sum(sales) > 0
  )
ORDER BY
  latest.day DESC NULLS LAST,
  lower(username),
  agents.id
LIMIT
  $10;

EXECUTE figures_of_one_office_4 (1, 1, 1, '2026-04-01', '2026-04-20', 1, '2026-04-01', '2026-04-20', 1, 10);
DEALLOCATE figures_of_one_office_4;
