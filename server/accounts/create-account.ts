import { Account } from "~models";
import { now } from "../kernel/periods/now";
import { one } from "../kernel/database/transactions";
import type { RoleLevel } from "../kernel/operation/roles";
import { newToken } from "../kernel/process/secrets";
import { sql } from "../kernel/database/sql";
import { refuseGuessable } from "./guessable";
import { hashPassword, sealPassword } from "./password";

export type NewAccount = {
  role: RoleLevel;
  username: string;
  /** Plain text. Without `password` and `hash`, the account gets a random password until a mailed link sets one. */
  password?: string;
  hash?: string;
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
  if (password !== undefined && hash === undefined) refuseGuessable(password, values.username);
  const passwordHash = hash ?? (await hashPassword(password ?? newToken()));
  const id = await nextId();
  const passwordSealed = password === undefined ? null : sealPassword(id, password);
  await Account.create({ id, ...values, passwordHash, passwordSealed, registeredAt });
  return id;
}

/** SQL by hand: the sealed copy of a password is bound to the id, so the id must be known before the INSERT. */
async function nextId(): Promise<number> {
  const drawn = await one<{ id: number }>(sql`SELECT nextval(pg_get_serial_sequence('accounts', 'id')) AS id`);
  return drawn?.id ?? 0;
}
