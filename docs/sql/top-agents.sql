-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Top agents, up to a week by agent

SELECT agent_id AS "agentId", office_name AS office, username AS agent, first_name || ' ' || last_name AS "agentName",
  sales
FROM (
    SELECT agent_id, sum(sales) AS sales
    FROM (
        SELECT agent_id, sales
        FROM stats_day WHERE (day BETWEEN '2026-03-02'::date AND '2026-03-08'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, sales
        FROM stats_delta WHERE (day BETWEEN '2026-03-02'::date AND '2026-03-08'::date) AND (events > 0)
      ) AS rows
    GROUP BY agent_id
    HAVING sum(sales) > 0
  ) AS ranked
  JOIN agents ON agents.id = agent_id
  JOIN accounts ON accounts.id = agents.account_id
  AND deleted_at IS NULL
  JOIN offices ON offices.id = agents.company_id
ORDER BY sales DESC, username COLLATE by_name, agent_id
LIMIT 50;

-- Top agents, longer ranges by office

SELECT company_id AS "companyId", office_name AS office, sales
FROM (
    SELECT company_id, sum(sales) AS sales
    FROM (
        SELECT agent_id, company_id, sales
        FROM stats_half WHERE (day BETWEEN '2026-02-16'::date AND '2026-04-15'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, sales
        FROM stats_day WHERE (day BETWEEN '2026-02-10'::date AND '2026-02-15'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, sales
        FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, sales
        FROM stats_delta WHERE (day BETWEEN '2026-02-10'::date AND '2026-04-20'::date) AND (events > 0)
      ) AS rows
    GROUP BY company_id
    HAVING sum(sales) > 0
  ) AS ranked
  JOIN offices ON offices.id = company_id
ORDER BY sales DESC, office_name COLLATE by_name, company_id
LIMIT 50;
