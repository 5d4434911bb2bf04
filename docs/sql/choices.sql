-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Countries

PREPARE countries_1 AS
SELECT
  ARRAY[
    (
      SELECT
        geo
      FROM
        stats_half_geo
      WHERE
        geo > $1
        AND TRUE
      ORDER BY
        geo
      LIMIT
        1
    )
  ] AS codes;

EXECUTE countries_1 ('');
DEALLOCATE countries_1;

PREPARE countries_2 AS
SELECT DISTINCT
  geo
FROM
  stats_delta
WHERE
  TRUE;

EXECUTE countries_2;
DEALLOCATE countries_2;

-- Countries of an office

PREPARE countries_of_an_office_1 AS
SELECT
  ARRAY[
    (
      SELECT
        geo
      FROM
        stats_half_geo
      WHERE
        geo > $1
        AND company_id = $2
      ORDER BY
        geo
      LIMIT
        1
    )
  ] AS codes;

EXECUTE countries_of_an_office_1 ('', 1);
DEALLOCATE countries_of_an_office_1;

PREPARE countries_of_an_office_2 AS
SELECT DISTINCT
  geo
FROM
  stats_delta
WHERE
  company_id = $1;

EXECUTE countries_of_an_office_2 (1);
DEALLOCATE countries_of_an_office_2;

-- First day with figures

PREPARE first_day_with_figures AS
SELECT
  min(day)::text AS day
FROM
  (
    (
      SELECT
        day
      FROM
        stats_day
      WHERE
        TRUE
      ORDER BY
        day
      LIMIT
        1
    )
    UNION ALL
    SELECT
      min(day)
    FROM
      stats_delta
    WHERE
      TRUE
  ) AS earliest;

EXECUTE first_day_with_figures;
DEALLOCATE first_day_with_figures;

-- First day with figures of an office

PREPARE first_day_with_figures_of_an_office AS
SELECT
  min(day)::text AS day
FROM
  (
    (
      SELECT
        day
      FROM
        stats_day
      WHERE
        company_id = $1
      ORDER BY
        day
      LIMIT
        1
    )
    UNION ALL
    SELECT
      min(day)
    FROM
      stats_delta
    WHERE
      company_id = $2
  ) AS earliest;

EXECUTE first_day_with_figures_of_an_office (1, 1);
DEALLOCATE first_day_with_figures_of_an_office;
