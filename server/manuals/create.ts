import { SiteManual } from "~models";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { requireSite } from "../sites";
import { NewManual } from "./fields";
import { findManual, ManualOutput } from "./manual";

/** Creates the manual of a site that has none. */
export const create = command({
  name: "manuals.create",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewManual,
  output: ManualOutput,
  async run({ actor, changed }, { siteId, title, html }) {
    await requireSite(actor, siteId);
    const { id } = await SiteManual.create({ siteId, title, html });
    changed({ record: "siteManual", id, before: null, after: { siteId, title, html } });
    return findManual(id);
  },
});
