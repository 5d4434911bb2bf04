-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Payroll by date

PREPARE payroll_by_date AS
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
          (
            SELECT
              0 AS agent_id,
              0 AS company_id,
              *
            FROM
              clicks_by_day
          ) AS days
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND (raws > 0)
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
          (day BETWEEN $5::date AND $6::date)
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
          0 AS raws,
          0 AS uniques
        FROM
          stats_day
        WHERE
          (day BETWEEN $7::date AND $8::date)
          AND (
            (events > 0)
            AND (
              day = ANY (
                ARRAY(
                  SELECT
                    $9::date + n
                  FROM
                    generate_series(0, $10::date - $11::date) AS n
                    LEFT JOIN (
                      SELECT
                        day
                      FROM
                        clicks_by_day
                      WHERE
                        day BETWEEN $12::date AND $13::date
                        AND (raws > 0)
                    ) AS there ON day = $14::date + n
                  WHERE
                    day IS NULL
                )
              )
            )
          )
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          0 AS raws,
          0 AS uniques
        FROM
          stats_delta
        WHERE
          (day BETWEEN $15::date AND $16::date)
          AND (
            (events > 0)
            AND (
              day = ANY (
                ARRAY(
                  SELECT
                    $17::date + n
                  FROM
                    generate_series(0, $18::date - $19::date) AS n
                    LEFT JOIN (
                      SELECT
                        day
                      FROM
                        clicks_by_day
                      WHERE
                        day BETWEEN $20::date AND $21::date
                        AND (raws > 0)
                    ) AS there ON day = $22::date + n
                  WHERE
                    day IS NULL
                )
              )
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
      $23
    OFFSET
      $24
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
          (day BETWEEN $25::date AND $26::date)
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
          (day BETWEEN $27::date AND $28::date)
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
              day + $29::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_half
            WHERE
              (day BETWEEN $30::date AND $31::date)
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $32::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_day
            WHERE
              (day BETWEEN $33::date AND $34::date)
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $35::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_day
            WHERE
              (day BETWEEN $36::date AND $37::date)
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $38::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_delta
            WHERE
              (day BETWEEN $39::date AND $40::date)
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
              (day BETWEEN $41::date AND $42::date)
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
              stats_day
            WHERE
              (day BETWEEN $43::date AND $44::date)
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
              stats_day
            WHERE
              (day BETWEEN $45::date AND $46::date)
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
              (day BETWEEN $47::date AND $48::date)
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
        AND site_id = $49
        AND types.id = coalesce($50, types.id)
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

EXECUTE payroll_by_date (
  /* $1 */ '2026-02-01', '2026-04-30', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20',
  /* $11 */ '2026-02-10', '2026-02-10', '2026-04-20', '2026-02-10', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', '2026-02-10', '2026-02-10',
  /* $21 */ '2026-04-20', '2026-02-10', 50, 0, '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', 0, '2025-12-16',
  /* $31 */ '2026-01-31', 0, '2025-12-02', '2025-12-15', 0, '2026-02-01', '2026-02-09', 0, '2025-12-02', '2026-02-09',
  /* $41 */ '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20', '2026-02-10', '2026-04-20', NULL, NULL
);
DEALLOCATE payroll_by_date;

-- Payroll by agent

PREPARE payroll_by_agent AS
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
      agent_id,
      sum(raws) AS raws,
      sum(uniques) AS uniques,
      max((day - date '1900-01-01') * 2147483648 + company_id) AS latest
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_agent_half
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND (days <> 0)
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_day
        WHERE
          (day BETWEEN $5::date AND $6::date)
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
          stats_day
        WHERE
          (day BETWEEN $7::date AND $8::date)
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
          (day BETWEEN $9::date AND $10::date)
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
      ) AS rows
    GROUP BY
      agent_id
  ),
  before AS MATERIALIZED (
    SELECT
      agent_id,
      sum(lpp_prev) AS lpp_prev
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day + $11::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_half
        WHERE
          (day BETWEEN $12::date AND $13::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day + $14::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_day
        WHERE
          (day BETWEEN $15::date AND $16::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day + $17::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_day
        WHERE
          (day BETWEEN $18::date AND $19::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day + $20::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_delta
        WHERE
          (day BETWEEN $21::date AND $22::date)
          AND ((events > 0))
      ) AS rows
    GROUP BY
      agent_id
  ),
  picked AS MATERIALIZED (
    SELECT
      *
    FROM
      (
        SELECT
          page.*,
          lower(
            CASE
              WHEN deleted_at IS NULL THEN username
              ELSE 'deleted agent'
            END
          ) AS sorted
        FROM
          (
            SELECT
              NULL::date AS day,
              agent_id,
              (max(latest) % 2147483648)::int AS company_id
            FROM
              (
                SELECT
                  *,
                  TRUE AS shown
                FROM
                  groups
              ) AS rows
            GROUP BY
              agent_id
            HAVING
              bool_or(shown)
          ) AS page
          LEFT JOIN offices ON offices.id = page.company_id
          LEFT JOIN agents ON agents.id = page.agent_id
          LEFT JOIN accounts ON accounts.id = agents.account_id
      ) AS page
    ORDER BY
      sorted ASC NULLS LAST,
      page.agent_id ASC
    LIMIT
      $23
    OFFSET
      $24
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
          day AS half
        FROM
          stats_half
        WHERE
          (day BETWEEN $25::date AND $26::date)
          AND (
            (events > 0)
            AND (
              (
                (agent_id) IN (
                  SELECT
                    agent_id
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
          stats_day
        WHERE
          (day BETWEEN $27::date AND $28::date)
          AND (
            (events > 0)
            AND (
              (
                (agent_id) IN (
                  SELECT
                    agent_id
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
          stats_day
        WHERE
          (day BETWEEN $29::date AND $30::date)
          AND (
            (events > 0)
            AND (
              (
                (agent_id) IN (
                  SELECT
                    agent_id
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
          (day BETWEEN $31::date AND $32::date)
          AND (
            (events > 0)
            AND (
              (
                (agent_id) IN (
                  SELECT
                    agent_id
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
      agent_id,
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
      agent_id,
      type_id
  ),
  figures AS (
    SELECT
      agent_id,
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
          (agent_id) IN (
            SELECT
              agent_id
            FROM
              picked
          )
      ) AS clicks
    UNION ALL
    SELECT
      agent_id,
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
    UNION ALL
    SELECT
      agent_id,
      FALSE AS shown,
      NULL::int AS type_id,
      NULL::bigint AS latest,
      0 AS raws,
      0 AS uniques,
      lpp_prev,
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
          before
        WHERE
          (agent_id) IN (
            SELECT
              agent_id
            FROM
              picked
          )
      ) AS before
  ),
  halves AS MATERIALIZED (
    SELECT
      agent_id,
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
      agent_id,
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
          before
        WHERE
          (agent_id) IN (
            SELECT
              agent_id
            FROM
              groups
          )
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
              (day BETWEEN $33::date AND $34::date)
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
              stats_day
            WHERE
              (day BETWEEN $35::date AND $36::date)
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
              stats_day
            WHERE
              (day BETWEEN $37::date AND $38::date)
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
              (day BETWEEN $39::date AND $40::date)
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
      NULL::date AS day,
      agent_id,
      (max(latest) % 2147483648)::int AS company_id,
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
          agent_id,
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
          agent_id,
          type_id
      ) AS by_type
    GROUP BY
      agent_id
  ),
  dollars AS (
    SELECT
      agent_id,
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
      JOIN halves USING (agent_id)
      LEFT JOIN pay_periods ON start_day = half
    GROUP BY
      agent_id
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
        AND site_id = $41
        AND types.id = coalesce($42, types.id)
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
          sorted ASC NULLS LAST,
          page.agent_id ASC
      ) AS items
    FROM
      picked
      JOIN page USING (agent_id)
      LEFT JOIN dollars USING (agent_id)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

EXECUTE payroll_by_agent (
  /* $1 */ '2026-02-01', '2026-04-30', '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20', '2026-02-10', '2026-04-20',
  /* $11 */ 0, '2025-12-16', '2026-01-31', 0, '2025-12-02', '2025-12-15', 0, '2026-02-01', '2026-02-09', 0,
  /* $21 */ '2025-12-02', '2026-02-09', 50, 0, '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20',
  /* $31 */ '2026-02-10', '2026-04-20', '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20', '2026-02-10', '2026-04-20',
  /* $41 */ NULL, NULL
);
DEALLOCATE payroll_by_agent;

-- Payroll by office

PREPARE payroll_by_office AS
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
      company_id,
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
          stats_agent_half
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND (days <> 0)
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          raws,
          uniques
        FROM
          stats_day
        WHERE
          (day BETWEEN $5::date AND $6::date)
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
          stats_day
        WHERE
          (day BETWEEN $7::date AND $8::date)
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
          (day BETWEEN $9::date AND $10::date)
          AND (
            (
              raws > 0
              OR events > 0
            )
          )
      ) AS rows
    GROUP BY
      company_id
  ),
  before AS MATERIALIZED (
    SELECT
      company_id,
      sum(lpp_prev) AS lpp_prev
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day + $11::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_half
        WHERE
          (day BETWEEN $12::date AND $13::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day + $14::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_day
        WHERE
          (day BETWEEN $15::date AND $16::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day + $17::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_day
        WHERE
          (day BETWEEN $18::date AND $19::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day + $20::int AS day,
          lpp + bonus_lpp AS lpp_prev
        FROM
          stats_delta
        WHERE
          (day BETWEEN $21::date AND $22::date)
          AND ((events > 0))
      ) AS rows
    GROUP BY
      company_id
  ),
  picked AS MATERIALIZED (
    SELECT
      *
    FROM
      (
        SELECT
          page.*,
          lower(office_name) AS sorted
        FROM
          (
            SELECT
              NULL::date AS day,
              NULL::int AS agent_id,
              company_id
            FROM
              (
                SELECT
                  *,
                  TRUE AS shown
                FROM
                  groups
              ) AS rows
            GROUP BY
              company_id
            HAVING
              bool_or(shown)
          ) AS page
          LEFT JOIN offices ON offices.id = page.company_id
          LEFT JOIN agents ON agents.id = page.agent_id
          LEFT JOIN accounts ON accounts.id = agents.account_id
      ) AS page
    ORDER BY
      sorted ASC NULLS LAST,
      page.company_id ASC
    LIMIT
      $23
    OFFSET
      $24
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
          day AS half
        FROM
          stats_half
        WHERE
          (day BETWEEN $25::date AND $26::date)
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
          stats_day
        WHERE
          (day BETWEEN $27::date AND $28::date)
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
          stats_day
        WHERE
          (day BETWEEN $29::date AND $30::date)
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
          (day BETWEEN $31::date AND $32::date)
          AND ((events > 0))
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
  ),
  by_link AS (
    SELECT
      company_id,
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
      company_id,
      type_id
  ),
  figures AS (
    SELECT
      company_id,
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
          (company_id) IN (
            SELECT
              company_id
            FROM
              picked
          )
      ) AS clicks
    UNION ALL
    SELECT
      company_id,
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
    UNION ALL
    SELECT
      company_id,
      FALSE AS shown,
      NULL::int AS type_id,
      NULL::bigint AS latest,
      0 AS raws,
      0 AS uniques,
      lpp_prev,
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
          before
        WHERE
          (company_id) IN (
            SELECT
              company_id
            FROM
              picked
          )
      ) AS before
  ),
  halves AS MATERIALIZED (
    SELECT
      company_id,
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
      company_id,
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
          before
        WHERE
          (company_id) IN (
            SELECT
              company_id
            FROM
              groups
          )
      ) AS earlier
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
          by_link
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
      sum(rated_php) AS rated_php,
      sum(rated) AS rated
    FROM
      halves
    GROUP BY
      half
  ),
  page AS (
    SELECT
      NULL::date AS day,
      NULL::int AS agent_id,
      company_id,
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
          company_id,
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
          company_id,
          type_id
      ) AS by_type
    GROUP BY
      company_id
  ),
  dollars AS (
    SELECT
      company_id,
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
      JOIN halves USING (company_id)
      LEFT JOIN pay_periods ON start_day = half
    GROUP BY
      company_id
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
        AND site_id = $33
        AND types.id = coalesce($34, types.id)
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
          sorted ASC NULLS LAST,
          page.company_id ASC
      ) AS items
    FROM
      picked
      JOIN page USING (company_id)
      LEFT JOIN dollars USING (company_id)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

EXECUTE payroll_by_office (
  /* $1 */ '2026-02-01', '2026-04-30', '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20', '2026-02-10', '2026-04-20',
  /* $11 */ 0, '2025-12-16', '2026-01-31', 0, '2025-12-02', '2025-12-15', 0, '2026-02-01', '2026-02-09', 0,
  /* $21 */ '2025-12-02', '2026-02-09', 50, 0, '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20',
  /* $31 */ '2026-02-10', '2026-04-20', NULL, NULL
);
DEALLOCATE payroll_by_office;

-- Payroll by day and agent

PREPARE payroll_by_day_and_agent AS
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
  calendar AS MATERIALIZED (
    SELECT
      day,
      half,
      1 << (day - half) AS bit
    FROM
      (
        SELECT
          day,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half
        FROM
          (
            SELECT
              $3::date + n AS day
            FROM
              generate_series(0, $4::date - $5::date) AS n
          ) AS days
      ) AS halves
  ),
  shown AS MATERIALIZED (
    SELECT
      (agent_id * 100000::bigint + (day - date '1900-01-01')) AS agents_half,
      coalesce(halves.days, 0) | coalesce(deltas.days, 0) AS days
    FROM
      (
        SELECT
          day,
          agent_id,
          bit_or(days & ((2 << least($6::date - day, 15)) - (1 << greatest($7::date - day, 0)))) AS days
        FROM
          stats_agent_half
        WHERE
          day BETWEEN $8::date AND $9::date
          AND TRUE
        GROUP BY
          day,
          agent_id
      ) AS halves
      FULL JOIN (
        SELECT
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS day,
          agent_id,
          bit_or(
            1 << (
              day - (
                day - date_part('day', day)::int + CASE
                  WHEN date_part('day', day) > 15 THEN 16
                  ELSE 1
                END
              )
            )
          ) AS days
        FROM
          stats_delta
        WHERE
          day BETWEEN $10::date AND $11::date
          AND (
            raws > 0
            OR events > 0
          )
          AND TRUE
        GROUP BY
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ),
          agent_id
      ) AS deltas USING (day, agent_id)
  ),
  earlier AS (
    SELECT
      day,
      agent_id,
      lpp_prev
    FROM
      (
        SELECT
          *
        FROM
          (
            SELECT
              agent_id,
              company_id,
              day + $12::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_day
            WHERE
              (day BETWEEN $13::date AND $14::date)
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $15::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_delta
            WHERE
              (day BETWEEN $16::date AND $17::date)
              AND ((events > 0))
          ) AS rows
        OFFSET
          0
      ) AS before
      JOIN calendar USING (day)
      JOIN shown ON shown.agents_half = (agent_id * 100000::bigint + (half - date '1900-01-01'))
    WHERE
      days & bit <> 0
  ),
  picked AS MATERIALIZED (
    SELECT
      *
    FROM
      (
        SELECT
          day,
          agent_id,
          day AS sorted
        FROM
          (
            (
              SELECT DISTINCT
                day,
                agent_id
              FROM
                stats_day
              WHERE
                (day BETWEEN $18::date AND $19::date)
                AND (
                  (
                    raws > 0
                    OR events > 0
                  )
                )
              ORDER BY
                day DESC,
                agent_id DESC
              LIMIT
                $20
            )
            UNION
            (
              SELECT DISTINCT
                day,
                agent_id
              FROM
                stats_delta
              WHERE
                (day BETWEEN $21::date AND $22::date)
                AND (
                  (
                    raws > 0
                    OR events > 0
                  )
                )
              ORDER BY
                day DESC,
                agent_id DESC
              LIMIT
                $23
            )
          ) AS first
      ) AS page
    ORDER BY
      sorted DESC NULLS LAST,
      page.day DESC,
      page.agent_id DESC
    LIMIT
      $24
    OFFSET
      $25
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
          (
            (events > 0)
            AND (
              (
                (day, agent_id) IN (
                  SELECT
                    day,
                    agent_id
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
          (
            (events > 0)
            AND (
              (
                (day, agent_id) IN (
                  SELECT
                    day,
                    agent_id
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
      agent_id,
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
      agent_id,
      type_id
  ),
  figures AS (
    SELECT
      day,
      agent_id,
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
          day,
          agent_id,
          sum(raws) AS raws,
          sum(uniques) AS uniques,
          max((day - date '1900-01-01') * 2147483648 + company_id) AS latest
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
              (
                (
                  (day, agent_id) IN (
                    SELECT
                      day,
                      agent_id
                    FROM
                      picked
                  )
                )
              )
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
              (
                (
                  (day, agent_id) IN (
                    SELECT
                      day,
                      agent_id
                    FROM
                      picked
                  )
                )
              )
              AND (
                (
                  raws > 0
                  OR events > 0
                )
              )
          ) AS rows
        GROUP BY
          day,
          agent_id
      ) AS clicks
    UNION ALL
    SELECT
      day,
      agent_id,
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
    UNION ALL
    SELECT
      day,
      agent_id,
      FALSE AS shown,
      NULL::int AS type_id,
      NULL::bigint AS latest,
      0 AS raws,
      0 AS uniques,
      lpp_prev,
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
          day,
          agent_id,
          sum(lpp_prev) AS lpp_prev
        FROM
          (
            SELECT
              agent_id,
              company_id,
              day + $26::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_day
            WHERE
              (
                (events > 0)
                AND (
                  (
                    (day, agent_id) IN (
                      SELECT
                        day - 1,
                        agent_id
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
              day + $27::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_delta
            WHERE
              (
                (events > 0)
                AND (
                  (
                    (day, agent_id) IN (
                      SELECT
                        day - 1,
                        agent_id
                      FROM
                        picked
                    )
                  )
                )
              )
          ) AS rows
        GROUP BY
          day,
          agent_id
      ) AS before
  ),
  halves AS MATERIALIZED (
    SELECT
      day,
      agent_id,
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
      agent_id,
      half
  ),
  counted AS (
    SELECT
      total,
      lpp_prev
    FROM
      (
        SELECT
          coalesce(sum(bit_count(days::bit(16))), 0)::bigint AS total
        FROM
          shown
      ) AS shown
      CROSS JOIN (
        SELECT
          sum(lpp_prev) AS lpp_prev
        FROM
          earlier
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
              (day BETWEEN $28::date AND $29::date)
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
              stats_day
            WHERE
              (day BETWEEN $30::date AND $31::date)
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
              stats_day
            WHERE
              (day BETWEEN $32::date AND $33::date)
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
              (day BETWEEN $34::date AND $35::date)
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
          (
            SELECT
              agent_id,
              company_id,
              day,
              raws,
              uniques
            FROM
              (
                SELECT
                  0 AS agent_id,
                  0 AS company_id,
                  *
                FROM
                  clicks_by_day
              ) AS days
            WHERE
              (day BETWEEN $36::date AND $37::date)
              AND (raws > 0)
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
              (day BETWEEN $38::date AND $39::date)
              AND (
                (
                  raws > 0
                  OR events > 0
                )
              )
          ) AS rows
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
      agent_id,
      (max(latest) % 2147483648)::int AS company_id,
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
          agent_id,
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
          agent_id,
          type_id
      ) AS by_type
    GROUP BY
      day,
      agent_id
  ),
  dollars AS (
    SELECT
      day,
      agent_id,
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
      JOIN halves USING (day, agent_id)
      LEFT JOIN pay_periods ON start_day = half
    GROUP BY
      day,
      agent_id
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
        AND site_id = $40
        AND types.id = coalesce($41, types.id)
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
          page.day DESC,
          page.agent_id DESC
      ) AS items
    FROM
      picked
      JOIN page USING (day, agent_id)
      LEFT JOIN dollars USING (day, agent_id)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

EXECUTE payroll_by_day_and_agent (
  /* $1 */ '2026-02-01', '2026-04-30', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', '2026-02-10', '2026-02-01', '2026-04-20', '2026-02-10',
  /* $11 */ '2026-04-20', 1, '2026-02-09', '2026-04-19', 1, '2026-02-09', '2026-04-19', '2026-02-10', '2026-04-20', 50,
  /* $21 */ '2026-02-10', '2026-04-20', 50, 50, 0, 1, 1, '2026-02-16', '2026-04-15', '2026-02-10',
  /* $31 */ '2026-02-15', '2026-04-16', '2026-04-20', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', '2026-02-10', '2026-04-20', NULL,
  /* $41 */ NULL
);
DEALLOCATE payroll_by_day_and_agent;
