import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { invalid } from "../kernel/refusal";
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

/** Makes a sign-in record and answers its id. The unique index decides whether the username is free (422 at it). */
export async function createAccount(account: NewAccount): Promise<number> {
  const { role, username, password, active = true, hidden = false, loginBlocked = false, approved = true } = account;
  // One that comes with its hash was chosen elsewhere before.
  if (password !== undefined && account.hash === undefined) refuseGuessable(password, username);
  const hash = account.hash ?? (await hashPassword(password ?? newToken()));
  // The sealed copy is bound to the id, so the id is drawn first.
  const { id } = (await one(sql`SELECT nextval(pg_get_serial_sequence('accounts', 'id')) AS id`)) as { id: number };
  const made = await one(sql`
    INSERT INTO accounts (id, role, username, password_hash, password_sealed, active, hidden, login_blocked, approved,
                          registered_at)
    VALUES (${id}, ${role}, ${username}, ${hash}, ${password === undefined ? null : sealPassword(id, password)}, ${active}, ${hidden}, ${loginBlocked},
            ${approved}, ${account.registeredAt ?? now()})
    ON CONFLICT (lower(username)) WHERE deleted_at IS NULL DO NOTHING
    RETURNING id`);
  if (!made) throw invalid({ username: ["Username is taken"] });
  return id;
}
