-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Dashboard of an agent

PREPARE dashboard_of_an_agent_1 AS
WITH
  activated AS MATERIALIZED (
    SELECT
      coalesce(max(at), '-infinity') AS at
    FROM
      audit
    WHERE
      record = 'agent'
      AND record_id = $1
      AND after ->> 'active' = 'true'
  )
SELECT
  1
FROM
  sale_events e
  JOIN agents ON agents.id = e.agent_id
  JOIN accounts ON accounts.id = account_id
  AND NOT active
WHERE
  e.agent_id = $2
  AND stolen_card
  AND resolved_at IS NULL
  AND received_at > (
    SELECT
      at
    FROM
      activated
  )
LIMIT
  1;

EXECUTE dashboard_of_an_agent_1 ('1', 1);
DEALLOCATE dashboard_of_an_agent_1;

PREPARE dashboard_of_an_agent_2 AS
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
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          sales
        FROM
          stats_delta
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND ((events > 0))
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
  $5;

EXECUTE dashboard_of_an_agent_2 ('2026-04-20', '2026-04-26', '2026-04-20', '2026-04-26', 10);
DEALLOCATE dashboard_of_an_agent_2;

PREPARE dashboard_of_an_agent_3 AS
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
          stats_half
        WHERE
          (day BETWEEN $1::date AND $2::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          sales
        FROM
          stats_delta
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND ((events > 0))
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
  $5;

EXECUTE dashboard_of_an_agent_3 ('2000-01-01', '2026-04-30', '2000-01-01', '2026-04-30', 10);
DEALLOCATE dashboard_of_an_agent_3;

PREPARE dashboard_of_an_agent_4 AS
SELECT
  office_name AS name,
  ranked.sales AS "sales1",
  before,
  coalesce(begun.sales, 0) AS "soFar"
FROM
  (
    SELECT
      company_id,
      coalesce(
        sum(sales) FILTER (
          WHERE
            day >= $1::date
        ),
        0
      )::int AS sales,
      coalesce(
        sum(sales) FILTER (
          WHERE
            day < $2::date
        ),
        0
      )::int AS before
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day,
          sales
        FROM
          stats_half
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          sales
        FROM
          stats_delta
        WHERE
          (day BETWEEN $5::date AND $6::date)
          AND ((events > 0))
      ) AS rows
    GROUP BY
      company_id
  ) AS ranked
  JOIN offices ON offices.id = ranked.company_id
  LEFT JOIN (
    SELECT
      company_id,
      sum(sales)::int AS sales
    FROM
      (
        SELECT
          agent_id,
          company_id,
          day,
          sales
        FROM
          stats_day
        WHERE
          (day BETWEEN $7::date AND $8::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          day,
          sales
        FROM
          stats_delta
        WHERE
          (day BETWEEN $9::date AND $10::date)
          AND ((events > 0))
      ) AS rows
    GROUP BY
      company_id
  ) AS begun ON begun.company_id = ranked.company_id
WHERE
  ranked.sales <> 0
  OR before <> 0
ORDER BY
  ranked.sales DESC,
  lower(office_name),
  ranked.company_id
LIMIT
  $11;

EXECUTE dashboard_of_an_agent_4 (
  /* $1 */ '2026-04-16', '2026-04-16', '2026-04-01', '2026-04-30', '2026-04-01', '2026-04-30', '2026-04-01', '2026-04-05', '2026-04-01', '2026-04-05',
  /* $11 */ 10
);
DEALLOCATE dashboard_of_an_agent_4;

-- Figures of Home, an agent

PREPARE figures_of_home_an_agent AS
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
          (day BETWEEN $7::date AND $8::date)
          AND ((agent_id = $9))
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
          (day BETWEEN $10::date AND $11::date)
          AND ((agent_id = $12))
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
          (day BETWEEN $13::date AND $14::date)
          AND ((agent_id = $15))
          AND ((events > 0))
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
    GROUP BY
      r.day
  ) AS rows
GROUP BY
  day;

EXECUTE figures_of_home_an_agent (
  /* $1 */ '2026-03-16', '2026-04-30', 1, '2026-03-16', '2026-04-20', 1, '2026-03-16', '2026-04-20', 1, '2026-03-16',
  /* $11 */ '2026-04-20', 1, '2026-03-16', '2026-04-20', 1
);
DEALLOCATE figures_of_home_an_agent;

-- Figures of Home, an office

