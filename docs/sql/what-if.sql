-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- A link at other prices

SELECT r.half::text AS half, r.company_id AS "companyId", r.agent_id AS "agentId", sum(r.sales)::int AS sales,
  sum(r.bonus_sales)::int AS "bonusSales",
  sum(
    CASE
      WHEN r.flags & 4 = 4 THEN r.payout
      WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
      WHEN r.flags & 2 = 2 THEN 0
      ELSE r.payout
    END + r.bonus_payout
  )::numeric(16, 2)::text AS php,
  sum(
    CASE
      WHEN r.flags & 4 = 4
      OR r.flags & 3 <> 0 THEN CASE
        WHEN r.flags & 4 = 4 THEN r.payout
        WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
        WHEN r.flags & 2 = 2 THEN 0
        ELSE r.payout
      END
      WHEN o.payout IS NOT NULL THEN r.sales * o.payout
      WHEN r.company_id = ANY ('{}'::int[]) THEN r.payout
      WHEN c.payout IS NOT NULL THEN r.sales * c.payout
      WHEN r.geo = ANY ('{}'::text[]) THEN r.payout
      ELSE coalesce(r.sales * '600.00'::numeric, r.payout)
    END + CASE
      WHEN r.flags & 4 = 4 THEN r.bonus_payout
      WHEN o.bonus_payout IS NOT NULL THEN r.bonus_sales * o.bonus_payout
      WHEN r.company_id = ANY ('{}'::int[]) THEN r.bonus_payout
      ELSE coalesce(r.bonus_sales * NULL::numeric, r.bonus_payout)
    END
  )::numeric(16, 2)::text AS "newPhp"
