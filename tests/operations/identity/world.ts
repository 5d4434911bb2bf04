import { randomBytes } from "node:crypto";
import * as identity from "../../../server/identity";
import { createAccount } from "../../../server/accounts";
import { queryOne, execute, writeTransaction } from "../../../server/kernel/database/transactions";
import type { CallOrigin } from "../../../server/kernel/operation/operation";
import { perform } from "../../../server/kernel/operation/perform";
import { levels, type RoleName } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { db } from "../../world/db";

export const PASSWORD = "correct-horse";

let count = 0;
const fresh = (prefix: string) => `${prefix}${(count++).toString(36)}${Math.random().toString(36).slice(2, 6)}`;

export type Person = { accountId: number; username: string; email: string; agentId: number; companyId: number };

/** A request of a program ("call") or of a screen ("form"). */
export const from = (channel: CallOrigin["channel"] = "call", ip = "192.0.2.1"): CallOrigin => ({
  channel,
  ip,
  userAgent: "test browser",
});

/** A person of this role, with the office or admin flags that it needs; `of` is the manager of an agent. */
export function aPerson(role: RoleName, { of, password = PASSWORD }: { of?: Person; password?: string } = {}) {
  return writeTransaction(async (): Promise<Person> => {
    const companyId = role === "agent" ? (of ?? (await aPerson("company"))).companyId : 0;
    const username = fresh(role.slice(0, 2));
    const accountId = await createAccount({ role: levels[role], username, password });
    const person = { accountId, username, email: `${username}@example.com`, agentId: 0, companyId };
    if (role === "agent") {
      const row = await queryOne<{ id: number }>(sql`
        INSERT INTO agents (account_id, company_id, first_name, last_name, email)
        VALUES (${accountId}, ${companyId}, 'First', 'Last', ${person.email}) RETURNING id`);
      person.agentId = row?.id ?? 0;
    } else if (role === "company") {
      const row = await queryOne<{ id: number }>(sql`
        INSERT INTO offices (account_id, office_name, man_first_name, man_last_name, man_email)
        VALUES (${accountId}, ${`Office ${username}`}, 'First', 'Last', ${person.email}) RETURNING id`);
      person.companyId = row?.id ?? 0;
    } else {
      await execute(sql`INSERT INTO admins (account_id, email) VALUES (${accountId}, ${person.email})`);
    }
    return person;
  });
}

/** The id of a session that the account's own password opened. */
export async function aSessionOf(accountId: number): Promise<number> {
  const row = await queryOne<{ id: number }>(sql`
    INSERT INTO sessions (hash, account_id, kind, role, expires_at)
    SELECT ${randomBytes(32)}, id, 'browser', role, now() + interval '1 hour' FROM accounts WHERE id = ${accountId}
    RETURNING id`);
  return row?.id ?? 0;
}

/** Sets columns of the account. */
export const change = (who: Person, columns: ReturnType<typeof sql>) =>
  db.run`UPDATE accounts SET ${columns} WHERE id = ${who.accountId}`;

/** An address that no other test uses. */
export const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}`;

export const signIn = (who: Pick<Person, "username">, password = PASSWORD, request = from()) =>
  perform(identity.login, null, { username: who.username, password }, request);

export const bearerOf = async (who: Person, password?: string): Promise<string> => (await signIn(who, password)).token;
export const askerOf = (token: string) => identity.authenticateBearer(token, from());

/** The refusal while there is no captcha. */
export const refusedSignIn = { status: 422, data: { _form: ["Wrong username or password"] } };
