import { z } from "zod";
import { Site } from "~models";
import { findOneVisible } from "../accounts";
import { Id, Updated } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { enableEverywhere } from "./enable-everywhere";

/** Enables the site for all offices and their agents. Returns how many offices did not have it before. */
export const enableForAll = command({
  name: "sites.enableForAll",
  does: "enable sites for all offices",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: Updated,
  async run({ actor, changed }, { id }) {
    await findOneVisible(Site, actor, id, { lock: true });
    const companyIds = await enableEverywhere(id);
    if (companyIds.length > 0) {
      changed({ record: "site", id, before: {}, after: { enabledFor: companyIds } });
      await linksChanged();
    }
    return { updated: companyIds.length };
  },
});
