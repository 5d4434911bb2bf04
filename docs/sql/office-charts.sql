-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Office charts by day

PREPARE office_charts_by_day AS
SELECT
  charts.id,
  office_name AS name,
  sales,
  before
FROM
  (
    SELECT
      id,
      json_object_agg(date, sales) FILTER (
        WHERE
          NOT earlier
      ) AS sales,
      json_object_agg(date, sales) FILTER (
        WHERE
          earlier
      ) AS before
    FROM
      (
        SELECT
          id,
          date,
          earlier,
          sum(sales) AS sales
        FROM
          (
            SELECT
              company_id AS id,
              day::text AS date,
              sales,
              FALSE AS earlier
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
          ) AS parts
        GROUP BY
          id,
          date,
          earlier
      ) AS points
    WHERE
      sales <> 0
    GROUP BY
      id
  ) AS charts
  JOIN offices ON offices.id = charts.id
ORDER BY
  lower(office_name),
  offices.id;

EXECUTE office_charts_by_day ('2026-03-01', '2026-03-08', '2026-03-01', '2026-03-08');
DEALLOCATE office_charts_by_day;

-- Office charts by month

PREPARE office_charts_by_month AS
SELECT
  charts.id,
  office_name AS name,
  sales,
  before
FROM
  (
    SELECT
      id,
      json_object_agg(date, sales) FILTER (
        WHERE
          NOT earlier
      ) AS sales,
      json_object_agg(date, sales) FILTER (
        WHERE
          earlier
      ) AS before
    FROM
      (
        SELECT
          id,
          date,
          earlier,
          sum(sales) AS sales
        FROM
          (
            SELECT
              company_id AS id,
              left(day::text, 7) AS date,
              sales,
              FALSE AS earlier
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
            UNION ALL
            SELECT
              company_id AS id,
              left(day::text, 7) AS date,
              sales,
              FALSE AS earlier
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
                  (day BETWEEN $5::date AND $6::date)
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
                  lpp + bonus_lpp AS lpp
                FROM
                  stats_day
                WHERE
                  (day BETWEEN $9::date AND $10::date)
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
                  (day BETWEEN $11::date AND $12::date)
                  AND ((events > 0))
              ) AS rows
            UNION ALL
            SELECT
              company_id,
              $13,
              sales,
              TRUE
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
                  (day BETWEEN $14::date AND $15::date)
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
                  (day BETWEEN $16::date AND $17::date)
                  AND ((events > 0))
              ) AS rows
            UNION ALL
            SELECT
              company_id,
              $18,
              sales,
              TRUE
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
                  (day BETWEEN $19::date AND $20::date)
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
                  stats_day
                WHERE
                  (day BETWEEN $21::date AND $22::date)
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
                  (day BETWEEN $23::date AND $24::date)
                  AND ((events > 0))
              ) AS rows
          ) AS parts
        GROUP BY
          id,
          date,
          earlier
      ) AS points
    WHERE
      sales <> 0
    GROUP BY
      id
  ) AS charts
  JOIN offices ON offices.id = charts.id
ORDER BY
  lower(office_name),
  offices.id;

EXECUTE office_charts_by_month (
  /* $1 */ '2026-01-01', '2026-01-31', '2026-01-01', '2026-01-31', '2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20',
  /* $11 */ '2026-02-10', '2026-04-20', '2026-02', '2026-01-10', '2026-01-28', '2026-01-10', '2026-01-28', '2026-04', '2026-03-01', '2026-03-15',
  /* $21 */ '2026-03-16', '2026-03-20', '2026-03-01', '2026-03-20'
);
DEALLOCATE office_charts_by_month;
