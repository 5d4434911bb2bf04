import { z } from "zod";
import { rows } from "../kernel/database";
import { Ids } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The names of the sites that a confirmation is about. One that does not exist is 404. */
export const named = query({
  name: "sites.named",
  does: "change the status of sites",
  allow: atLeast("superadmin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run(_call, { ids }) {
    const sites = await rows<{ sitename: string }>(sql`
      SELECT sitename FROM sites WHERE id = ANY(${ids}::int[]) ORDER BY lower(sitename), id`);
    if (sites.length < ids.length) throw notFound();
    return sites.map(({ sitename }) => sitename);
  },
});
