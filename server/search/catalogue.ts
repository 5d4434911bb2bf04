import { z } from "zod";
import { Site, Type } from "~models";
import { sitesVisible } from "../accounts";
import { all, contains, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { cut, nearest } from "./nearest";

export const FoundSite = z.object({ id: z.int(), sitename: z.string(), active: z.boolean(), hidden: z.boolean() });
export const FoundType = z.object({
  id: z.int(),
  siteId: z.int(),
  sitename: z.string(),
  typename: z.string(),
  active: z.boolean(),
});

const siteColumns = selectColumns(Site, ["id", "sitename", "active", "hidden"]);
const typeColumns = selectColumns(Type, ["id", "siteId", "typename", "active"]);
const siteNames = selectColumns(Site, ["sitename"]);

/** As in the lists: admins without `showSuspend` do not see suspended sites. */
const listed = (actor: Actor) =>
  all([sitesVisible(actor), hasRole(actor, "admin") && !actor.showSuspend && sql`sites.active`]);

/** Sites by name. */
export async function sitesNamed(actor: Actor, text: string) {
  return cut(
    await queryRows<RowOf<typeof siteColumns>>(sql`
      SELECT ${siteColumns} FROM sites WHERE ${all([listed(actor), contains(sql`sitename`, text)])}
      ${nearest(sql`sitename`, text, sql`sites.id`)}`),
  );
}

/** Links of sites by name or abbreviation. */
export async function typesNamed(actor: Actor, text: string) {
  return cut(
    await queryRows<RowOf<typeof typeColumns> & RowOf<typeof siteNames>>(sql`
      SELECT ${typeColumns}, ${siteNames} FROM types JOIN sites ON sites.id = types.site_id
      WHERE ${all([listed(actor), sql`${contains(sql`typename`, text)} OR ${contains(sql`typealias`, text)}`])}
      ${nearest(sql`typename`, text, sql`sitename COLLATE by_name`, sql`types.id`)}`),
  );
}
