import { sitesVisible } from "../accounts";
import { one } from "../kernel/database";
import { notFound } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";

export type SiteKnown = { id: number; sitename: string; avp: boolean; useApproveSale: boolean };

/** The site, if the account may know of it. Throws 404. */
export async function requireSite(actor: Actor, id: number): Promise<SiteKnown> {
  const site = await one<SiteKnown>(sql`
    SELECT id, sitename, avp, use_approve_sale AS "useApproveSale" FROM sites
    WHERE id = ${id} AND ${sitesVisible(actor)}`);
  if (!site) throw notFound();
  return site;
}