PREPARE figures_of_home_an_office AS
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
          (day BETWEEN $3::date AND $4::date)
          AND ((company_id = $5))
          AND (agent_id = ANY ($6::int[]))
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
          (day BETWEEN $7::date AND $8::date)
          AND ((company_id = $9))
          AND (agent_id = ANY ($10::int[]))
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
          (day BETWEEN $11::date AND $12::date)
          AND ((company_id = $13))
          AND (
            (events > 0)
            AND (agent_id = ANY ($14::int[]))
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
          (day BETWEEN $15::date AND $16::date)
          AND ((company_id = $17))
          AND (
            (events > 0)
            AND (agent_id = ANY ($18::int[]))
          )
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
    GROUP BY
      r.day
  ) AS rows
GROUP BY
  day;

EXECUTE figures_of_home_an_office (
  /* $1 */ '2026-03-16', '2026-04-30', '2026-03-16', '2026-04-20', 1, '{1}', '2026-03-16', '2026-04-20', 1, '{1}',
  /* $11 */ '2026-03-16', '2026-04-20', 1, '{1}', '2026-03-16', '2026-04-20', 1, '{1}'
);
DEALLOCATE figures_of_home_an_office;

-- Figures of Home, the network

PREPARE figures_of_home_the_network AS
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
          (day BETWEEN $7::date AND $8::date)
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
          (day BETWEEN $9::date AND $10::date)
          AND ((events > 0))
      ) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id
      AND t.half = r.half
    GROUP BY
      r.day
  ) AS rows
GROUP BY
  day;

EXECUTE figures_of_home_the_network ('2026-03-16', '2026-04-30', '2026-03-16', '2026-04-20', '2026-03-16', '2026-04-20', '2026-03-16', '2026-04-20', '2026-03-16', '2026-04-20');
DEALLOCATE figures_of_home_the_network;

-- Best-selling links of an agent

PREPARE best_selling_links_of_an_agent AS
SELECT
  types.id,
  typename,
  site_id AS "siteId",
  sitename,
  sales
FROM
  (
    SELECT
      type_id,
      sum(sales)::int AS sales
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
          (day BETWEEN $1::date AND $2::date)
          AND ((agent_id = $3))
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
          (day BETWEEN $4::date AND $5::date)
          AND ((agent_id = $6))
          AND ((events > 0))
      ) AS rows
    GROUP BY
      type_id
    HAVING
      sum(sales) > 0
  ) AS ranked
  JOIN types ON types.id = type_id
  AND active
  JOIN sites ON sites.id = site_id
WHERE
  site_id IN (
    SELECT
      site_id
    FROM
      agent_sites
    WHERE
      agent_id = $7
  )
  AND site_id IN (
    SELECT
      site_id
    FROM
      office_sites
    WHERE
      company_id = $8
  )
ORDER BY
  sales DESC,
  lower(typename),
  types.id
LIMIT
  $9;

EXECUTE best_selling_links_of_an_agent ('2026-03-22', '2026-04-20', 1, '2026-03-22', '2026-04-20', 1, 1, 1, 3);
DEALLOCATE best_selling_links_of_an_agent;

-- Agents of an office that stopped selling

PREPARE agents_of_an_office_that_stopped_selling AS
SELECT
  agents.id,
  username,
  first_name || ' ' || last_name AS name,
  last::text AS day,
  count(*) OVER ()::int AS total
FROM
  (
    SELECT
      agent_id,
      max(day) FILTER (
        WHERE
          sales > 0
      ) AS last,
      sum(sales) AS sales,
      coalesce(
        sum(sales) FILTER (
          WHERE
            day >= $1::date
        ),
        0
      ) AS recent
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
          (day BETWEEN $2::date AND $3::date)
          AND ((company_id = $4))
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
          (day BETWEEN $5::date AND $6::date)
          AND ((company_id = $7))
          AND ((events > 0))
      ) AS rows
    GROUP BY
      agent_id
  ) AS sold
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id
WHERE
  sales > recent
  AND recent <= 0
  AND (accounts.deleted_at IS NULL)
  AND (agents.company_id = $8)
  AND approved
  AND active
  AND NOT hidden
ORDER BY
  sales DESC,
  lower(username),
  agents.id
LIMIT
  $9;

EXECUTE agents_of_an_office_that_stopped_selling ('2026-04-14', '2026-03-24', '2026-04-20', 1, '2026-03-24', '2026-04-20', 1, 1, 5);
DEALLOCATE agents_of_an_office_that_stopped_selling;

-- AVP progress of an agent

PREPARE avp_progress_of_an_agent AS
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
  );

EXECUTE avp_progress_of_an_agent ('2026-04-16', '2026-04-30', 1);
DEALLOCATE avp_progress_of_an_agent;
