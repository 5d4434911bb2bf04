import { one } from "../kernel/database";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { enableEverywhere } from "./enable-everywhere";
import { NewSite } from "./fields";
import { flagsFrom } from "./flags";
import { findSite, Site } from "./site";

/** A new site, active unless said otherwise; enabled for nobody unless for all offices. */
export const create = command({
  name: "sites.create",
  does: "add sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewSite,
  output: Site,
  async run({ actor, changed }, { status, active = true, enableForAll = false, ...given }) {
    const { clickParam = "", contactName = "", email = "", phoneNum = "", note = "", allowedAddresses = [] } = given;
    const { hidden = false, specialReport = false, useApproveSale = false, avp = false } = given;
    const { id } = (await one<{ id: number }>(sql`
      INSERT INTO sites (sitename, shortname, abbr, url, type, click_param, contact_name, email, phone_num, note, active,
                         hidden, special_report, use_approve_sale, avp, allowed_addresses)
      VALUES (${given.sitename}, ${given.shortname}, ${given.abbr}, ${given.url}, ${given.type}, ${clickParam},
              ${contactName}, ${email}, ${phoneNum}, ${note}, ${status ?? active}, ${hidden}, ${specialReport},
              ${useApproveSale}, ${avp}, ${allowedAddresses}::cidr[])
      RETURNING id`)) as { id: number };
    await flagsFrom([id]);
    const made = await findSite(actor, id);
    const { secrets: _none, typeCount: _count, status: _same, ...after } = made;
    const enabledFor = enableForAll ? await enableEverywhere(id) : [];
    changed({ record: "site", id, before: null, after: { ...after, ...(enableForAll ? { enabledFor } : {}) } });
    await linksChanged();
    return made;
  },
});
