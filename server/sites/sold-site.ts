import { z } from "zod";
import { Site } from "~models";
import { type RowOf, selected } from "../kernel/database/sql";

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
export const soldSiteColumns = selected(Site, ["sitename", "abbr", "active", "hidden"], { as: { siteId: "id" } });
export type SoldRow = RowOf<typeof soldSiteColumns> & { enable: boolean };
export const soldSite = (row: SoldRow): z.output<typeof SoldSite> => ({ ...row, status: Number(row.active) });
