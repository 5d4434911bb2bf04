import { Site } from "~models";
import { findOneVisible } from "../accounts";
import { difference } from "../kernel/difference";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { saveFrom } from "../kernel/version";
import { ChangedSite } from "./fields";
import { flagsFrom } from "./flags";
import { findSite, shownSite, SiteOutput } from "./site";

/** Saves a site as it is given, its flags too; what is left out stays. Events that came before keep theirs. */
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

/** What of a site decides what its links do. */
const OF_LINKS = ["active", "clickParam", "useApproveSale", "avp"];

function audited(site: Site) {
  const { version: _version, ...fields } = site.get({ plain: true });
  return fields;
}
