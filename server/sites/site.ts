import { z } from "zod";
import { Site, SiteSecret, Type } from "~models";
import { findOneVisible } from "../accounts";
import { isoTime } from "../kernel/periods";
import { type Actor, levels } from "../kernel/operation/roles";
import { nothing, type RowOf, selected, sql, type Statement } from "../kernel/database/sql";

export const CATEGORIES = ["WEBCAMS", "ADULT", "DATING", "CASINO"] as const;

const Secret = z.object({
  id: z.int(),
  /** Its last characters, by which the site's operators recognize it. */
  hint: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** A site in lists. Only superadmins see its allowed addresses. */
export const ListedSite = z.object({
  id: z.int(),
  sitename: z.string(),
  shortname: z.string(),
  abbr: z.string(),
  url: z.string(),
  clickParam: z.string(),
  contactName: z.string(),
  email: z.string(),
  phoneNum: z.string(),
  type: z.string(),
  note: z.string(),
  status: z.int(),
  active: z.boolean(),
  hidden: z.boolean(),
  specialReport: z.boolean(),
  useApproveSale: z.boolean(),
  avp: z.boolean(),
  typeCount: z.int(),
  version: z.int(),
  allowedAddresses: z.array(z.string()).optional(),
});
export type ListedSite = z.output<typeof ListedSite>;

/** A single site. Superadmins also get its active secrets, but never their values. */
export const SiteOutput = ListedSite.extend({ secrets: z.array(Secret).optional() });
export type SiteOutput = z.output<typeof SiteOutput>;

/** The whole site. Throws 404 if the account cannot see it. */
export const findSite = async (actor: Actor, id: number): Promise<SiteOutput> =>
  shownSite(actor, await findOneVisible(Site, actor, id));

/** A site that was found, in the shape of SiteOutput. */
export async function shownSite(actor: Actor, site: Site): Promise<SiteOutput> {
  const { allowedAddresses, ...fields } = site.get({ plain: true });
  const typeCount = await Type.count({ where: { siteId: site.id } });
  const shown = { ...fields, status: Number(site.active), typeCount };
  if (actor.role !== levels.superadmin) return shown;
  const secrets = await liveSecrets(site.id);
  return {
    ...{ ...shown, allowedAddresses },
    secrets: secrets.map(({ id, hint, createdAt, lastUsedAt }) => ({
      ...{ id, hint, createdAt: isoTime(createdAt), lastUsedAt: lastUsedAt && isoTime(lastUsedAt) },
    })),
  };
}

/** The active secrets of a site, oldest first. */
export const liveSecrets = (siteId: number): Promise<SiteSecret[]> =>
  SiteSecret.findAll({ where: { siteId, revokedAt: null }, order: ["createdAt", "id"] });

const ofSite = selected(Site, [
  ...(["id", "sitename", "shortname", "abbr", "url", "clickParam", "contactName", "email", "phoneNum"] as const),
  ...(["type", "note", "active", "hidden", "specialReport", "useApproveSale", "avp", "version"] as const),
]);
export type SiteRow = RowOf<typeof ofSite> & Pick<ListedSite, "status" | "typeCount" | "allowedAddresses">;

/**
 * Columns of a site, from `siteTables`.
 * SQL by hand: lists of sites with the number of their links.
 */
export const siteColumns = (actor: Actor): Statement => sql`
  ${ofSite}, active::int AS status, coalesce(type_counts.count, 0)::int AS "typeCount"${
    actor.role === levels.superadmin ? sql`, allowed_addresses::text[] AS "allowedAddresses"` : nothing
  }`;

export const siteTables = sql`sites
  LEFT JOIN (SELECT site_id, count(*) AS count FROM types GROUP BY site_id) AS type_counts ON site_id = sites.id`;

/** In lists and choices, an admin without `showSuspend` sees no suspended sites. */
export const listableSites = (actor: Actor): Statement => (actor.showSuspend ? sql`TRUE` : sql`active`);
