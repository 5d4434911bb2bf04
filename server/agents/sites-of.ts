import { queryRows } from "../kernel/database/transactions";
import { sql, type Statement } from "../kernel/database/sql";
import type { Actor } from "../kernel/operation/roles";
import { joinListableSites, soldSiteColumns, type SoldSiteRow } from "../sites";

/** The number of sites that the row's agent sells, of those that the account's lists show: enabled for office and agent. */
export const enabledSiteCount = (actor: Actor): Statement => sql`
  SELECT count(*)::int FROM agent_sites JOIN office_sites USING (site_id) ${joinListableSites(actor)}
  WHERE agent_sites.agent_id = agents.id AND office_sites.company_id = agents.company_id`;

/** The sites of an agent's office by name, each with whether it is enabled for the agent. */
export const sitesOf = (agentId: number): Promise<SoldSiteRow[]> =>
  queryRows<SoldSiteRow>(sql`
    SELECT ${soldSiteColumns}, own.site_id IS NOT NULL AS enable
    FROM agents JOIN office_sites USING (company_id) JOIN sites ON sites.id = office_sites.site_id
    LEFT JOIN agent_sites own ON own.agent_id = agents.id AND own.site_id = sites.id
    WHERE agents.id = ${agentId} ORDER BY sitename COLLATE by_name, sites.id`);
