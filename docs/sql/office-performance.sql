-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Office performance

SELECT offices.id AS "companyId", office_name AS name, coalesce(first.sales, 0)::int AS sales1,
  coalesce(second.sales, 0)::int AS sales2
FROM offices
  LEFT JOIN (
    SELECT company_id AS id, sum(sales) AS sales
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_half WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_delta WHERE (day BETWEEN '2026-02-16'::date AND '2026-02-28'::date) AND (events > 0)
      ) AS rows
    GROUP BY company_id
  ) AS first ON first.id = offices.id
  LEFT JOIN (
    SELECT company_id AS id, sum(sales) AS sales
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_half WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (events > 0)
      ) AS rows
    GROUP BY company_id
  ) AS second ON second.id = offices.id
WHERE first.sales <> 0
  OR second.sales <> 0
ORDER BY office_name COLLATE by_name, offices.id;
