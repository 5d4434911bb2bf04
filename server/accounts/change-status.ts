import { now } from "../kernel/clock";
import { rows, run } from "../kernel/database";
import { nextOneOClock } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";
import { endAccess } from "./end-sessions";

/** One of the three states of an account, with its new value. */
export type StatusChange = { active: boolean } | { hidden: boolean } | { loginBlocked: boolean };
/** What an account's state was and is; for the audit. */
export type StatusChanged = {
  accountId: number;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

type Values = Record<string, unknown>;
type State = { id: number; active: boolean; hidden: boolean; blocked: boolean; until: Date | null };

/** Whether an account may not sign in at this moment because its sign-in was disabled. */
export const loginBlocked = (accounts = sql`accounts`): Statement =>
  sql`(${accounts}.login_blocked AND coalesce(${accounts}.login_enabled_until <= ${now()}, true))`;

/**
 * Activates, suspends, shows or hides accounts, or disables or enables their sign-in: a blocked sign-in is enabled up
 * to the next 01:00 in New York and is blocked again then by itself. Who, when and the optional reason are kept with
 * the account for its activity, else in the audit alone. Answers those that were in another state before.
 * Where links depend on the accounts, `linksChanged` is the caller's.
 */
export async function changeStatus(
  accountIds: readonly number[],
  change: StatusChange,
  { by, reason }: { by: Actor; reason?: string },
): Promise<StatusChanged[]> {
  const states = await rows<State>(sql`
    SELECT id, active, hidden, login_blocked AS blocked, login_enabled_until AS until FROM accounts
    WHERE id = ANY(${accountIds}::int[]) ORDER BY id FOR UPDATE`);
  const until = nextOneOClock(now());
  const changed = states.flatMap((state) => {
    const parts = changesOf(state, change, until);
    if (!parts) return [];
    return [{ accountId: state.id, before: parts[0], after: { ...parts[1], ...(reason ? { reason } : {}) } }];
  });
  const ids = changed.map(({ accountId }) => accountId);
  if (ids.length === 0) return [];
  await run(sql`
    UPDATE accounts SET ${columnsOf(change, { by, reason, until })}, version = version + 1 WHERE id = ANY(${ids}::int[])`);
  if ("loginBlocked" in change && change.loginBlocked) await endAccess(ids);
  return changed;
}

/** What it was and will be; undefined where nothing changes. */
function changesOf(state: State, change: StatusChange, until: Date): [Values, Values] | undefined {
  if ("active" in change) return state.active === change.active ? undefined : [{ active: state.active }, change];
  if ("hidden" in change) return state.hidden === change.hidden ? undefined : [{ hidden: state.hidden }, change];
  const before = { loginBlocked: state.blocked, loginEnabledUntil: state.until };
  if (change.loginBlocked) {
    return state.blocked && !state.until ? undefined : [before, { loginBlocked: true, loginEnabledUntil: null }];
  }
  if (!state.blocked || state.until?.getTime() === until.getTime()) return undefined;
  return [before, { loginBlocked: true, loginEnabledUntil: until }];
}

function columnsOf(change: StatusChange, { by, reason, until }: { by: Actor; reason?: string; until: Date }) {
  if ("hidden" in change) return sql`hidden = ${change.hidden}`;
  if ("loginBlocked" in change) {
    return change.loginBlocked
      ? sql`login_blocked = true, login_enabled_until = NULL`
      : sql`login_enabled_until = ${until}`;
  }
  return sql`active = ${change.active}, status_reason = ${reason || null}, status_by = ${by.accountId || null},
    status_at = ${now()}`;
}
