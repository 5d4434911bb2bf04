-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Office performance

PREPARE office_performance AS
SELECT
  offices.id AS "companyId",
  office_name AS name,
  coalesce(first.sales, 0)::int AS sales1,
  coalesce(second.sales, 0)::int AS sales2
FROM
  offices
  LEFT JOIN (
    SELECT
      company_id AS id,
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
      company_id
  ) AS first ON first.id = offices.id
  LEFT JOIN (
    SELECT
      company_id AS id,
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
          stats_delta
        WHERE
          (day BETWEEN $7::date AND $8::date)
          AND ((events > 0))
      ) AS rows
    GROUP BY
      company_id
  ) AS second ON second.id = offices.id
WHERE
  first.sales <> 0
  OR second.sales <> 0
ORDER BY
  lower(office_name),
  offices.id;

EXECUTE office_performance ('2026-02-16', '2026-02-28', '2026-02-16', '2026-02-28', '2026-03-01', '2026-03-15', '2026-03-01', '2026-03-15');
DEALLOCATE office_performance;
