import { z } from "zod";
import { Agent } from "~models";
import { changeStatus, findVisible } from "../accounts";
import { Flag, Ids, Updated } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Reason } from "./fields";

/**
 * Activates, suspends, shows or hides agents, disables their sign-in or enables it until 01:00; all of them or none.
 */
export const setStatus = command({
  name: "agents.setStatus",
  does: "change the status of agents",
  allow: atLeast("company"),
  input: z
    .object({
      ids: Ids,
      active: Flag.optional(),
      hidden: Flag.optional(),
      loginBlocked: Flag.optional(),
      reason: Reason,
    })
    .refine(
      ({ active, hidden, loginBlocked }) =>
        [active, hidden, loginBlocked].filter((one) => one !== undefined).length === 1,
      "Please send exactly one of active, hidden and loginBlocked.",
    ),
  output: Updated,
  async run({ actor, changed }, { ids, active, hidden, loginBlocked, reason }) {
    const agents = await findVisible(Agent, actor, ids, { lock: true });
    const change =
      active !== undefined ? { active } : hidden !== undefined ? { hidden } : { loginBlocked: loginBlocked === true };
    const byAccount = new Map(agents.map(({ id, accountId }) => [accountId, id]));
    const done = await changeStatus([...byAccount.keys()], change, { by: actor, reason });
    for (const { accountId, before, after } of done) {
      changed({ record: "agent", id: byAccount.get(accountId) ?? 0, before, after, onBehalfOf: accountId });
    }
    if (active !== undefined) await linksChanged();
    return { updated: ids.length };
  },
});
