import { Site } from "~models";
import { findOneVisible } from "../accounts";
import { difference } from "../kernel/operation/difference";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { saveFrom } from "../kernel/database/record-version";
import { ChangedSite } from "./fields";
import { flagsFrom } from "./flags";
import { findSite, shownSite, SiteOutput } from "./site";

/** Saves a site with its flags. Missing fields keep their value. Earlier events keep the flags they had. */
export const update = command({
  name: "sites.update",
  does: "change sites",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedSite,
  output: SiteOutput,
  current: ({ actor }, { id }) => findSite(actor, id),
  async run({ actor, changed }, { id, version, status, active, ...given }) {
    const site = await findOneVisible(Site, actor, id, { lock: true });
    const before = audited(site);
    await saveFrom(site, version, { ...given, active: status ?? active });
    const changes = difference(before, audited(site));
    if (changes) {
      changed({ record: "site", id, ...changes });
      if ("useApproveSale" in changes.after || "avp" in changes.after) await flagsFrom([site]);
      if (OF_LINKS.some((field) => field in changes.after)) await linksChanged();
    }
    return shownSite(actor, site);
  },
});

/** The fields of a site that affect its links. */
const OF_LINKS = ["active", "clickParam", "useApproveSale", "avp"];

function audited(site: Site) {
  const { version: _version, ...fields } = site.get({ plain: true });
  return fields;
}
