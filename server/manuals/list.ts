import { z } from "zod";
import { readsManuals } from "../accounts";
import { Flag } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { orderBy } from "../kernel/operation/page";
import { sql } from "../kernel/database/sql";
import { columns, ManualOutput, manualsOf, sortable, visible } from "./manual";

/**
 * The manuals, with their texts, of the sites that the account may see, sorted by the site's name by default.
 * SQL by hand: a list.
 */
export const list = query({
  name: "manuals.list",
  does: "read site manuals",
  allow: readsManuals,
  input: z.object({
    sortField: z.enum(sortable, "This column cannot be sorted.").default("sitename"),
    sortAsc: Flag.default(true),
  }),
  output: z.array(ManualOutput),
  run: ({ actor }, sort) => manualsOf(sql`WHERE ${visible(actor)} ${orderBy(columns, sort, sql`site_manuals.id`)}`),
});
