import { z } from "zod";
import { Site } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";

export const SiteChoice = z.object({ id: z.int(), sitename: z.string() });

/** Sites without a manual. A site has at most one. */
export const availableSites = query({
  name: "manuals.availableSites",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(SiteChoice),
  run: () => findSitesWithoutManual(),
});

const columns = selectColumns(Site, ["id", "sitename"]);

/** Sites without a manual, by name, at most `limit` of them. */
export const findSitesWithoutManual = (limit: number | null = null): Promise<RowOf<typeof columns>[]> =>
  queryRows(sql`
    SELECT ${columns} FROM sites
    WHERE NOT EXISTS (SELECT 1 FROM site_manuals WHERE site_id = sites.id)
    ORDER BY sitename COLLATE by_name, id LIMIT ${limit}`);
