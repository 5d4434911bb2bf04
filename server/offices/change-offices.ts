import { changeStatus, type StatusChange } from "../accounts";
import { agentsOfOffices, changeStatusOfAgents } from "../agents";
import { linksChanged } from "../kernel/link-state";
import type { Call } from "../kernel/operation";

type Target = { id: number; accountId: number };

/**
 * Suspends, activates, hides or shows offices, and does the same to every agent that they employ (OFFICE-23); a
 * disabled sign-in is the manager's alone.
 */
export async function changeOffices(
  call: Call,
  offices: readonly Target[],
  change: StatusChange,
  reason?: string,
): Promise<void> {
  const byAccount = new Map(offices.map(({ id, accountId }) => [accountId, id]));
  const done = await changeStatus([...byAccount.keys()], change, { by: call.actor, reason });
  for (const { accountId, before, after } of done) {
    call.changed({ record: "office", id: byAccount.get(accountId) ?? 0, before, after, onBehalfOf: accountId });
  }
  if ("loginBlocked" in change) return;
  await changeStatusOfAgents(call, await agentsOfOffices([...byAccount.values()]), change, reason);
  // Hidden alone changes lists, never traffic.
  if ("active" in change) await linksChanged();
}
