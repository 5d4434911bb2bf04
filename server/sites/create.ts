import { Site } from "~models";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { enableEverywhere } from "./enable-everywhere";
import { NewSite } from "./fields";
import { flagsFrom } from "./flags";
import { findSite, SiteOutput } from "./site";

/** Adds a site, active by default and enabled for no office unless for all. */
export const create = command({
  name: "sites.create",
  does: "add sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewSite,
  output: SiteOutput,
  async run({ actor, changed }, { status, active, enableForAll = false, ...given }) {
    const site = await Site.create({ ...given, active: status ?? active });
    await flagsFrom([site]);
    const enabledFor = enableForAll ? { enabledFor: await enableEverywhere(site.id) } : {};
    changed({ record: "site", id: site.id, before: null, after: { ...site.get({ plain: true }), ...enabledFor } });
    await linksChanged();
    return findSite(actor, site.id);
  },
});
