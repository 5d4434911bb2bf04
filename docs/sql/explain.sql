-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Rows behind raws

PREPARE rows_behind_raws_1 AS
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
  matched AS (
    SELECT
      id,
      clicked_at AS at,
      agent_id,
      company_id,
      site_id,
      type_id,
      geo,
      is_unique
    FROM
      clicks
    WHERE
      clicked_at >= $3
      AND clicked_at < $4
      AND class = 0
      AND ((agent_id = $5))
  )
SELECT
  page.*,
  sitename,
  typename,
  office_name AS "officeName",
  CASE
    WHEN deleted_at IS NULL THEN username
    ELSE 'deleted agent'
  END AS "agentUsername"
FROM
  (
    SELECT
      *
    FROM
      matched
    ORDER BY
      at DESC,
      id DESC
    LIMIT
      $6
    OFFSET
      $7
  ) AS page
  LEFT JOIN sites ON sites.id = page.site_id
  LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id
  LEFT JOIN accounts ON accounts.id = agents.account_id
ORDER BY
  page.at DESC,
  page.id DESC;

EXECUTE rows_behind_raws_1 ('2026-03-01', '2026-03-15', '2026-03-01T05:00:00.000Z', '2026-03-16T04:00:00.000Z', 1, 50, 0);
DEALLOCATE rows_behind_raws_1;

PREPARE rows_behind_raws_2 AS
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
  matched AS (
    SELECT
      id,
      clicked_at AS at,
      agent_id,
      company_id,
      site_id,
      type_id,
      geo,
      is_unique
    FROM
      clicks
    WHERE
      clicked_at >= $3
      AND clicked_at < $4
      AND class = 0
      AND ((agent_id = $5))
  )
SELECT
  count(*) AS total
FROM
  (
    SELECT
      1
    FROM
      matched
    LIMIT
      $6
  ) AS counted;

EXECUTE rows_behind_raws_2 ('2026-03-01', '2026-03-15', '2026-03-01T05:00:00.000Z', '2026-03-16T04:00:00.000Z', 1, 100001);
DEALLOCATE rows_behind_raws_2;

-- Rows behind points of the period before

