import { z } from "zod";
import { sitesVisible } from "../accounts";
import { rows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, reaches } from "../kernel/operation/roles";
import { all, sql } from "../kernel/database/sql";
import { ShownSite, SoldSite, soldSite, soldSiteColumns, type SoldRow } from "../sites";
import { requireOffice } from "./require-office";

/** The sites that the account can see, each with its status and whether the office sells it. */
export const sites = query({
  name: "offices.sites",
  does: "list the sites of offices",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.array(SoldSite),
  async run({ actor }, { id }) {
    await requireOffice(actor, id);
    return (await sitesOf(actor, id)).map(soldSite);
  },
});

/** The sites that the office sells, for the screen. */
export const sitesScreen = query({
  name: "offices.sitesScreen",
  does: "list the sites of offices",
  allow: atLeast("admin"),
  input: z.object({ officeId: Id }),
  output: z.object({ officeName: z.string(), sites: z.array(ShownSite) }),
  async run({ actor }, { officeId }) {
    const { officeName } = await requireOffice(actor, officeId);
    return { officeName, sites: (await sitesOf(actor, officeId)).filter(({ enable }) => enable) };
  },
});

/** SQL by hand: a list of sites, each with whether the office sells it. */
const sitesOf = (actor: Actor, companyId: number): Promise<SoldRow[]> =>
  rows(sql`
    SELECT ${soldSiteColumns}, own.site_id IS NOT NULL AS enable
    FROM sites LEFT JOIN office_sites own ON own.site_id = sites.id AND own.company_id = ${companyId}
    WHERE ${all([sitesVisible(actor), reaches(actor, "admin") && !actor.showSuspend && sql`active`])}
    ORDER BY lower(sitename), sites.id`);
