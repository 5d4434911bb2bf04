-- The SQL of this report as the server sends it, with the values of an example.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Top agents, up to a week by agent

PREPARE top_agents_up_to_a_week_by_agent AS
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

EXECUTE top_agents_up_to_a_week_by_agent ('2026-03-02', '2026-03-08', '2026-03-02', '2026-03-08', 50);
DEALLOCATE top_agents_up_to_a_week_by_agent;

-- Top agents, longer ranges by office

PREPARE top_agents_longer_ranges_by_office AS
SELECT
  company_id AS "companyId",
  office_name AS office,
  sales
FROM
  (
    SELECT
      company_id,
      sum(sales) AS sales
    FROM
      (
        SELECT
          agent_id,
          company_id,
          sales
        FROM
          stats_half
        WHERE
          (day BETWEEN $1::date AND $2::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          sales
        FROM
          stats_day
        WHERE
          (day BETWEEN $3::date AND $4::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          sales
        FROM
          stats_day
        WHERE
          (day BETWEEN $5::date AND $6::date)
          AND ((events > 0))
        UNION ALL
        SELECT
          agent_id,
          company_id,
          sales
        FROM
          stats_delta
        WHERE
          (day BETWEEN $7::date AND $8::date)
          AND ((events > 0))
      ) AS rows
    GROUP BY
      company_id
    HAVING
      sum(sales) > 0
  ) AS ranked
  JOIN offices ON offices.id = company_id
ORDER BY
  sales DESC,
  lower(office_name),
  company_id
LIMIT
  $9;

EXECUTE top_agents_longer_ranges_by_office ('2026-02-16', '2026-04-15', '2026-02-10', '2026-02-15', '2026-04-16', '2026-04-20', '2026-02-10', '2026-04-20', 50);
DEALLOCATE top_agents_longer_ranges_by_office;
