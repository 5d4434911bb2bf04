import { z } from "zod";
import { Site, SiteManual } from "~models";
import { listable, sitesVisible } from "../accounts";
import { rows } from "../kernel/database/transactions";
import { shownHtml } from "../kernel/text/html";
import { notFound } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { type RowOf, selected, sql, type Statement } from "../kernel/database/sql";

/** A manual as returned by calls. */
export const ManualOutput = z.object({
  id: z.int(),
  siteId: z.int(),
  sitename: z.string(),
  title: z.string(),
  html: z.string(),
  version: z.int(),
});
export type ManualOutput = z.output<typeof ManualOutput>;

export const sortable = ["sitename", "title"] as const;
export const columns = { sitename: sql`lower(sitename)`, title: sql`lower(title)` };

/** Condition: manuals of the sites that lists show to the account. */
export const visible = (actor: Actor): Statement => sql`${sitesVisible(actor)} AND ${listable(actor, sql`sites`)}`;

/** Columns of `site_manuals` joined with `sites`: those of a manual in lists, and its text. */
export const ofManual = selected(SiteManual, ["id", "siteId", "title", "version"]);
export const ofSite = selected(Site, ["sitename"]);
const ofText = selected(SiteManual, ["html"]);
export type ManualRow = RowOf<typeof ofManual> & RowOf<typeof ofSite>;

/**
 * The manuals selected by the rest of the statement (WHERE, ORDER BY), with sanitized HTML.
 * SQL by hand: a list.
 */
export async function manualsOf(rest: Statement): Promise<ManualOutput[]> {
  const found = await rows<ManualRow & RowOf<typeof ofText>>(sql`
    SELECT ${ofManual}, ${ofSite}, ${ofText}
    FROM site_manuals JOIN sites ON sites.id = site_id ${rest}`);
  return found.map((manual) => ({ ...manual, html: shownHtml(manual.html) }));
}

/** The manual with sanitized HTML. Throws 404. */
export async function findManual(id: number): Promise<ManualOutput> {
  const manual = await SiteManual.findByPk(id, { include: "site" });
  if (!manual) throw notFound();
  return { id, ...textOf(manual), sitename: manual.site?.sitename ?? "", version: manual.version };
}

/** The manual, locked for update. Throws 404. */
export async function holdManual(id: number): Promise<SiteManual> {
  const manual = await SiteManual.findByPk(id, { lock: true });
  if (!manual) throw notFound();
  return manual;
}

/** The fields of a manual that superadmins edit, with sanitized HTML. */
export const textOf = ({ siteId, title, html }: SiteManual) => ({ siteId, title, html: shownHtml(html) });
