import { type Site, SiteFlags } from "~models";
import { now } from "../kernel/periods/now";

/**
 * Records the sites' flags from now on. Events keep the flags at the time of their first report, so each change is a
 * separate version.
 */
export async function flagsFrom(sites: readonly Site[]): Promise<void> {
  const since = now();
  await SiteFlags.bulkCreate(
    sites.map(({ id, useApproveSale, avp }) => ({ siteId: id, since, useApproveSale, avp })),
    { updateOnDuplicate: ["useApproveSale", "avp"] },
  );
}
