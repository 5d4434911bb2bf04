import { Account } from "~models";
import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import type { RoleLevel } from "../kernel/roles";
import { newToken } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { refuseGuessable } from "./guessable";
import { hashPassword, sealPassword } from "./password";

export type NewAccount = {
  role: RoleLevel;
  username: string;
  /** In clear, or its hash alone; without either nobody knows it until it is set by a mailed link. */
  password?: string;
  hash?: string;
  active?: boolean;
  hidden?: boolean;
  loginBlocked?: boolean;
  approved?: boolean;
  registeredAt?: Date;
};

/** Makes a sign-in record and returns its id. The unique index decides whether the username is free. */
export async function createAccount(account: NewAccount): Promise<number> {
  const { password, hash, registeredAt = now(), ...values } = account;
  // One that comes with its hash was chosen elsewhere before.
  if (password !== undefined && hash === undefined) refuseGuessable(password, values.username);
  const passwordHash = hash ?? (await hashPassword(password ?? newToken()));
  const id = await nextId();
  const passwordSealed = password === undefined ? null : sealPassword(id, password);
  await Account.create({ id, ...values, passwordHash, passwordSealed, registeredAt });
  return id;
}

/** SQL by hand: the sealed copy of a password is bound to the id, so the id is drawn before the row is made. */
async function nextId(): Promise<number> {
  const drawn = await one<{ id: number }>(sql`SELECT nextval(pg_get_serial_sequence('accounts', 'id')) AS id`);
  return drawn?.id ?? 0;
}
