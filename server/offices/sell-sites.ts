import { OfficeSite } from "~models";
import { passOnSites } from "./pass-on-sites";

/**
 * Makes an office sell exactly these sites. New sites are enabled for its agents too, as when a site is enabled for all
 * offices. Sites that the office loses no longer take effect for its agents. Returns whether anything changed.
 */
export async function sellSites(companyId: number, siteIds: readonly number[]): Promise<boolean> {
  const chosen = new Set(siteIds);
  const sold = new Set(await soldSites(companyId));
  const lost = [...sold].filter((id) => !chosen.has(id));
  const gained = [...chosen].filter((id) => !sold.has(id));
  await OfficeSite.destroy({ where: { companyId, siteId: lost } });
  await OfficeSite.bulkCreate(
    gained.map((siteId) => ({ companyId, siteId })),
    { ignoreDuplicates: true },
  );
  await passOnSites(companyId, gained);
  return lost.length + gained.length > 0;
}

/** The ids of the sites that an office sells, in ascending order. */
export async function soldSites(companyId: number): Promise<number[]> {
  const sold = await OfficeSite.findAll({ where: { companyId }, order: ["siteId"], raw: true });
  return sold.map(({ siteId }) => siteId);
}
