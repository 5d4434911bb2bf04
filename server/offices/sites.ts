import { z } from "zod";
import { OfficeSite } from "~models";
import { sitesVisible } from "../accounts";
import { all, sql } from "../kernel/database/sql";
import { queryRows, execute } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { ShownSite, type SoldSiteRow, SoldSite, toSoldSite, soldSiteColumns } from "../sites";
import { OfficeCard, requireOffice } from "./office";

/** Enables sites for every agent of an office. */
async function enableForAgents(companyId: number, siteIds: readonly number[]): Promise<void> {
  await execute(sql`
    INSERT INTO agent_sites (agent_id, site_id)
    SELECT agents.id, site_id FROM agents CROSS JOIN unnest(${siteIds}::int[]) AS site_id WHERE company_id = ${companyId}
    ON CONFLICT DO NOTHING`);
}

/**
 * Makes an office sell exactly these sites. New sites are enabled for its agents too, as when a site is enabled for all
 * offices. Sites that the office loses no longer take effect for its agents. Returns whether anything changed.
 */
export async function setSoldSites(companyId: number, siteIds: readonly number[]): Promise<boolean> {
  const chosen = new Set(siteIds);
  const sold = new Set(await soldSiteIds(companyId));
  const removed = [...sold].filter((id) => !chosen.has(id));
  const added = [...chosen].filter((id) => !sold.has(id));
  await OfficeSite.destroy({ where: { companyId, siteId: removed } });
  await OfficeSite.bulkCreate(
    added.map((siteId) => ({ companyId, siteId })),
    { ignoreDuplicates: true },
  );
  await enableForAgents(companyId, added);
  return removed.length + added.length > 0;
}

/** The ids of the sites that an office sells, in ascending order. */
export async function soldSiteIds(companyId: number): Promise<number[]> {
  const officeSites = await OfficeSite.findAll({ where: { companyId }, order: ["siteId"], raw: true });
  return officeSites.map(({ siteId }) => siteId);
}

/** The sites that the account can see, each with its status and whether the office sells it. */
export const sites = query({
  name: "offices.sites",
  does: "list the sites of offices",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.array(SoldSite),
  async run({ actor }, { id }) {
    await requireOffice(actor, id);
    return (await sitesOf(actor, id)).map(toSoldSite);
  },
});

/** The sites that the office sells, for the screen. */
export const sitesScreen = query({
  name: "offices.sitesScreen",
  does: "list the sites of offices",
  allow: atLeast("admin"),
  input: z.object({ officeId: Id }),
  output: OfficeCard.extend({ sites: z.array(ShownSite) }),
  async run({ actor }, { officeId }) {
    const office = await requireOffice(actor, officeId);
    return { ...office, sites: (await sitesOf(actor, officeId)).filter(({ enable }) => enable) };
  },
});

/** A list of sites, each with whether the office sells it. */
const sitesOf = (actor: Actor, companyId: number): Promise<SoldSiteRow[]> =>
  queryRows(sql`
    SELECT ${soldSiteColumns}, own.site_id IS NOT NULL AS enable
    FROM sites LEFT JOIN office_sites own ON own.site_id = sites.id AND own.company_id = ${companyId}
    WHERE ${all([sitesVisible(actor), hasRole(actor, "admin") && !actor.showSuspend && sql`active`])}
    ORDER BY sitename COLLATE by_name, sites.id`);
