import { one, run } from "../kernel/database";
import { difference } from "../kernel/difference";
import { command } from "../kernel/operation";
import { conflict } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { requireSite } from "../sites";
import { ChangedManual, TAKEN } from "./fields";
import { findManual, Manual } from "./manual";

/** Saves a manual; what is left out stays. It can move to another site that has none. */
export const update = command({
  name: "manuals.update",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedManual,
  output: Manual,
  async run({ actor, changed }, { id, version, ...given }) {
    const stored = await findManual(id, { locked: true });
    sameVersion(version, stored);
    const was = { siteId: stored.siteId, title: stored.title, html: stored.html };
    const saved = { ...was, ...given };
    const changes = difference(was, saved);
    if (!changes) return stored;
    if (saved.siteId !== was.siteId) await moveTo(saved.siteId);
    await run(sql`
      UPDATE site_manuals SET site_id = ${saved.siteId}, title = ${saved.title}, html = ${saved.html},
        version = version + 1
      WHERE id = ${id}`);
    changed({ record: "siteManual", id, ...changes });
    return findManual(id);

    async function moveTo(siteId: number): Promise<void> {
      await requireSite(actor, siteId);
      // Whoever writes another site's manual at this moment is waited for, so that both cannot have the site.
      await run(sql`LOCK TABLE site_manuals IN SHARE ROW EXCLUSIVE MODE`);
      if (await one(sql`SELECT FROM site_manuals WHERE site_id = ${siteId}`)) throw conflict(TAKEN);
    }
  },
});
