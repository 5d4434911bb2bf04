import { followSecurityChanges } from "../accounts";
import type { Change } from "../kernel/database/records";
import type { Caller } from "../kernel/operation/roles";
import { announceChanges } from "../webhooks/changes";

/** Writes the events for other systems and the mails about changes, in the transaction of the changes. */
export async function followChanges(changes: readonly Change[], caller: Caller): Promise<void> {
  await announceChanges(changes);
  await followSecurityChanges(changes, caller);
}
