import { run } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";

/**
 * Enables sites for every agent of an office.
 * SQL by hand: one statement over all agents of the office and all sites, so thousands of rows.
 */
export async function passOnSites(companyId: number, siteIds: readonly number[]): Promise<void> {
  await run(sql`
    INSERT INTO agent_sites (agent_id, site_id)
    SELECT agents.id, site_id FROM agents CROSS JOIN unnest(${siteIds}::int[]) AS site_id WHERE company_id = ${companyId}
    ON CONFLICT DO NOTHING`);
}
