import { z } from "zod";
import { Site } from "~models";
import { type RowOf, selected } from "../kernel/sql";

/** A site in the list of one agent or one office (SITE-14): what it is called, how it stands, and whether it is sold there. */
export const SoldSite = z.object({
  siteId: z.int(),
  sitename: z.string(),
  abbr: z.string(),
  status: z.int(),
  enable: z.boolean(),
});

/** The same as its screen shows it, where only what is sold stands. */
export const ShownSite = SoldSite.omit({ status: true, enable: true }).extend({
  active: z.boolean(),
  hidden: z.boolean(),
});

/** Columns of `sites` in such a list; the statement adds whether it is sold, as `enable`. */
export const soldSiteColumns = selected(Site, ["sitename", "abbr", "active", "hidden"], { as: { siteId: "id" } });
export type SoldRow = RowOf<typeof soldSiteColumns> & { enable: boolean };
export const soldSite = (row: SoldRow): z.output<typeof SoldSite> => ({ ...row, status: Number(row.active) });
