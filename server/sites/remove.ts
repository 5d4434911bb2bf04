import { z } from "zod";
import { one, rows, run } from "../kernel/database";
import { Deleted, Id } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { conflict } from "../kernel/refusal";
import { designated } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { findSite } from "./site";

export const IN_USE = "This site has clicks or sales, which have to stay. Please suspend it instead.";

/**
 * A site without a click goes with its links, prices, secrets, manual and chat logs. Once it has one, what is counted
 * needs it: 409.
 */
export const remove = command({
  name: "sites.remove",
  does: "delete sites",
  allow: designated,
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { version: _version, ...site } = await findSite(actor, id, { locked: true });
    if (await isUsed(id)) throw conflict(IN_USE);
    const links = await rows(sql`SELECT id, typename, url FROM types WHERE site_id = ${id} ORDER BY id`);
    await run(sql`DELETE FROM sites WHERE id = ${id}`);
    changed({ record: "site", id, before: { ...site, links }, after: null });
    await linksChanged();
    return { deleted: 1 };
  },
});

/**
 * Whether the site has a click of any class, or an event. Measures are written with every one of them and are few; the
 * rows themselves are not found by their site.
 */
export async function isUsed(id: number): Promise<boolean> {
  const used = await one<{ used: boolean }>(sql`
    SELECT EXISTS (SELECT FROM stats_half WHERE site_id = ${id})
        OR EXISTS (SELECT FROM stats_delta WHERE site_id = ${id}) AS used`);
  return used?.used ?? false;
}
