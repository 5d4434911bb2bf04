import { halfMonthStart } from "../trade/periods/half-month-sql";
import { sql } from "../kernel/database/sql";
import { type Check, sqlCheck } from "./finding";

/** Checks of the catalog: prices, flags and tiers are complete at all times, and links can be created. */
export const catalogue: Check[] = [
  sqlCheck(
    "Links without a default price",
    sql`
      SELECT format('link %s of site %s', t.id, t.site_id) AS example FROM types t
      WHERE NOT EXISTS (SELECT 1 FROM prices p WHERE p.type_id = t.id AND p.company_id IS NULL AND p.geo IS NULL)`,
  ),
  sqlCheck(
    "Sites whose flags differ from their last recorded change",
    sql`
      SELECT format('site %s', s.id) AS example FROM sites s
      LEFT JOIN (SELECT DISTINCT ON (site_id) * FROM site_flags ORDER BY site_id, since DESC) f ON f.site_id = s.id
      WHERE (f.use_approve_sale, f.avp) IS DISTINCT FROM (s.use_approve_sale, s.avp)`,
  ),
  sqlCheck(
    "AVP tiers that leave a gap, overlap or begin within a half-month",
    sql`
      SELECT format('tier %s from %s on', index, valid_from) AS example FROM (
        SELECT *, lag(to_count, 1, -1) OVER each_set + 1 AS due, row_number() OVER each_set - 1 AS place FROM avp_tiers
        WINDOW each_set AS (PARTITION BY valid_from ORDER BY index)
      ) AS tiers
      WHERE from_count <> due OR index <> place OR valid_from <> ${halfMonthStart(sql`valid_from`)}`,
  ),
  sqlCheck(
    "No domain is active",
    sql`SELECT domain AS example FROM domains WHERE NOT EXISTS (SELECT 1 FROM domains WHERE NOT hidden)`,
  ),
  sqlCheck(
    "Measures of agents, offices, sites or links that do not exist",
    sql`
      SELECT DISTINCT format('agent %s, office %s, site %s, link %s', r.agent_id, r.company_id, r.site_id, r.type_id) AS example
      FROM (
        SELECT agent_id, company_id, site_id, type_id FROM stats_half
        UNION SELECT agent_id, company_id, site_id, type_id FROM stats_delta
      ) AS r
      LEFT JOIN agents a ON a.id = r.agent_id
      LEFT JOIN offices o ON o.id = r.company_id
      LEFT JOIN types t ON t.id = r.type_id AND t.site_id = r.site_id
      WHERE a.id IS NULL OR o.id IS NULL OR t.id IS NULL`,
  ),
];
