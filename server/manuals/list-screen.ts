import { z } from "zod";
import { one, rows } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { SiteChoice, sitesWithout } from "./available-sites";
import { columns, ManualOutput, type ManualRow, ofManual, ofSite, sortable } from "./manual";

const Asked = Paging(sortable, "sitename");
const MOST_OFFERED = 11;

/**
 * The list of manuals for editing, without their texts, and sites that have none yet.
 * SQL by hand: a page of the list.
 */
export const listScreen = query({
  name: "manuals.listScreen",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: Asked,
  output: z.object({ manuals: List(ManualOutput.omit({ html: true })), asked: Asked, without: z.array(SiteChoice) }),
  async run(_call, asked) {
    const items = await rows<ManualRow>(sql`
      SELECT ${ofManual}, ${ofSite}
      FROM site_manuals JOIN sites ON sites.id = site_id
      ${orderBy(columns, asked, sql`site_manuals.id`)} ${limit(asked)}`);
    const counted = await one<{ total: number }>(sql`SELECT count(*)::int AS total FROM site_manuals`);
    return { manuals: { items, total: counted?.total ?? 0 }, asked, without: await sitesWithout(MOST_OFFERED) };
  },
});
