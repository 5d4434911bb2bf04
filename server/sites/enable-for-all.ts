import { z } from "zod";
import { Id, Updated } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { enableEverywhere } from "./enable-everywhere";
import { findSite } from "./site";

/** Lets every office and its agents sell the site; answers how many offices did not before. */
export const enableForAll = command({
  name: "sites.enableForAll",
  does: "enable sites for all offices",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: Updated,
  async run({ actor, changed }, { id }) {
    await findSite(actor, id, { locked: true });
    const companyIds = await enableEverywhere(id);
    if (companyIds.length > 0) {
      changed({ record: "site", id, before: {}, after: { enabledFor: companyIds } });
      await linksChanged();
    }
    return { updated: companyIds.length };
  },
});
