import { z } from "zod";
import { one } from "../kernel/database";
import { Id, Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { productUrl } from "../kernel/product-url";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { isUsed } from "./remove";
import { MOST_SECRETS } from "./secrets";
import { CATEGORIES, findSite, Site } from "./site";

const Categories = z.array(z.string());
/** What goes with a site when it is deleted. */
const Along = z.object({ links: z.int(), manuals: z.int(), chatLogs: z.int() });

/** What a new site's form begins with: active (SITE-12). */
export const createScreen = query({
  name: "sites.createScreen",
  does: "add sites",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ categories: Categories }),
  run: () => Promise.resolve({ categories: [...CATEGORIES] }),
});

/** A site's form: the site with its secrets, and what deleting it would take along; null where it cannot be deleted. */
export const editScreen = query({
  name: "sites.editScreen",
  does: "change sites",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: z.object({
    site: Site,
    categories: Categories,
    along: Along.nullable(),
    mayHaveSecret: z.boolean(),
    postbackUrl: z.string(),
  }),
  async run({ actor }, { id }) {
    const site = await findSite(actor, id);
    return {
      site,
      categories: [...CATEGORIES],
      along: (await isUsed(id)) ? null : await goesAlong(id),
      mayHaveSecret: (site.secrets ?? []).length < MOST_SECRETS,
      postbackUrl: productUrl("/api/postback"),
    };
  },
});

async function goesAlong(id: number): Promise<z.output<typeof Along>> {
  const counted = await one<z.output<typeof Along>>(sql`
    SELECT (SELECT count(*) FROM types WHERE site_id = ${id}) AS links,
           (SELECT count(*) FROM site_manuals WHERE site_id = ${id}) AS manuals,
           (SELECT count(*) FROM chat_logs WHERE site_id = ${id}) AS "chatLogs"`);
  return counted ?? { links: 0, manuals: 0, chatLogs: 0 };
}
