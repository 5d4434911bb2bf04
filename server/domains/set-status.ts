import { z } from "zod";
import { Flag, Ids, Updated } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { holdDomains, requireActive } from "./keep-one-active";

/**
 * Hides or activates domains. The last active one cannot be hidden. New links of offices that prefer a hidden domain
 * use the first active one; existing links keep working.
 */
export const setStatus = command({
  name: "domains.setStatus",
  does: "change the status of preferred domains",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ ids: Ids, hidden: Flag }),
  output: Updated,
  async run({ changed }, { ids, hidden }) {
    const { chosen, active } = await holdDomains(ids);
    if (hidden) requireActive(ids, active);
    for (const domain of chosen.filter((one) => one.hidden !== hidden)) {
      await domain.update({ hidden });
      changed({ record: "domain", id: domain.id, before: { hidden: !hidden }, after: { hidden } });
    }
    return { updated: ids.length };
  },
});
