import { z } from "zod";
import { sitesVisible } from "../accounts";
import { rows } from "../kernel/database";
import { query } from "../kernel/operation";
import { type Actor, atLeast, levels, reaches } from "../kernel/roles";
import { all, nothing, sql } from "../kernel/sql";

const filters = ["all", "onlyAvailable", "onlyAvailablePlusSuspended"] as const;
export type SiteFilter = (typeof filters)[number];

const Named = z.object({ id: z.int(), sitename: z.string() });
const Site = Named.extend({
  shortname: z.string(),
  abbr: z.string(),
  url: z.string(),
  clickParam: z.string(),
  contactName: z.string(),
  email: z.string(),
  phoneNum: z.string(),
  type: z.string(),
  note: z.string(),
  status: z.int(),
  active: z.boolean(),
  hidden: z.boolean(),
  specialReport: z.boolean(),
  useApproveSale: z.boolean(),
  avp: z.boolean(),
  typeCount: z.int(),
  version: z.int(),
  allowedAddresses: z.array(z.string()).optional(),
});

/** The sites to choose from: all with all of their fields for admins, else id and name of those enabled. */
export const pick = query({
  name: "sites.pick",
  does: "list sites",
  allow: atLeast("agent"),
  input: z.object({ filter: z.enum(filters, "Please choose one from the list.").default("all") }),
  output: z.array(z.union([Site, Named])),
  run: ({ actor }, { filter }) => pickedSites(actor, filter),
});

/** Sites by name that the account may know of; without `showSuspend` an admin gets no suspended ones. */
export function pickedSites(actor: Actor, filter: SiteFilter): Promise<z.input<typeof Named>[]> {
  const conditions = [
    sitesVisible(actor),
    filter !== "all" && sql`NOT sites.hidden`,
    filter === "onlyAvailable" && sql`sites.active`,
    reaches(actor, "admin") && !actor.showSuspend && sql`sites.active`,
  ];
  const admins = reaches(actor, "admin")
    ? sql`, shortname, abbr, url, click_param AS "clickParam", contact_name AS "contactName", email,
        phone_num AS "phoneNum", type, note, active::int AS status, active, hidden,
        special_report AS "specialReport", use_approve_sale AS "useApproveSale", avp,
        coalesce(type_counts.count, 0)::int AS "typeCount", version`
    : nothing;
  const superadmins =
    actor.role === levels.superadmin ? sql`, allowed_addresses::text[] AS "allowedAddresses"` : nothing;
  return rows(sql`
    SELECT sites.id, sitename${admins}${superadmins} FROM sites
    LEFT JOIN (SELECT site_id, count(*) AS count FROM types GROUP BY site_id) AS type_counts ON site_id = sites.id
    WHERE ${all(conditions)} ORDER BY lower(sitename), sites.id`);
}
