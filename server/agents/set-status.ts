import { z } from "zod";
import { changeStatus, type StatusChange } from "../accounts";
import { rows } from "../kernel/database";
import { Flag, Ids, Updated } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { type Call, command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { Reason } from "./fields";
import { lockAgents, type LockedAgent } from "./lock-agents";

/** Activates, suspends, shows or hides agents, or disables their sign-in or enables it up to 01:00; all of them or none. */
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
  async run(call, { ids, active, hidden, loginBlocked, reason }) {
    const agents = await lockAgents(call.actor, ids);
    const change =
      active !== undefined ? { active } : hidden !== undefined ? { hidden } : { loginBlocked: loginBlocked === true };
    await changeStatusOfAgents(call, agents, change, reason);
    if (active !== undefined) await linksChanged();
    return { updated: ids.length };
  },
});

/** The same change for agents whose command has decided about it already; `linksChanged` is the caller's. */
export async function changeStatusOfAgents(
  { actor, changed }: Call,
  agents: readonly LockedAgent[],
  change: StatusChange,
  reason?: string,
): Promise<void> {
  const byAccount = new Map(agents.map(({ id, accountId }) => [accountId, id]));
  for (const { accountId, before, after } of await changeStatus([...byAccount.keys()], change, { by: actor, reason })) {
    changed({ record: "agent", id: byAccount.get(accountId) ?? 0, before, after, onBehalfOf: accountId });
  }
}

/** Every agent that these offices employ now, whether he is listed or not. */
export const agentsOfOffices = (companyIds: readonly number[]): Promise<LockedAgent[]> =>
  rows<LockedAgent>(sql`
    SELECT agents.id, account_id AS "accountId" FROM agents JOIN accounts ON accounts.id = account_id
    WHERE company_id = ANY(${companyIds}::int[]) AND deleted_at IS NULL ORDER BY accounts.id FOR UPDATE OF accounts`);
