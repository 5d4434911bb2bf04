import { run } from "../kernel/database";
import { difference } from "../kernel/difference";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { ChangedSite } from "./fields";
import { flagsFrom } from "./flags";
import { findSite, Site } from "./site";

/** Saves a site as it is given, its flags too; what is left out stays. Events that came before keep theirs. */
export const update = command({
  name: "sites.update",
  does: "change sites",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedSite,
  output: Site,
  async run({ actor, changed }, { id, version, status, active, ...given }) {
    const stored = await findSite(actor, id, { locked: true });
    sameVersion(version, stored);
    const kept = { ...stored, ...given, active: status ?? active ?? stored.active };
    await run(sql`
      UPDATE sites SET sitename = ${kept.sitename}, shortname = ${kept.shortname}, abbr = ${kept.abbr},
        url = ${kept.url}, type = ${kept.type}, click_param = ${kept.clickParam}, contact_name = ${kept.contactName},
        email = ${kept.email}, phone_num = ${kept.phoneNum}, note = ${kept.note}, active = ${kept.active},
        hidden = ${kept.hidden}, special_report = ${kept.specialReport}, use_approve_sale = ${kept.useApproveSale},
        avp = ${kept.avp}, allowed_addresses = ${kept.allowedAddresses ?? []}::cidr[], version = version + 1
      WHERE id = ${id}`);
    const saved = await findSite(actor, id);
    const changes = difference(audited(stored), audited(saved));
    if (!changes) return saved;
    changed({ record: "site", id, ...changes });
    if ("useApproveSale" in changes.after || "avp" in changes.after) await flagsFrom([id]);
    if (OF_LINKS.some((field) => field in changes.after)) await linksChanged();
    return saved;
  },
});

/** What of a site decides what its links do. */
const OF_LINKS = ["active", "clickParam", "useApproveSale", "avp"];

const audited = ({ version: _version, secrets: _secrets, typeCount: _count, status: _same, ...site }: Site) => site;
