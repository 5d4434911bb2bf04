import { Op } from "sequelize";
import { type Agent, AgentSite, OfficeSite } from "~models";
import { sitesVisible } from "../accounts";
import { rows } from "../kernel/database";
import { invalid } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";
import type { SiteChoice } from "./fields";

/** Enables the sites of his office for a new agent, save these. */
export async function startWithSites({ id, companyId }: Agent, without: readonly number[] = []): Promise<void> {
  const sites = await OfficeSite.findAll({ where: { companyId, siteId: { [Op.notIn]: [...without] } }, raw: true });
  await enable(
    id,
    sites.map(({ siteId }) => siteId),
  );
}

/** Enables and disables the named sites for an agent; the others stay as they are. */
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

/**
 * Refuses sites that the account may not know of. SQL by hand: which ones it may is the condition that lists of sites
 * have.
 */
export async function requireSites(actor: Actor, named: readonly SiteChoice[]): Promise<void> {
  const ids = [...new Set(named.map(({ siteId }) => siteId))];
  const known = await rows<{ id: number }>(sql`
    SELECT id FROM sites WHERE id = ANY(${ids}::int[]) AND ${sitesVisible(actor)}`);
  if (known.length < ids.length) throw invalid({ sites: ["Please choose from the list."] });
}
