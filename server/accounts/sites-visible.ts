import { Site } from "~models";
import type { Actor } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";

// SQL by hand: a condition in lists and reports.

/** The rule of `Site.visibleTo` as a condition for WHERE. */
export function sitesVisible(actor: Actor, siteId = sql`sites.id`): Statement {
  const { companyId, agentId } = Site.enabledFor(actor);
  return all([
    companyId !== undefined && sql`${siteId} IN (SELECT site_id FROM office_sites WHERE company_id = ${companyId})`,
    agentId !== undefined && sql`${siteId} IN (SELECT site_id FROM agent_sites WHERE agent_id = ${agentId})`,
  ]);
}
