import { z } from "zod";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { limit, List, orderBy, Paging } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { SiteChoice, findSitesWithoutManual } from "./available-sites";
import { sortColumns, ManualOutput, type ManualRow, manualColumns, siteColumns, sortable } from "./manual";

const Input = Paging(sortable, "sitename");
const MAX_OFFERED = 11;

/** The list of manuals for editing, without their texts, and sites that have none yet. */
export const listScreen = query({
  name: "manuals.listScreen",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: Input,
  output: z.object({ manuals: List(ManualOutput.omit({ html: true })), asked: Input, without: z.array(SiteChoice) }),
  async run(_call, input) {
    const items = await queryRows<ManualRow>(sql`
      SELECT ${manualColumns}, ${siteColumns}
      FROM site_manuals JOIN sites ON sites.id = site_id
      ${orderBy(sortColumns, input, sql`site_manuals.id`)} ${limit(input)}`);
    const row = await queryOne<{ total: number }>(sql`SELECT count(*)::int AS total FROM site_manuals`);
    return {
      manuals: { items, total: row?.total ?? 0 },
      asked: input,
      without: await findSitesWithoutManual(MAX_OFFERED),
    };
  },
});
