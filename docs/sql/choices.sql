-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Countries, statement 1

SELECT ARRAY[
    (SELECT geo FROM stats_half_geo WHERE geo > '' AND TRUE ORDER BY geo LIMIT 1)
  ] AS codes;

-- Countries, statement 2

SELECT DISTINCT geo
FROM stats_delta WHERE TRUE;

-- Countries of an office, statement 1: as Countries, statement 1, but
--     SELECT ARRAY[
--   ~     (SELECT geo FROM stats_half_geo WHERE geo > '' AND company_id = 1 ORDER BY geo LIMIT 1)

-- Countries of an office, statement 2

SELECT DISTINCT geo
FROM stats_delta WHERE company_id = 1;

-- First day with figures

SELECT min(day)::text AS day
FROM (
    (SELECT day FROM stats_day WHERE TRUE ORDER BY day LIMIT 1)
    UNION ALL
    SELECT min(day)
    FROM stats_delta WHERE TRUE
  ) AS earliest;

-- First day with figures of an office: as First day with figures, but
--     FROM (
--   ~     (SELECT day FROM stats_day WHERE company_id = 1 ORDER BY day LIMIT 1)
--         SELECT min(day)
--   ~     FROM stats_delta WHERE company_id = 1
