-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Office charts by day

SELECT charts.id, office_name AS name, sales, before
FROM (
    SELECT id, json_object_agg(date, sales) FILTER (WHERE NOT earlier) AS sales,
      json_object_agg(date, sales) FILTER (WHERE earlier) AS before
    FROM (
        SELECT id, date, earlier, sum(sales) AS sales
        FROM (
            SELECT company_id AS id, day::text AS date, sales, FALSE AS earlier
            FROM (
                SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
                  lpp + bonus_lpp AS lpp
                FROM stats_day WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-08'::date) AND (events > 0)
                UNION ALL
                SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
                  lpp + bonus_lpp AS lpp
                FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-08'::date) AND (events > 0)
              ) AS rows
          ) AS parts
        GROUP BY id, date, earlier
      ) AS points
    WHERE sales <> 0
    GROUP BY id
  ) AS charts
  JOIN offices ON offices.id = charts.id
ORDER BY (office_name) COLLATE by_name, offices.id;

-- Office charts by month: as Office charts by day, but
--             FROM (
--   ~             SELECT company_id AS id, left(day::text, 7) AS date, sales, FALSE AS earlier
--                       lpp + bonus_lpp AS lpp
--   +                 FROM stats_half WHERE (day BETWEEN '2026-01-01'::date AND '2026-01-31'::date) AND (events > 0)
--   +                 … 4 lines as in Office performance, until
--   +               ) AS rows
--   +             UNION ALL
--   +             SELECT company_id AS id, left(day::text, 7) AS date, sales, FALSE AS earlier
--   +             FROM (
--   +             … 5 lines as in Office performance, until
--   +                   lpp + bonus_lpp AS lpp
--                       lpp + bonus_lpp AS lpp
--   +                 FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (events > 0)
--   +                 UNION ALL
--   +                 SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   +                   lpp + bonus_lpp AS lpp
--                   ) AS rows
--   +             UNION ALL
--   +             SELECT company_id, '2026-02', sales, TRUE
--   +             FROM (
--   +             … 7 lines as in Office charts by day, until
--   +               ) AS rows
--   +             UNION ALL
--   +             SELECT company_id, '2026-04', sales, TRUE
--   +             FROM (
--   +             … 5 lines as in Office performance, until
--   +                   lpp + bonus_lpp AS lpp
--   +                 FROM stats_day WHERE (day BETWEEN '2026-03-16'::date AND '2026-03-20'::date) AND (events > 0)
--   +                 … 4 lines as in Office charts by day, until
--   +               ) AS rows
