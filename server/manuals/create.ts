import { one } from "../kernel/database";
import { command } from "../kernel/operation";
import { conflict } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { requireSite } from "../sites";
import { NewManual, TAKEN } from "./fields";
import { findManual, Manual } from "./manual";

/** Writes the manual of a site that has none. */
export const create = command({
  name: "manuals.create",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewManual,
  output: Manual,
  async run({ actor, changed }, { siteId, title, html }) {
    await requireSite(actor, siteId);
    const made = await one<{ id: number }>(sql`
      INSERT INTO site_manuals (site_id, title, html) VALUES (${siteId}, ${title}, ${html})
      ON CONFLICT (site_id) DO NOTHING RETURNING id`);
    if (!made) throw conflict(TAKEN);
    changed({ record: "siteManual", id: made.id, before: null, after: { siteId, title, html } });
    return findManual(made.id);
  },
});
