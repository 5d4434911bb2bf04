import { Op } from "sequelize";
import { type Agent, AgentSite, OfficeSite } from "~models";
import { broken } from "../kernel/database/constraint";
import type { Actor } from "../kernel/operation/roles";
import { knowsSites } from "../sites";
import type { SiteChoice } from "./fields";

/** Enables the sites of the agent's office for a new agent, except those in `without`. */
export async function startWithSites({ id, companyId }: Agent, without: readonly number[] = []): Promise<void> {
  const sites = await OfficeSite.findAll({ where: { companyId, siteId: { [Op.notIn]: [...without] } }, raw: true });
  await enable(
    id,
    sites.map(({ siteId }) => siteId),
  );
}

/** Enables and disables the named sites for an agent. Other sites stay unchanged. */
export async function enableSites(agentId: number, named: readonly SiteChoice[]): Promise<void> {
  await AgentSite.destroy({ where: { agentId, siteId: sitesNamed(named, { enable: false }) } });
  await enable(agentId, sitesNamed(named, { enable: true }));
}

async function enable(agentId: number, siteIds: readonly number[]): Promise<void> {
  const sold = siteIds.map((siteId) => ({ agentId, siteId }));
  await AgentSite.bulkCreate(sold, { ignoreDuplicates: true });
}

export const sitesNamed = (named: readonly SiteChoice[], { enable }: { enable: boolean }): number[] =>
  named.filter((site) => site.enable === enable).map(({ siteId }) => siteId);

/** Rejects sites that the account may not see. */
export async function requireSites(actor: Actor, named: readonly SiteChoice[] = []): Promise<void> {
  const ids = named.map(({ siteId }) => siteId);
  if (!(await knowsSites(actor, ids))) throw broken("agent_sites_site_id_fkey");
}
