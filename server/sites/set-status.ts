import { z } from "zod";
import { Site } from "~models";
import { findVisible } from "../accounts";
import { Ids, Status, Updated } from "../kernel/operation/input";
import { markLinksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { recordFlags } from "./site";

/**
 * Activates or suspends sites. A changed status also changes 'Use CardApprove, Sale': activating sets it, suspending
 * unsets it (SITE-08).
 */
export const setStatus = command({
  name: "sites.setStatus",
  does: "change the status of sites",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ ids: Ids, status: Status }),
  output: Updated,
  async run({ actor, changed }, { ids, status }) {
    const sites = await findVisible(Site, actor, ids, { lock: true });
    const changedSites = sites.filter(({ active }) => active !== status);
    const flagged = changedSites.filter(({ useApproveSale }) => useApproveSale !== status);
    const after = { active: status, useApproveSale: status };
    for (const site of changedSites) {
      const { id, active, useApproveSale } = site;
      await site.update(after);
      changed({ record: "site", id, before: { active, useApproveSale }, after });
    }
    await recordFlags(flagged);
    if (changedSites.length > 0) await markLinksChanged();
    return { updated: ids.length };
  },
});
