import { z } from "zod";
import { Site, SiteManual } from "~models";
import { listable, sitesVisible } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { displayHtml } from "../kernel/operation/html";
import { noSuch } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";

/** A manual as returned by calls. */
export const ManualOutput = z
  .object({
    id: z.int(),
    siteId: z.int(),
    sitename: z.string(),
    title: z.string(),
    html: z.string(),
    version: z.int(),
  })
  .meta({ id: "Manual", description: "A manual for the agents of a site." });
export type ManualOutput = z.output<typeof ManualOutput>;

export const sortable = ["sitename", "title"] as const;
export const sortColumns = { sitename: sql`sitename COLLATE by_name`, title: sql`title COLLATE by_name` };

/** Condition: manuals of the sites that lists show to the account. */
export const visibleCondition = (actor: Actor): Statement =>
  sql`${sitesVisible(actor)} AND ${listable(actor, sql`sites`)}`;

/** Columns of `site_manuals` joined with `sites`: those of a manual in lists, and its text. */
export const manualColumns = selectColumns(SiteManual, ["id", "siteId", "title", "version"]);
export const siteColumns = selectColumns(Site, ["sitename"]);
const textColumns = selectColumns(SiteManual, ["html"]);
export type ManualRow = RowOf<typeof manualColumns> & RowOf<typeof siteColumns>;

/** The manuals selected by the rest of the statement (WHERE, ORDER BY), with sanitized HTML. */
export async function findManuals(rest: Statement): Promise<ManualOutput[]> {
  const manuals = await queryRows<ManualRow & RowOf<typeof textColumns>>(sql`
    SELECT ${manualColumns}, ${siteColumns}, ${textColumns}
    FROM site_manuals JOIN sites ON sites.id = site_id ${rest}`);
  return Promise.all(manuals.map(async (manual) => ({ ...manual, html: await displayHtml(manual.html) })));
}

/** The manual with sanitized HTML. Throws 404. */
export async function findManual(id: number): Promise<ManualOutput> {
  const manual = await SiteManual.findByPk(id, { include: "site" });
  if (!manual) throw noSuch("manual");
  return { id, ...(await editableFields(manual)), sitename: manual.site?.sitename ?? "", version: manual.version };
}

/** The manual, locked for update. Throws 404. */
export async function lockManual(id: number): Promise<SiteManual> {
  const manual = await SiteManual.findByPk(id, { lock: true });
  if (!manual) throw noSuch("manual");
  return manual;
}

/** The fields of a manual that superadmins edit, with sanitized HTML. */
export const editableFields = async ({ siteId, title, html }: SiteManual) => ({
  siteId,
  title,
  html: await displayHtml(html),
});
