import { queryRows } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { soldSiteColumns, type SoldSiteRow } from "../sites";

// SQL by hand: one statement returns the sites of an agent with those of the office, and their count is part of the
// list.

/** The number of sites that the row's agent sells: enabled for both the office and the agent. */
export const enabledSiteCount = sql`SELECT count(*)::int FROM agent_sites JOIN office_sites USING (site_id)
  WHERE agent_sites.agent_id = agents.id AND office_sites.company_id = agents.company_id`;

/** The sites of an agent's office by name, each with whether it is enabled for the agent. */
export const sitesOf = (agentId: number): Promise<SoldSiteRow[]> =>
  queryRows<SoldSiteRow>(sql`
    SELECT ${soldSiteColumns}, own.site_id IS NOT NULL AS enable
    FROM agents JOIN office_sites USING (company_id) JOIN sites ON sites.id = office_sites.site_id
    LEFT JOIN agent_sites own ON own.agent_id = agents.id AND own.site_id = sites.id
    WHERE agents.id = ${agentId} ORDER BY lower(sitename), sites.id`);
