import { Account, type StatusChange, type StatusChanged, type StatusHow } from "~models";
import { now } from "../kernel/periods/now";
import { nextOneOClock } from "../kernel/periods";
import type { Actor } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";
import { endAccess } from "./end-sessions";

/** SQL by hand: a condition for lists and searches. The same rule as `isLoginBlocked` of an account. */
export const loginBlocked = (accounts = sql`accounts`): Statement =>
  sql`(${accounts}.login_blocked AND coalesce(${accounts}.login_enabled_until <= ${now()}, true))`;

/**
 * Author, time and reason of a status change made now. `by` is null for changes by the system. A sign-in that is
 * enabled stays enabled until the next 01:00 in New York.
 */
export function statusHow(by: Actor | null, reason?: string): StatusHow {
  const at = now();
  return { by: by?.accountId || null, at, until: nextOneOClock(at), reason: reason || null };
}

/**
 * Activates, suspends, shows or hides accounts, or disables or enables their sign-in. Disabling sign-in ends the
 * account's sessions and tokens. The caller must call `linksChanged` where links depend on the accounts.
 */
export async function changeStatus(
  accountIds: readonly number[],
  change: StatusChange,
  { by, reason }: { by: Actor | null; reason?: string },
): Promise<StatusChanged[]> {
  const changed = await Account.changeStatus(accountIds, change, statusHow(by, reason));
  if ("loginBlocked" in change && change.loginBlocked) await endAccess(changed.map(({ accountId }) => accountId));
  return changed;
}
