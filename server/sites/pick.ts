import { z } from "zod";
import { Site } from "~models";
import { sitesVisible } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { all, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { listableSites, SiteListItem, siteColumns, siteTables } from "./site";

const filters = ["all", "onlyAvailable", "onlyAvailablePlusSuspended"] as const;
export type SiteFilter = (typeof filters)[number];

const SiteOption = z.object({ id: z.int(), sitename: z.string() });

/** The sites to choose from: all sites with all fields for admins, else id and name of the enabled ones. */
export const pick = query({
  name: "sites.pick",
  does: "list sites",
  allow: atLeast("agent"),
  autocommit: true,
  input: z.object({ filter: z.enum(filters, "Please choose one from the list.").default("all") }),
  output: z.array(z.union([SiteListItem, SiteOption])),
  run: ({ actor }, { filter }) =>
    hasRole(actor, "admin") ? listSites(actor, filter, siteColumns(actor)) : listSiteOptions(actor, filter),
});

const optionColumns = selectColumns(Site, ["id", "sitename", "active", "hidden"]);
const nameColumns = selectColumns(Site, ["id", "sitename", "abbr"]);

/** Id, name and status of the sites that the account can see, by name. */
export const listSiteOptions = (actor: Actor, filter: SiteFilter): Promise<RowOf<typeof optionColumns>[]> =>
  listSites(actor, filter, optionColumns);

/** Sites that the account can see, by name. Without `showSuspend`, suspended ones are left out for admins. */
function listSites(actor: Actor, filter: SiteFilter, columns: Statement): Promise<RowOf<typeof optionColumns>[]> {
  const conditions = [
    sitesVisible(actor),
    filter !== "all" && sql`NOT sites.hidden`,
    filter === "onlyAvailable" && sql`sites.active`,
    hasRole(actor, "admin") && listableSites(actor),
  ];
  return queryRows(
    sql`
    SELECT ${columns} FROM ${siteTables} WHERE ${all(conditions)} ORDER BY sitename COLLATE by_name, sites.id`,
    { plan: "prepared" },
  );
}

/**
 * A short name for each of these sites: the abbreviation, or the name where several of them share an abbreviation, so
 * that no two sites have one name. Site names may repeat, then the ID follows.
 * Every report reads it, and a query through the model takes three times as long.
 */
export async function shortSiteNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  type Named = RowOf<typeof nameColumns>;
  const sites = await queryRows<Named>(
    sql`SELECT ${nameColumns} FROM sites WHERE id = ANY(${[...new Set(ids)]}::int[])`,
  );
  const repeats = (nameOf: (site: Named) => string, site: Named) =>
    sites.some((other) => other.id !== site.id && nameOf(other).toLowerCase() === nameOf(site).toLowerCase());
  return new Map(
    sites.map((site) => {
      if (site.abbr && !repeats(({ abbr }) => abbr, site)) return [site.id, site.abbr];
      return [site.id, repeats(({ sitename }) => sitename, site) ? `${site.sitename} #${site.id}` : site.sitename];
    }),
  );
}