PREPARE rows_behind_points_of_the_period_before_1 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (r.lpp)::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event < 2)
          AND (
            (day BETWEEN $3::date AND $4::date)
            AND ((agent_id = $5))
            AND (
              (agent_id) IN (
                SELECT DISTINCT
                  agent_id
                FROM
                  stats_half
                WHERE
                  (day BETWEEN $6::date AND $7::date)
                  AND (((agent_id = $8)))
                  AND (
                    (
                      raws > 0
                      OR events > 0
                    )
                  )
                UNION
                SELECT DISTINCT
                  agent_id
                FROM
                  stats_delta
                WHERE
                  (day BETWEEN $9::date AND $10::date)
                  AND (((agent_id = $11)))
                  AND (
                    (
                      raws > 0
                      OR events > 0
                    )
                  )
              )
            )
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
SELECT
  page.*,
  sitename,
  typename,
  office_name AS "officeName",
  CASE
    WHEN deleted_at IS NULL THEN username
    ELSE 'deleted agent'
  END AS "agentUsername",
  since AS "priceSince"
FROM
  (
    SELECT
      *
    FROM
      matched
    ORDER BY
      at DESC,
      id DESC
    LIMIT
      $12
    OFFSET
      $13
  ) AS page
  LEFT JOIN sites ON sites.id = page.site_id
  LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id
  LEFT JOIN accounts ON accounts.id = agents.account_id
  LEFT JOIN prices ON prices.id = page.price_id
ORDER BY
  page.at DESC,
  page.id DESC;

EXECUTE rows_behind_points_of_the_period_before_1 (
  /* $1 */ '2026-03-01', '2026-03-15', '2026-02-16', '2026-02-28', 1, '2026-03-01', '2026-03-15', 1, '2026-03-01', '2026-03-15',
  /* $11 */ 1, 50, 0
);
DEALLOCATE rows_behind_points_of_the_period_before_1;

PREPARE rows_behind_points_of_the_period_before_2 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (r.lpp)::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event < 2)
          AND (
            (day BETWEEN $3::date AND $4::date)
            AND ((agent_id = $5))
            AND (
              (agent_id) IN (
                SELECT DISTINCT
                  agent_id
                FROM
                  stats_half
                WHERE
                  (day BETWEEN $6::date AND $7::date)
                  AND (((agent_id = $8)))
                  AND (
                    (
                      raws > 0
                      OR events > 0
                    )
                  )
                UNION
                SELECT DISTINCT
                  agent_id
                FROM
                  stats_delta
                WHERE
                  (day BETWEEN $9::date AND $10::date)
                  AND (((agent_id = $11)))
                  AND (
                    (
                      raws > 0
                      OR events > 0
                    )
                  )
              )
            )
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
SELECT
  count(*) AS total,
  coalesce(sum(sales), 0) AS sales,
  coalesce(sum(bonus_sales), 0) AS "bonusSales",
  max(tier_sales) AS "tierSales",
  coalesce(sum(part), 0)::text AS sum
FROM
  matched;

EXECUTE rows_behind_points_of_the_period_before_2 (
  /* $1 */ '2026-03-01', '2026-03-15', '2026-02-16', '2026-02-28', 1, '2026-03-01', '2026-03-15', 1, '2026-03-01', '2026-03-15',
  /* $11 */ 1
);
DEALLOCATE rows_behind_points_of_the_period_before_2;

-- Rows behind dollars

PREPARE rows_behind_dollars_1 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (
        CASE
          WHEN CASE
            WHEN r.flags & 5 = 1 THEN 0
            ELSE r.events
          END = 0
          AND (
            CASE
              WHEN r.flags & 5 = 1 THEN 0
              ELSE CASE
                WHEN r.flags & 4 = 4 THEN r.payout
                WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
                WHEN r.flags & 2 = 2 THEN 0
                ELSE r.payout
              END
            END + r.bonus_payout
          ) = 0 THEN CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END
          ELSE CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END + (
            CASE
              WHEN r.flags & 5 = 1 THEN 0
              ELSE CASE
                WHEN r.flags & 4 = 4 THEN r.payout
                WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
                WHEN r.flags & 2 = 2 THEN 0
                ELSE r.payout
              END
            END + r.bonus_payout
          ) / p.php_per_usd
        END
      )::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event < 2)
          AND (
            (day BETWEEN $3::date AND $4::date)
            AND ((agent_id = $5))
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
SELECT
  page.*,
  sitename,
  typename,
  office_name AS "officeName",
  CASE
    WHEN deleted_at IS NULL THEN username
    ELSE 'deleted agent'
  END AS "agentUsername",
  since AS "priceSince"
FROM
  (
    SELECT
      *
    FROM
      matched
    ORDER BY
      at DESC,
      id DESC
    LIMIT
      $6
    OFFSET
      $7
  ) AS page
  LEFT JOIN sites ON sites.id = page.site_id
  LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id
  LEFT JOIN accounts ON accounts.id = agents.account_id
  LEFT JOIN prices ON prices.id = page.price_id
ORDER BY
  page.at DESC,
  page.id DESC;

EXECUTE rows_behind_dollars_1 ('2026-03-01', '2026-03-15', '2026-03-01', '2026-03-15', 1, 50, 0);
DEALLOCATE rows_behind_dollars_1;

PREPARE rows_behind_dollars_2 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (
        CASE
          WHEN CASE
            WHEN r.flags & 5 = 1 THEN 0
            ELSE r.events
          END = 0
          AND (
            CASE
              WHEN r.flags & 5 = 1 THEN 0
              ELSE CASE
                WHEN r.flags & 4 = 4 THEN r.payout
                WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
                WHEN r.flags & 2 = 2 THEN 0
                ELSE r.payout
              END
            END + r.bonus_payout
          ) = 0 THEN CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END
          ELSE CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END + (
            CASE
              WHEN r.flags & 5 = 1 THEN 0
              ELSE CASE
                WHEN r.flags & 4 = 4 THEN r.payout
                WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
                WHEN r.flags & 2 = 2 THEN 0
                ELSE r.payout
              END
            END + r.bonus_payout
          ) / p.php_per_usd
        END
      )::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event < 2)
          AND (
            (day BETWEEN $3::date AND $4::date)
            AND ((agent_id = $5))
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
SELECT
  count(*) AS total,
  coalesce(sum(sales), 0) AS sales,
  coalesce(sum(bonus_sales), 0) AS "bonusSales",
  max(tier_sales) AS "tierSales",
  coalesce(sum(part), 0)::text AS sum
FROM
  matched;

EXECUTE rows_behind_dollars_2 ('2026-03-01', '2026-03-15', '2026-03-01', '2026-03-15', 1);
DEALLOCATE rows_behind_dollars_2;

PREPARE rows_behind_dollars_3 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (
        CASE
          WHEN CASE
            WHEN r.flags & 5 = 1 THEN 0
            ELSE r.events
          END = 0
          AND (
            CASE
              WHEN r.flags & 5 = 1 THEN 0
              ELSE CASE
                WHEN r.flags & 4 = 4 THEN r.payout
                WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
                WHEN r.flags & 2 = 2 THEN 0
                ELSE r.payout
              END
            END + r.bonus_payout
          ) = 0 THEN CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END
          ELSE CASE
            WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
            ELSE 0
          END + (
            CASE
              WHEN r.flags & 5 = 1 THEN 0
              ELSE CASE
                WHEN r.flags & 4 = 4 THEN r.payout
                WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
                WHEN r.flags & 2 = 2 THEN 0
                ELSE r.payout
              END
            END + r.bonus_payout
          ) / p.php_per_usd
        END
      )::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event < 2)
          AND (
            (day BETWEEN $3::date AND $4::date)
            AND ((agent_id = $5))
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
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
  (
    SELECT
      half,
      sum(tier_dollars) AS tier_dollars,
      sum(rated_php) AS rated_php,
      sum(rated) AS rated
    FROM
      matched
    GROUP BY
      half
  ) AS halves
  LEFT JOIN pay_periods ON start_day = half;

EXECUTE rows_behind_dollars_3 ('2026-03-01', '2026-03-15', '2026-03-01', '2026-03-15', 1);
DEALLOCATE rows_behind_dollars_3;

-- Rows behind an agent's AVP sales

PREPARE rows_behind_an_agent_s_avp_sales_1 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (r.sales)::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event = 0)
          AND (
            flags & 5 = 1
            AND agent_id = $3
            AND TRUE
            AND day BETWEEN $4::date AND $5::date
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
SELECT
  page.*,
  sitename,
  typename,
  office_name AS "officeName",
  CASE
    WHEN deleted_at IS NULL THEN username
    ELSE 'deleted agent'
  END AS "agentUsername",
  since AS "priceSince"
FROM
  (
    SELECT
      *
    FROM
      matched
    ORDER BY
      at DESC,
      id DESC
    LIMIT
      $6
    OFFSET
      $7
  ) AS page
  LEFT JOIN sites ON sites.id = page.site_id
  LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id
  LEFT JOIN accounts ON accounts.id = agents.account_id
  LEFT JOIN prices ON prices.id = page.price_id
ORDER BY
  page.at DESC,
  page.id DESC;

EXECUTE rows_behind_an_agent_s_avp_sales_1 ('2026-03-01', '2026-03-15', 1, '2026-03-01', '2026-03-15', 50, 0);
DEALLOCATE rows_behind_an_agent_s_avp_sales_1;

PREPARE rows_behind_an_agent_s_avp_sales_2 AS
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
  matched AS MATERIALIZED (
    SELECT
      r.*,
      t.index AS tier,
      t.sales AS tier_sales,
      CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END + r.bonus_payout AS php,
      (r.sales)::numeric AS part,
      CASE
        WHEN r.flags & 5 = 1 THEN r.sales * coalesce(t.payout_dollars, 0)
        ELSE 0
      END AS tier_dollars,
      (
        CASE
          WHEN r.flags & 5 = 1 THEN 0
          ELSE CASE
            WHEN r.flags & 4 = 4 THEN r.payout
            WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
            WHEN r.flags & 2 = 2 THEN 0
            ELSE r.payout
          END
        END + r.bonus_payout
      ) AS rated_php,
      CASE
        WHEN r.flags & 5 = 1 THEN 0
        ELSE r.events
      END AS rated
    FROM
      (
        SELECT
          id,
          occurred_at AS at,
          day::text AS day,
          received_at,
          agent_id,
          company_id,
          site_id,
          type_id,
          flags::int AS flags,
          event,
          sign,
          lpp,
          earning,
          payout AS stored,
          price_source,
          price_id,
          geo,
          click_id,
          txid,
          email,
          reverses,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          1 AS events,
          CASE
            WHEN event = 0 THEN sign
            ELSE 0
          END AS sales,
          CASE
            WHEN event = 1 THEN sign
            ELSE 0
          END AS bonus_sales,
          CASE
            WHEN event = 0 THEN payout
            ELSE 0
          END AS payout,
          CASE
            WHEN event = 1 THEN payout
            ELSE 0
          END AS bonus_payout
        FROM
          sale_events
        WHERE
          (event = 0)
          AND (
            flags & 5 = 1
            AND agent_id = $3
            AND TRUE
            AND day BETWEEN $4::date AND $5::date
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
      LEFT JOIN pay_periods AS p ON p.start_day = r.half
  )
SELECT
  count(*) AS total,
  coalesce(sum(sales), 0) AS sales,
  coalesce(sum(bonus_sales), 0) AS "bonusSales",
  max(tier_sales) AS "tierSales",
  coalesce(sum(part), 0)::text AS sum
FROM
  matched;

EXECUTE rows_behind_an_agent_s_avp_sales_2 ('2026-03-01', '2026-03-15', 1, '2026-03-01', '2026-03-15');
DEALLOCATE rows_behind_an_agent_s_avp_sales_2;

-- One row of Sites by date

PREPARE one_row_of_sites_by_date AS
WITH
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
          (day BETWEEN $1::date AND $2::date)
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
          (day BETWEEN $3::date AND $4::date)
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
          (day BETWEEN $5::date AND $6::date)
          AND (
            (events > 0)
            AND (
              day = ANY (
                ARRAY(
                  SELECT
                    $7::date + n
                  FROM
                    generate_series(0, $8::date - $9::date) AS n
                    LEFT JOIN (
                      SELECT
                        day
                      FROM
                        clicks_by_day
                      WHERE
                        day BETWEEN $10::date AND $11::date
                        AND (raws > 0)
                    ) AS there ON day = $12::date + n
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
          (day BETWEEN $13::date AND $14::date)
          AND (
            (events > 0)
            AND (
              day = ANY (
                ARRAY(
                  SELECT
                    $15::date + n
                  FROM
                    generate_series(0, $16::date - $17::date) AS n
                    LEFT JOIN (
                      SELECT
                        day
                      FROM
                        clicks_by_day
                      WHERE
                        day BETWEEN $18::date AND $19::date
                        AND (raws > 0)
                    ) AS there ON day = $20::date + n
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
      $21
    OFFSET
      $22
  ),
  sold_here AS (
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
      (day BETWEEN $23::date AND $24::date)
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
      lpp + bonus_lpp AS lpp
    FROM
      stats_delta
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
      sum(lpp) AS lpp
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
      0 AS lpp
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
      lpp
    FROM
      by_link
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
              day + $27::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_day
            WHERE
              (day BETWEEN $28::date AND $29::date)
              AND ((events > 0))
            UNION ALL
            SELECT
              agent_id,
              company_id,
              day + $30::int AS day,
              lpp + bonus_lpp AS lpp_prev
            FROM
              stats_delta
            WHERE
              (day BETWEEN $31::date AND $32::date)
              AND ((events > 0))
          ) AS rows
      ) AS earlier
  ),
  sums AS MATERIALIZED (
    SELECT
      type_id,
      sum(events) AS events,
      sum(sales) AS sales,
      sum(bonus_sales) AS bonus_sales,
      sum(earning) AS earning,
      sum(bonus_earning) AS bonus_earning,
      sum(lpp) AS lpp
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
          lpp + bonus_lpp AS lpp
        FROM
          stats_delta
        WHERE
          (day BETWEEN $35::date AND $36::date)
          AND ((events > 0))
      ) AS sold
    GROUP BY
      type_id
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
      lpp
    FROM
      (
        SELECT
          type_id,
          sum(events) AS events,
          sum(sales) AS sales,
          sum(bonus_sales) AS bonus_sales,
          sum(earning) AS earning,
          sum(bonus_earning) AS bonus_earning,
          sum(lpp) AS lpp
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
      0 AS lpp
    FROM
      (
        SELECT
          sum(raws) AS raws,
          sum(uniques) AS uniques
        FROM
          groups
      ) AS clicks
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
      json_object_agg(type_id, json_build_array(sales, bonus_sales)) FILTER (
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
          sum(lpp_prev) AS lpp_prev
        FROM
          figures
        GROUP BY
          day,
          type_id
      ) AS by_type
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
        coalesce(max(counted.lpp_prev), 0)
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
          json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0))
        )
        ORDER BY
          typename ~* 'eng',
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
        AND site_id = $37
        AND types.id = coalesce($38, types.id)
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
          page.lpp_prev
        )
        ORDER BY
          sorted DESC NULLS LAST,
          page.day DESC
      ) AS items
    FROM
      picked
      JOIN page USING (day)
      LEFT JOIN offices ON offices.id = page.company_id
      LEFT JOIN agents ON agents.id = page.agent_id
      LEFT JOIN accounts ON accounts.id = agents.account_id
  ) AS listed;

EXECUTE one_row_of_sites_by_date (
  /* $1 */ '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05',
  /* $11 */ '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05',
  /* $21 */ 31, 0, '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', 0, '2026-03-04', '2026-03-04', 0,
  /* $31 */ '2026-03-04', '2026-03-04', '2026-03-05', '2026-03-05', '2026-03-05', '2026-03-05', NULL, NULL
);
DEALLOCATE one_row_of_sites_by_date;
