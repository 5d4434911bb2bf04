import { type Site, SiteFlags } from "~models";
import { now } from "../kernel/clock";

/**
 * Notes what the sites' flags are from now on. Events keep those that held when they were first reported, so each
 * change is a version of its own.
 */
export async function flagsFrom(sites: readonly Site[]): Promise<void> {
  const since = now();
  await SiteFlags.bulkCreate(
    sites.map(({ id, useApproveSale, avp }) => ({ siteId: id, since, useApproveSale, avp })),
    { updateOnDuplicate: ["useApproveSale", "avp"] },
  );
}
