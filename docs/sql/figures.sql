-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Figures of one agent, statement 1: as Figures of Home, an office, statement 1, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-16'::date AND '2026-04-30'::date AND agent_id = 1

-- Figures of one agent, statement 2: as Figures of Home, an office, statement 2, but
--               ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-04-16'::date AND '2026-04-30'::date AND agent_id = 1

-- Figures of one office, statement 1: as Payroll by date, but
--             SELECT agent_id, company_id, day, raws, uniques
--   ~         FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--   ~           AND (raws > 0 OR events > 0)
--             SELECT agent_id, company_id, day, raws, uniques
--   -         FROM stats_delta WHERE (day BETWEEN '2026-03-01'::date AND '2026-03-15'::date) AND (raws > 0 OR events > 0)
--   -         … 37 lines, until
--   -           )
--   +         FROM stats_delta WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--   +           AND (raws > 0 OR events > 0)
--         ORDER BY sorted DESC NULLS LAST, page.day DESC
--   ~     LIMIT 1
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_day WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~         FROM stats_delta WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (company_id = 1)
--                 SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_day
--   ~             WHERE (day BETWEEN '2026-04-11'::date AND '2026-04-15'::date) AND (company_id = 1) AND (events > 0)
--                 SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_delta
--   ~             WHERE (day BETWEEN '2026-04-11'::date AND '2026-04-15'::date) AND (company_id = 1) AND (events > 0)
--                 SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   ~               lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   ~               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~             FROM stats_day
--   ~             WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (company_id = 1) AND (events > 0)
--                   (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   ~             FROM stats_delta
--   ~             WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND (company_id = 1) AND (events > 0)

-- Figures of one office, statement 2: as Figures of one office, statement 1, but
--                 SELECT agent_id, company_id, day + 0::int AS day, lpp + bonus_lpp AS lpp_prev
--   ~             FROM stats_half
--                 SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
--   -               lpp + bonus_lpp AS lpp, flags, payout, bonus_payout,
--   -               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half
--   -             FROM stats_day
--   +               lpp + bonus_lpp AS lpp, flags, payout, bonus_payout, day AS half
--   +             FROM stats_half

-- Figures of one office, statement 3: as Figures of Home, an office, statement 1, but

-- Figures of one office, statement 4: as Figures of Home, an office, statement 2, but
--             FROM clicks
--   ~         WHERE clicked_at >= '2026-04-05T04:00:00.000Z' AND clicked_at < '2026-04-05T16:00:00.000Z' AND class = 0
--             FROM sale_events
--   ~         WHERE day = '2026-04-05'::date AND occurred_at < '2026-04-05T16:00:00.000Z' AND event < 2 AND (company_id = 1)

-- Figures of one office, statement 5: as Dashboard of an agent, statement 2, but
--             SELECT agent_id, sales
--   ~         FROM stats_day
--   ~         WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND ((events > 0) AND (company_id = 1))
--             SELECT agent_id, sales
--   ~         FROM stats_delta
--   ~         WHERE (day BETWEEN '2026-04-16'::date AND '2026-04-20'::date) AND ((events > 0) AND (company_id = 1))

-- Figures of one office, statement 6

SELECT agents.id AS "agentId", username AS agent, first_name || ' ' || last_name AS "agentName",
  latest.day::text AS "lastSale", count(*) OVER () AS total
FROM agents
  JOIN accounts ON accounts.id = account_id
  AND deleted_at IS NULL AND active AND approved AND NOT hidden
  LEFT JOIN (
    SELECT agent_id, max(day) AS day
    FROM stats_day WHERE company_id = 1 AND events > 0 AND sales > 0 AND day < '2026-04-01'::date
      AND agent_id IN (SELECT id FROM agents WHERE company_id = 1)
    GROUP BY agent_id
  ) AS latest ON latest.agent_id = agents.id
WHERE company_id = 1
  AND agents.id NOT IN (
    SELECT agent_id
    FROM (
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_day
        WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-20'::date) AND (company_id = 1) AND (events > 0)
        UNION ALL
        SELECT agent_id, company_id, type_id, day, events, sales, bonus_sales, earning, bonus_earning,
          lpp + bonus_lpp AS lpp
        FROM stats_delta
        WHERE (day BETWEEN '2026-04-01'::date AND '2026-04-20'::date) AND (company_id = 1) AND (events > 0)
      ) AS sold
    GROUP BY agent_id
    HAVING sum(sales) > 0
  )
ORDER BY latest.day DESC NULLS LAST, username COLLATE by_name, agents.id
LIMIT 10;
