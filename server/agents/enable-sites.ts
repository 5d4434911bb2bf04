import { sitesVisible } from "../accounts";
import { rows, run } from "../kernel/database";
import { invalid } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";
import type { SiteChoice } from "./fields";

/** A new agent starts with the sites of his office, save those that were named as not his. */
export async function startWithSites(actor: Actor, agentId: number, companyId: number, named: readonly SiteChoice[]) {
  await requireSites(actor, named);
  const without = named.filter(({ enable }) => !enable).map(({ siteId }) => siteId);
  await run(sql`
    INSERT INTO agent_sites (agent_id, site_id)
    SELECT ${agentId}::int, site_id FROM office_sites
    WHERE company_id = ${companyId} AND site_id <> ALL(${without}::int[])`);
}

/** Enables and disables the named sites for an agent; the others stay as they are. */
export async function enableSites(actor: Actor, agentId: number, named: readonly SiteChoice[]): Promise<void> {
  await requireSites(actor, named);
  const ids = (enable: boolean) => named.filter((site) => site.enable === enable).map(({ siteId }) => siteId);
  await run(sql`DELETE FROM agent_sites WHERE agent_id = ${agentId} AND site_id = ANY(${ids(false)}::int[])`);
  await run(sql`
    INSERT INTO agent_sites (agent_id, site_id) SELECT ${agentId}::int, unnest(${ids(true)}::int[])
    ON CONFLICT DO NOTHING`);
}

async function requireSites(actor: Actor, named: readonly SiteChoice[]): Promise<void> {
  const ids = [...new Set(named.map(({ siteId }) => siteId))];
  const known = await rows<{ id: number }>(sql`
    SELECT id FROM sites WHERE id = ANY(${ids}::int[]) AND ${sitesVisible(actor)}`);
  if (known.length < ids.length) throw invalid({ sites: ["Please choose from the list."] });
}
