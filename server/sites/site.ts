import type { Attributes } from "sequelize";
import { z } from "zod";
import { Site, SiteFlags, SitePixelKey, SiteSecret, Type } from "~models";
import { findOneVisible } from "../accounts";
import { nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, levels } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";

/**
 * Records the sites' flags from now on. Events keep the flags at the time of their first report, so each change is a
 * separate version.
 */
export async function recordFlags(sites: readonly Site[]): Promise<void> {
  const since = now();
  await SiteFlags.bulkCreate(
    sites.map(({ id, useApproveSale, avp }) => ({ siteId: id, since, useApproveSale, avp })),
    { updateOnDuplicate: ["useApproveSale", "avp"] },
  );
}

export const CATEGORIES = ["WEBCAMS", "ADULT", "DATING", "CASINO"] as const;

const Secret = z.object({
  id: z.int(),
  /** Its last characters, by which the site's operators recognize it. */
  hint: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

const PixelKey = z.object({
  id: z.int(),
  /** Public: it is in the pages of the site. */
  key: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** A site in lists. Only superadmins see its allowed addresses. */
export const SiteListItem = z
  .object({
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
  })
  .meta({ id: "SiteInList", description: "A site in a list." });
export type SiteListItem = z.output<typeof SiteListItem>;

/** A single site. Superadmins also get its active secrets, but never their values, and its active pixel keys. */
export const SiteOutput = SiteListItem.extend({
  secrets: z.array(Secret).optional(),
  pixelKeys: z.array(PixelKey).optional(),
}).meta({ id: "Site", description: "A site whose links are sold." });
export type SiteOutput = z.output<typeof SiteOutput>;

/** The whole site. Throws 404 if the account cannot see it. */
export const findSite = async (actor: Actor, id: number): Promise<SiteOutput> =>
  toSiteOutput(actor, await findOneVisible(Site, actor, id));

/** A site that was found, in the shape of SiteOutput. */
export async function toSiteOutput(actor: Actor, site: Site): Promise<SiteOutput> {
  const { allowedAddresses, ...fields } = site.get({ plain: true });
  const typeCount = await Type.count({ where: { siteId: site.id } });
  const output = { ...fields, status: Number(site.active), typeCount };
  if (actor.role !== levels.superadmin) return output;
  const secrets = await findActiveSecrets(site.id);
  const pixelKeys = await findActivePixelKeys(site.id);
  return {
    ...{ ...output, allowedAddresses },
    secrets: secrets.map((secret) => ({ id: secret.id, hint: secret.hint, ...timesOf(secret) })),
    pixelKeys: pixelKeys.map((pixel) => ({ id: pixel.id, key: pixel.key, ...timesOf(pixel) })),
  };
}

const timesOf = ({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date | null }) => ({
  createdAt: isoTime(createdAt),
  lastUsedAt: lastUsedAt && isoTime(lastUsedAt),
});

/** The active secrets of a site, oldest first. */
export const findActiveSecrets = (siteId: number): Promise<SiteSecret[]> =>
  SiteSecret.findAll({ where: { siteId, revokedAt: null }, order: ["createdAt", "id"] });

/** The active pixel keys of a site, oldest first. Without one its pixel is off. */
export const findActivePixelKeys = (siteId: number): Promise<SitePixelKey[]> =>
  SitePixelKey.findAll({ where: { siteId, revokedAt: null }, order: ["createdAt", "id"] });

const siteTableColumns = selectColumns(Site, [
  ...(["id", "sitename", "shortname", "abbr", "url", "clickParam", "contactName", "email", "phoneNum"] as const),
  ...(["type", "note", "active", "hidden", "specialReport", "useApproveSale", "avp", "version"] as const),
]);
export type SiteRow = RowOf<typeof siteTableColumns> & Pick<SiteListItem, "status" | "typeCount" | "allowedAddresses">;

/** Columns of a site, from `siteTables`. */
export const siteColumns = (actor: Actor): Statement => sql`
  ${siteTableColumns}, active::int AS status, coalesce(type_counts.count, 0)::int AS "typeCount"${
    actor.role === levels.superadmin ? sql`, allowed_addresses::text[] AS "allowedAddresses"` : nothing
  }`;

export const siteTables = sql`sites
  LEFT JOIN (SELECT site_id, count(*) AS count FROM types GROUP BY site_id) AS type_counts ON site_id = sites.id`;

/** In lists and choices, an admin without `showSuspend` sees no suspended sites. */
export const listableSites = (actor: Actor): Statement => (actor.showSuspend ? sql`TRUE` : sql`active`);

/** The same for counts of rows with a `site_id`, so that a count equals the list that it leads to. */
export const joinListableSites = (actor: Actor): Statement =>
  actor.showSuspend ? nothing : sql`JOIN sites ON sites.id = site_id AND sites.active`;

const attributes = ["id", "sitename", "active", "hidden", "avp", "useApproveSale"] as const;
type SiteSummary = Pick<Attributes<Site>, (typeof attributes)[number]>;

/** The site. Throws 404 if the account cannot see it. */
export async function requireSite(actor: Actor, id: number): Promise<SiteSummary> {
  const { include } = Site.visibleTo(actor);
  const site = await Site.findOne({ attributes: [...attributes], include, where: { id }, raw: true });
  if (!site) throw noSuch("site");
  return site;
}

/** Whether the account can see all these sites. */
export async function canSeeSites(actor: Actor, ids: readonly number[]): Promise<boolean> {
  const uniqueIds = new Set(ids);
  if (uniqueIds.size === 0) return true;
  const { include } = Site.visibleTo(actor);
  return (await Site.count({ include, where: { id: [...uniqueIds] }, distinct: true })) === uniqueIds.size;
}

/** A site in the list of one agent or one office (SITE-14): its name, its status, and whether it is sold there. */
export const SoldSite = z.object({
  siteId: z.int(),
  sitename: z.string(),
  abbr: z.string(),
  status: z.int(),
  enable: z.boolean(),
});

/** A sold site on the screen, which lists only those. */
export const ShownSite = SoldSite.omit({ status: true, enable: true }).extend({
  active: z.boolean(),
  hidden: z.boolean(),
});

/** Columns of `sites` for such a list. The statement adds `enable`: whether the site is sold. */
export const soldSiteColumns = selectColumns(Site, ["sitename", "abbr", "active", "hidden"], { as: { siteId: "id" } });
export type SoldSiteRow = RowOf<typeof soldSiteColumns> & { enable: boolean };
export const toSoldSite = (row: SoldSiteRow): z.output<typeof SoldSite> => ({ ...row, status: Number(row.active) });

/** The name of a site, and whether it is in use. */
export const SiteCard = z.object({ id: z.int(), sitename: z.string(), active: z.boolean(), hidden: z.boolean() });

/** One site for its pages. */
export const card = query({
  name: "sites.card",
  does: "read sites",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: SiteCard,
  run: ({ actor }, { id }) => requireSite(actor, id),
});

export const read = query({
  name: "sites.read",
  does: "read sites",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: SiteOutput,
  run: ({ actor }, { id }) => findSite(actor, id),
});
