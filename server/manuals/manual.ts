import { z } from "zod";
import { listable, sitesVisible } from "../accounts";
import { one, rows } from "../kernel/database";
import { shownHtml } from "../kernel/html";
import { notFound } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";

/** A manual as calls answer it. */
export const Manual = z.object({
  id: z.int(),
  siteId: z.int(),
  sitename: z.string(),
  title: z.string(),
  html: z.string(),
  version: z.int(),
});
export type Manual = z.output<typeof Manual>;

export const sortable = ["sitename", "title"] as const;
export const columns = { sitename: sql`lower(sitename)`, title: sql`lower(title)` };

/** Manuals of the sites that lists show to the account. */
export const visible = (actor: Actor): Statement => sql`${sitesVisible(actor)} AND ${listable(actor, sql`sites`)}`;

const manuals = (rest: Statement): Statement => sql`
  SELECT site_manuals.id, site_id AS "siteId", sitename, title, html, site_manuals.version
  FROM site_manuals JOIN sites ON sites.id = site_id ${rest}`;

const shown = (manual: Manual): Manual => ({ ...manual, html: shownHtml(manual.html) });

/** The manuals that the rest of the statement (WHERE, ORDER BY) leaves, as they may be shown. */
export const manualsOf = async (rest: Statement): Promise<Manual[]> => (await rows<Manual>(manuals(rest))).map(shown);

/** The manual; `locked`: nobody else changes it before this transaction ends. Throws 404. */
export async function findManual(id: number, { locked = false } = {}): Promise<Manual> {
  const lock = locked ? sql` FOR UPDATE OF site_manuals` : sql``;
  const manual = await one<Manual>(sql`${manuals(sql`WHERE site_manuals.id = ${id}`)}${lock}`);
  if (!manual) throw notFound();
  return shown(manual);
}
