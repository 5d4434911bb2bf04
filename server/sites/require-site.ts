import type { Attributes } from "sequelize";
import { Site } from "~models";
import { notFound } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";

const attributes = ["id", "sitename", "avp", "useApproveSale"] as const;
export type SiteKnown = Pick<Attributes<Site>, (typeof attributes)[number]>;

/** The site. Throws 404 if the account cannot see it. */
export async function requireSite(actor: Actor, id: number): Promise<SiteKnown> {
  const { include } = Site.visibleTo(actor);
  const site = await Site.findOne({ attributes: [...attributes], include, where: { id }, raw: true });
  if (!site) throw notFound();
  return site;
}

/** Whether the account can see all these sites. */
export async function knowsSites(actor: Actor, ids: readonly number[]): Promise<boolean> {
  const named = new Set(ids);
  if (named.size === 0) return true;
  const { include } = Site.visibleTo(actor);
  return (await Site.count({ include, where: { id: [...named] }, distinct: true })) === named.size;
}
