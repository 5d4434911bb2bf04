-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it.
-- Written by `npx vitest run tests/reports/sql-text.test.ts -u`; a test compares it with what is sent.

-- Payroll AVP by office: as Sites AVP by office, but
--           sum(bonus_payout) AS bonus_payout, sum(sale_php + bonus_payout) AS payout_php,
--   ~       json_object_agg(type_id, json_build_array(sales, bonus_sales, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)) FILTER (
--   ~         WHERE events > 0
--   ~       ) AS counts
--               'id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename, 'bonus', bonus
--   ~           OR coalesce(bonus_sales, 0) <> 0, 'counts',
--   ~           json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0), coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)

-- Payroll AVP by date: as Sites AVP by date, but
--           sum(bonus_payout) AS bonus_payout, sum(sale_php + bonus_payout) AS payout_php,
--   ~       json_object_agg(type_id, json_build_array(sales, bonus_sales, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)) FILTER (
--   ~         WHERE events > 0
--   ~       ) AS counts
--               'id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename, 'bonus', bonus
--   ~           OR coalesce(bonus_sales, 0) <> 0, 'counts',
--   ~           json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0), coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)

-- Payroll AVP by agent: as Sites AVP by agent, but
--           sum(bonus_payout) AS bonus_payout, sum(sale_php + bonus_payout) AS payout_php,
--   ~       json_object_agg(type_id, json_build_array(sales, bonus_sales, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)) FILTER (
--   ~         WHERE events > 0
--   ~       ) AS counts
--               'id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename, 'bonus', bonus
--   ~           OR coalesce(bonus_sales, 0) <> 0, 'counts',
--   ~           json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0), coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)

-- Payroll AVP by day and agent: as Sites AVP by day and agent, but
--           sum(bonus_payout) AS bonus_payout, sum(sale_php + bonus_payout) AS payout_php,
--   ~       json_object_agg(type_id, json_build_array(sales, bonus_sales, coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)) FILTER (
--   ~         WHERE events > 0
--   ~       ) AS counts
--               'id', types.id, 'typename', typename, 'siteId', site_id, 'sitename', sitename, 'bonus', bonus
--   ~           OR coalesce(bonus_sales, 0) <> 0, 'counts',
--   ~           json_build_array(coalesce(sales, 0), coalesce(bonus_sales, 0), coalesce(sale_php, 0)::text, coalesce(bonus_payout, 0)::text)
