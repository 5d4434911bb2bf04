import { Account, type StatusChange, type StatusChangeResult, type StatusChangeContext } from "~models";
import { sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import type { Actor, RoleLevel } from "../kernel/operation/roles";
import { nextOneOClock } from "../kernel/time";
import { now } from "../kernel/time/now";
import { newToken } from "../kernel/process/secrets";
import { refuseGuessable } from "./guessable";
import { hashPassword } from "./passwords";
import { sealPassword } from "./readable-passwords";
import { endAccess, revokeTokens } from "./sessions";

export type NewAccount = {
  role: RoleLevel;
  username: string;
  /** Plain text. Without `password` and `hash`, the account gets a random password until a mailed link sets one. */
  password?: string;
  hash?: string;
  /** The person who creates the account chose its password. */
  passwordSetByOther?: boolean;
  active?: boolean;
  hidden?: boolean;
  loginBlocked?: boolean;
  approved?: boolean;
  registeredAt?: Date;
};

/**
 * Creates a sign-in record and returns its id. The unique index on usernames rejects a username that is taken. Throws
 * 422 for a password that is easy to guess.
 */
export async function createAccount(account: NewAccount): Promise<number> {
  const { password, hash, registeredAt = now(), ...values } = account;
  // A password that comes with its hash was chosen elsewhere earlier, so it is not checked again.
  if (password !== undefined && hash === undefined) await refuseGuessable(password, values.username);
  const passwordHash = hash ?? (await hashPassword(password ?? newToken()));
  const id = await nextId();
  const passwordSealed = password === undefined ? null : sealPassword(id, password);
  await Account.create({ id, ...values, passwordHash, passwordSealed, registeredAt });
  return id;
}

/** The sealed copy of a password is bound to the id, so the id must be known before the INSERT. */
async function nextId(): Promise<number> {
  const drawn = await queryOne<{ id: number }>(sql`SELECT nextval(pg_get_serial_sequence('accounts', 'id')) AS id`);
  return drawn?.id ?? 0;
}

/** A condition for lists and searches. The same rule as `isLoginBlocked` of an account. */
export const loginBlocked = (accounts = sql`accounts`): Statement =>
  sql`(${accounts}.login_blocked AND coalesce(${accounts}.login_enabled_until <= ${now()}, true))`;

/** A condition for accounts whose disabled sign-in is enabled until the next 01:00. */
export const loginEnabled = (accounts = sql`accounts`): Statement =>
  sql`(${accounts}.login_blocked AND NOT ${loginBlocked(accounts)})`;

/**
 * Author, time and reason of a status change made now. `by` is null for changes by the system. A sign-in that is
 * enabled stays enabled until the next 01:00 in New York.
 */
export function statusHow(by: Actor | null, reason?: string): StatusChangeContext {
  const at = now();
  return { by: by?.accountId || null, at, until: nextOneOClock(at), reason: reason || null };
}

/**
 * Activates, suspends, shows or hides accounts, or disables or enables their sign-in. Disabling sign-in ends the
 * account's sessions and tokens, and suspending it the feeds of its views. The caller must call `markLinksChanged` where links depend on the accounts.
 */
export async function changeStatus(
  accountIds: readonly number[],
  change: StatusChange,
  { by, reason }: { by: Actor | null; reason?: string },
): Promise<StatusChangeResult[]> {
  const changed = await Account.changeStatus(accountIds, change, statusHow(by, reason));
  const ids = changed.map(({ accountId }) => accountId);
  if ("loginBlocked" in change && change.loginBlocked) await endAccess(ids);
  if ("active" in change && !change.active) await revokeTokens({ accountId: ids, kind: "feed" });
  return changed;
}

const tables = { agent: sql`agents`, office: sql`offices`, admin: sql`admins` };

/** Selects the keys of the audit rows of an account and of its agent, office or admin, which share its version. */
export const auditedAccount = (accountId: Statement | number): Statement => sql`
  SELECT 'account'::text, id::text FROM accounts WHERE id = ${accountId}
  UNION ALL SELECT 'agent', id::text FROM agents WHERE account_id = ${accountId}
  UNION ALL SELECT 'office', id::text FROM offices WHERE account_id = ${accountId}
  UNION ALL SELECT 'admin', id::text FROM admins WHERE account_id = ${accountId}`;

/** The same for the account of an agent, office or admin. */
export const auditedAs = (record: keyof typeof tables, id: number): Statement =>
  auditedAccount(sql`(SELECT account_id FROM ${tables[record]} WHERE id = ${id})`);
