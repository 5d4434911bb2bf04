import { type Actor, reaches } from "../kernel/roles";
import { always, sql, type Statement } from "../kernel/sql";

/** Sites: all for admins; below, those enabled for the office, and for an agent for himself too. */
export function sitesVisible(actor: Actor, siteId = sql`sites.id`): Statement {
  if (reaches(actor, "admin")) return always;
  const ofOffice = sql`${siteId} IN (SELECT site_id FROM office_sites WHERE company_id = ${actor.companyId})`;
  if (reaches(actor, "company")) return ofOffice;
  return sql`${ofOffice} AND ${siteId} IN (SELECT site_id FROM agent_sites WHERE agent_id = ${actor.agentId})`;
}
