import { z } from "zod";
import { Site, Type } from "~models";
import { findOneVisible } from "../accounts";
import { queryOne } from "../kernel/database/transactions";
import { Deleted, Id } from "../kernel/operation/input";
import { markLinksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { conflict } from "../kernel/operation/refusal";
import { designated } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { toSiteOutput } from "./site";

export const IN_USE = "This site has clicks or sales, which have to stay. Please suspend it instead.";

/**
 * Deletes a site without clicks, with its links, prices, secrets, manual, chat logs and claims. Fails with 409 once it has one,
 * because totals refer to it.
 */
export const remove = command({
  name: "sites.remove",
  does: "delete sites",
  allow: designated,
  type: "DELETE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const site = await findOneVisible(Site, actor, id, { lock: true });
    if (await isUsed(id)) throw conflict(IN_USE);
    const { version: _version, ...before } = await toSiteOutput(actor, site);
    const links = await Type.findAll({
      attributes: ["id", "typename", "url"],
      where: { siteId: id },
      order: ["id"],
      raw: true,
    });
    await site.destroy();
    changed({ record: "site", id, before: { ...before, links }, after: null });
    await markLinksChanged();
    return { deleted: 1 };
  },
});

/**
 * Whether the site has a click of any class, or an event. Checks the measures: each click and event writes them, they
 * are few, and the rows themselves have no index by site.
 */
export async function isUsed(id: number): Promise<boolean> {
  const row = await queryOne<{ used: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM stats_half WHERE site_id = ${id})
        OR EXISTS (SELECT 1 FROM stats_delta WHERE site_id = ${id}) AS used`);
  return row?.used ?? false;
}
