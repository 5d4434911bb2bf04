import { z } from "zod";
import { Site } from "~models";
import { sitesVisible } from "../accounts";
import { rows } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, reaches } from "../kernel/operation/roles";
import { all, type RowOf, selected, sql } from "../kernel/database/sql";
import { listableSites, ListedSite, siteColumns, siteTables } from "./site";

const filters = ["all", "onlyAvailable", "onlyAvailablePlusSuspended"] as const;
export type SiteFilter = (typeof filters)[number];

const Named = z.object({ id: z.int(), sitename: z.string() });

/** The sites to choose from: all sites with all fields for admins, else id and name of the enabled ones. */
export const pick = query({
  name: "sites.pick",
  does: "list sites",
  allow: atLeast("agent"),
  single: true,
  input: z.object({ filter: z.enum(filters, "Please choose one from the list.").default("all") }),
  output: z.array(z.union([ListedSite, Named])),
  run: ({ actor }, { filter }) => pickedSites(actor, filter),
});

const named = selected(Site, ["id", "sitename"]);

/**
 * Sites that the account can see, by name. Without `showSuspend`, suspended ones are left out for admins.
 * SQL by hand: a picker with counts.
 */
export function pickedSites(actor: Actor, filter: SiteFilter): Promise<RowOf<typeof named>[]> {
  const admin = reaches(actor, "admin");
  const conditions = [
    sitesVisible(actor),
    filter !== "all" && sql`NOT sites.hidden`,
    filter === "onlyAvailable" && sql`sites.active`,
    admin && listableSites(actor),
  ];
  const columns = admin ? siteColumns(actor) : named;
  return rows(sql`
    SELECT ${columns} FROM ${siteTables} WHERE ${all(conditions)} ORDER BY lower(sitename), sites.id`);
}