FROM (
    SELECT agent_id, company_id, day AS half, type_id, flags, geo, sales, bonus_sales, payout, bonus_payout
    FROM stats_half_geo WHERE events > 0 AND day BETWEEN '2026-03-01'::date AND '2026-04-15'::date AND type_id = 1
    UNION ALL
    SELECT agent_id, company_id,
      (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half, type_id,
      flags, geo, sales, bonus_sales, payout, bonus_payout
    FROM stats_delta WHERE events > 0 AND day BETWEEN '2026-03-01'::date AND '2026-04-15'::date AND type_id = 1
  ) AS r
  LEFT JOIN (
    SELECT counted.agent_id, counted.half, counted.sales,
      held.indexes[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS index,
      held.payouts_php[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_php,
      held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
    FROM (
        SELECT agent_id, half, sum(sales)::int AS sales
        FROM (
            SELECT agent_id, day AS half, sales, events, flags, day
            FROM stats_half
            UNION ALL
            SELECT agent_id,
              (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half,
              sales, events, flags, day
            FROM stats_delta
          ) AS avp
        WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-01'::date AND '2026-04-15'::date
        GROUP BY agent_id, half
      ) AS counted
      LEFT JOIN (
        SELECT valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS valid_to,
          array_agg(from_count ORDER BY index) AS from_counts, array_agg(index ORDER BY index) AS indexes,
          array_agg(payout_php ORDER BY index) AS payouts_php,
          array_agg(payout_dollars ORDER BY index) AS payouts_dollars
        FROM avp_tiers GROUP BY valid_from
      ) AS held ON counted.half >= held.valid_from
      AND (held.valid_to IS NULL OR counted.half < held.valid_to)
  ) AS t ON t.agent_id = r.agent_id
  AND t.half = r.half
  LEFT JOIN unnest('{1}'::int[], '{650.00}'::numeric[], '{}'::numeric[]) AS o (company_id, payout, bonus_payout) ON o.company_id = r.company_id
  LEFT JOIN unnest('{US}'::text[], '{700.00}'::numeric[]) AS c (geo, payout) ON c.geo = r.geo
GROUP BY r.half, r.company_id, r.agent_id;

-- AVP sites at other tiers: as A link at other prices, but
--         CASE
--   -       WHEN r.flags & 4 = 4
--   -       OR r.flags & 3 <> 0 THEN CASE
--   -         WHEN r.flags & 4 = 4 THEN r.payout
--   -         WHEN r.flags & 1 = 1 THEN r.sales * coalesce(t.payout_php, 0)
--   -         WHEN r.flags & 2 = 2 THEN 0
--   -         ELSE r.payout
--   -       END
--   -       WHEN o.payout IS NOT NULL THEN r.sales * o.payout
--   -       WHEN r.company_id = ANY ('{}'::int[]) THEN r.payout
--   -       WHEN c.payout IS NOT NULL THEN r.sales * c.payout
--   -       WHEN r.geo = ANY ('{}'::text[]) THEN r.payout
--   -       ELSE coalesce(r.sales * '600.00'::numeric, r.payout)
--   -     END + CASE
--   -       WHEN r.flags & 4 = 4 THEN r.bonus_payout
--   -       WHEN o.bonus_payout IS NOT NULL THEN r.bonus_sales * o.bonus_payout
--   -       WHEN r.company_id = ANY ('{}'::int[]) THEN r.bonus_payout
--   -       ELSE coalesce(r.bonus_sales * NULL::numeric, r.bonus_payout)
--   -     END
--   +       WHEN r.flags & 4 = 4 THEN r.payout
--   +       WHEN r.flags & 1 = 1 THEN r.sales * coalesce(n.payout_php, 0)
--   +       WHEN r.flags & 2 = 2 THEN 0
--   +       ELSE r.payout
--   +     END + r.bonus_payout
--         SELECT agent_id, company_id, day AS half, type_id, flags, geo, sales, bonus_sales, payout, bonus_payout
--   ~     FROM (SELECT *, '' AS geo FROM stats_half) AS halves
--   ~     WHERE events > 0 AND day BETWEEN '2026-03-01'::date AND '2026-04-15'::date AND flags & 1 = 1
--           flags, geo, sales, bonus_sales, payout, bonus_payout
--   ~     FROM stats_delta WHERE events > 0 AND day BETWEEN '2026-03-01'::date AND '2026-04-15'::date AND flags & 1 = 1
--       AND t.half = r.half
--   ~   LEFT JOIN (
--   ~     SELECT counted.agent_id, counted.half, counted.sales,
--   ~       held.indexes[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS index,
--   ~       held.payouts_php[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_php,
--   ~       held.payouts_dollars[width_bucket(greatest(counted.sales, 0), held.from_counts)] AS payout_dollars
--   ~     FROM (
--   ~         SELECT agent_id, half, sum(sales)::int AS sales
--   ~         FROM (
--   ~             SELECT agent_id, day AS half, sales, events, flags, day
--   ~             FROM stats_half
--   ~             UNION ALL
--   ~             SELECT agent_id,
--   ~               (day - date_part('day', day)::int + CASE WHEN date_part('day', day) > 15 THEN 16 ELSE 1 END) AS half,
--   ~               sales, events, flags, day
--   ~             FROM stats_delta
--   ~           ) AS avp
--   ~         WHERE events > 0 AND flags & 5 = 1 AND day BETWEEN '2026-03-01'::date AND '2026-04-15'::date
--   ~         GROUP BY agent_id, half
--   ~       ) AS counted
--   ~       LEFT JOIN (
--   ~         SELECT '-infinity'::date AS valid_from, NULL::date AS valid_to, '{0,10}'::int[] AS from_counts,
--   ~           '{0,1}'::int[] AS indexes, '{100.00,150.00}'::numeric(12, 2) [] AS payouts_php,
--   ~           NULL::numeric(12, 2) [] AS payouts_dollars
--   ~       ) AS held ON counted.half >= held.valid_from
--   ~       AND (held.valid_to IS NULL OR counted.half < held.valid_to)
--   ~   ) AS n ON n.agent_id = r.agent_id
--   ~   AND n.half = r.half
