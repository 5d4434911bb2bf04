-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Dashboard of an agent

PREPARE dashboard_of_an_agent_1 AS
SELECT
  office_name AS name,
  sales AS "sales1",
  before
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
          type_id,
          day,
          events,
          sales,
          bonus_sales,
          earning,
          bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM
          stats_half
        WHERE
          (day BETWEEN $3::date AND $4::date)
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
          AND ((events > 0))
      ) AS rows
    GROUP BY
      company_id
  ) AS ranked
  JOIN offices ON offices.id = company_id
WHERE
  sales <> 0
  OR before <> 0
ORDER BY
  sales DESC,
  lower(office_name),
  company_id
LIMIT
  $7;

EXECUTE dashboard_of_an_agent_1 ('2026-04-16', '2026-04-16', '2026-04-01', '2026-04-30', '2026-04-01', '2026-04-30', 10);
DEALLOCATE dashboard_of_an_agent_1;

PREPARE dashboard_of_an_agent_2 AS
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

EXECUTE dashboard_of_an_agent_2 ('1', 1);
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

EXECUTE dashboard_of_an_agent_3 ('2026-04-20', '2026-04-26', '2026-04-20', '2026-04-26', 10);
DEALLOCATE dashboard_of_an_agent_3;

PREPARE dashboard_of_an_agent_4 AS
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
          stats_half
        WHERE
          (day BETWEEN $1::date AND $2::date)
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

EXECUTE dashboard_of_an_agent_4 ('2000-01-01', '2026-04-30', '2000-01-01', '2026-04-30', 10);
DEALLOCATE dashboard_of_an_agent_4;

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
          sales
        FROM
          stats_half
        WHERE
          events > 0
          AND flags & 5 = 1
          AND day BETWEEN $1::date AND $2::date
          AND agent_id = $3
        UNION ALL
        SELECT
          agent_id,
          (
            day - date_part('day', day)::int + CASE
              WHEN date_part('day', day) > 15 THEN 16
              ELSE 1
            END
          ) AS half,
          sales
        FROM
          stats_delta
        WHERE
          events > 0
          AND flags & 5 = 1
          AND day BETWEEN $4::date AND $5::date
          AND agent_id = $6
      ) AS avp
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

EXECUTE avp_progress_of_an_agent ('2026-04-16', '2026-04-30', 1, '2026-04-16', '2026-04-30', 1);
DEALLOCATE avp_progress_of_an_agent;
