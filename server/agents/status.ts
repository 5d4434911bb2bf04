import { z } from "zod";
import { Agent, IdempotencyKey, Payment, SignInFailure } from "~models";
import { changeStatus, findOneVisible, findVisible, normalizeUsername } from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { Flag, Ids, Updated } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { Reason } from "./save";

/**
 * Erases an agent's data and sign-in and marks the account deleted. Also deletes the agent's sessions, chat logs, login
 * log and sign-in failures, the stored answers to repeatable forms and calls, and where their payments went. Throws 404.
 */
export async function eraseAgent(actor: Actor, id: number): Promise<{ accountId: number; username: string }> {
  const agent = await findOneVisible(Agent, actor, id, { lock: true });
  const { accountId } = agent;
  const username = agent.account?.username ?? "";
  await agent.erase(now());
  await Payment.eraseDestinations(id);
  await IdempotencyKey.destroy({ where: { accountId } });
  await SignInFailure.destroy({ where: { username: normalizeUsername(username) } });
  return { accountId, username };
}

/**
 * Activates, suspends, shows or hides agents, disables their sign-in or enables it until 01:00; all of them or none.
 */
export const setStatus = command({
  name: "agents.setStatus",
  does: "change the status of agents",
  allow: atLeast("company"),
  type: "UPDATE",
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
    const results = await changeStatus([...byAccount.keys()], change, { by: actor, reason });
    for (const { accountId, before, after } of results) {
      changed({ record: "agent", id: byAccount.get(accountId) ?? 0, before, after, onBehalfOf: accountId });
    }
    if (active !== undefined) await markLinksChanged();
    return { updated: ids.length };
  },
});
