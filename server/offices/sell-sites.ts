import { run } from "../kernel/database";
import { sql } from "../kernel/sql";

/**
 * Lets an office sell exactly these sites. What is new for it is enabled for its agents too, as it is when a site is
 * enabled for all offices; what it loses is in force for none of them. Answers whether anything changed.
 */
export async function sellSites(companyId: number, siteIds: readonly number[]): Promise<boolean> {
  const lost = await run(sql`
    DELETE FROM office_sites WHERE company_id = ${companyId} AND site_id <> ALL(${siteIds}::int[])`);
  const gained = await run(sql`
    WITH gained AS (
      INSERT INTO office_sites (company_id, site_id) SELECT ${companyId}::int, unnest(${siteIds}::int[])
      ON CONFLICT DO NOTHING RETURNING site_id),
    passed_on AS (
      INSERT INTO agent_sites (agent_id, site_id)
      SELECT agents.id, gained.site_id FROM agents CROSS JOIN gained WHERE company_id = ${companyId}
      ON CONFLICT DO NOTHING)
    SELECT FROM gained`);
  return lost + gained > 0;
}
