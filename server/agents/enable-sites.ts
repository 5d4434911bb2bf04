import { Op } from "sequelize";
import { z } from "zod";
import { type Agent, AgentSite, OfficeSite } from "~models";
import { Flag, Id } from "../kernel/operation/input";
import { refusalForConstraint } from "../kernel/operation/constraint";
import type { Actor } from "../kernel/operation/roles";
import { canSeeSites } from "../sites";

export const SiteChoices = z.array(z.object({ siteId: Id, enable: Flag })).max(500, "Please send at most 500 sites.");
type SiteChoice = z.output<typeof SiteChoices>[number];

/** Enables the sites of the agent's office for a new agent, except those in `excludedSiteIds`. */
export async function enableOfficeSites(
  { id, companyId }: Agent,
  excludedSiteIds: readonly number[] = [],
): Promise<void> {
  const sites = await OfficeSite.findAll({
    where: { companyId, siteId: { [Op.notIn]: [...excludedSiteIds] } },
    raw: true,
  });
  await enable(
    id,
    sites.map(({ siteId }) => siteId),
  );
}

/** Enables and disables the named sites for an agent. Other sites stay unchanged. */
export async function enableSites(agentId: number, choices: readonly SiteChoice[]): Promise<void> {
  await AgentSite.destroy({ where: { agentId, siteId: selectSiteIds(choices, { enable: false }) } });
  await enable(agentId, selectSiteIds(choices, { enable: true }));
}

async function enable(agentId: number, siteIds: readonly number[]): Promise<void> {
  const sold = siteIds.map((siteId) => ({ agentId, siteId }));
  await AgentSite.bulkCreate(sold, { ignoreDuplicates: true });
}

export const selectSiteIds = (choices: readonly SiteChoice[], { enable }: { enable: boolean }): number[] =>
  choices.filter((site) => site.enable === enable).map(({ siteId }) => siteId);

/** Rejects sites that the account may not see. */
export async function requireSites(actor: Actor, choices: readonly SiteChoice[] = []): Promise<void> {
  const ids = choices.map(({ siteId }) => siteId);
  if (!(await canSeeSites(actor, ids))) throw refusalForConstraint("agent_sites_site_id_fkey");
}
