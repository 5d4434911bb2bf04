import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { createAccount } from "../../server/accounts";
import * as identity from "../../server/identity";
import { sql } from "../../server/kernel/database/sql";
import { queryOne, writeTransaction } from "../../server/kernel/database/transactions";
import type { AnyOperation, CallOrigin } from "../../server/kernel/operation/operation";
import { perform } from "../../server/kernel/operation/perform";
import { Refusal } from "../../server/kernel/operation/refusal";
import { type Caller as Actor, levels, type RoleName } from "../../server/kernel/operation/roles";
import { tokenHash } from "../../server/kernel/process/secrets";
import { PASSWORD } from "../world/shared";
import type { Person, Session, Token } from "./model";

export type Channel = "call" | "form";
export const FORM = "form" as const;
export const requestOf = (channel: Channel, ip = "192.0.2.1"): CallOrigin => ({ channel, ip, userAgent: "the test" });

/** The roles and offices of a small company: two offices, an agent alone in the second one. */
const COMPANY: readonly (readonly [RoleName, number])[] = [
  ...["superadmin", "superadmin", "admin"].map((role) => [role as RoleName, 0] as const),
  ...["company", "agent", "agent"].map((role) => [role as RoleName, 1] as const),
  ...["company", "agent"].map((role) => [role as RoleName, 2] as const),
];

let passwordHash: Promise<string> | undefined;

export async function aCompany(): Promise<Person[]> {
  const people: Person[] = [];
  const offices = new Map<number, number>();
  const names = randomUUID().slice(0, 8);
  for (const [role, office] of COMPANY) {
    const username = `${names}${people.length}`;
    const email = `${username}@example.com`;
    const made = await writeTransaction(() =>
      anAccount(role, { username, email, companyId: offices.get(office) ?? 0 }),
    );
    if (role === "company") offices.set(office, made.ownerId);
    people.push({
      ...{ ...made, role, office, username, email, password: PASSWORD, isBlocked: false, enabledUntil: null },
      ...{ app: null, wrongCodes: 0, lockedUntil: 0, recoveryCodes: [], usedCodes: [] },
    });
  }
  return people;
}

type Named = { username: string; email: string; companyId: number };

async function anAccount(role: RoleName, { username, email, companyId }: Named) {
  // Cheap parameters, because the sequences sign in often; a hash contains its own.
  passwordHash ??= hash(PASSWORD, { memoryCost: 64, timeCost: 1 });
  const accountId = await createAccount({ role: levels[role], username, password: PASSWORD, hash: await passwordHash });
  const owner = await queryOne<{ id: number }>(
    role === "agent"
      ? sql`INSERT INTO agents (account_id, company_id, first_name, last_name, email)
          VALUES (${accountId}, ${companyId}, 'First', 'Last', ${email}) RETURNING id`
      : role === "company"
        ? sql`INSERT INTO offices (account_id, office_name, man_first_name, man_last_name, man_email)
            VALUES (${accountId}, ${username}, 'First', 'Last', ${email}) RETURNING id`
        : sql`INSERT INTO admins (account_id, email, show_suspend) VALUES (${accountId}, ${email}, true) RETURNING id`,
  );
  return { accountId, ownerId: owner?.id ?? 0 };
}

/** The person who sends this session or token, for the product. Null if it is over. */
export const actorOf = (used: Session | Token): Promise<Actor> => {
  const isBrowser = !("maker" in used) && used.kind === "browser";
  return isBrowser
    ? identity.authenticateSession(used.token, requestOf("form"))
    : identity.authenticateBearer(used.token, requestOf("call"));
};

/** `GET accounts/me` with this session or token, in short; undefined if it is 401. */
export async function whoIs(used: Session | Token): Promise<string | undefined> {
  if ("maker" in used && used.kind === "browser") {
    const { username } = await perform(identity.remoteLink, null, { token: used.token }, requestOf("form"));
    return username ?? undefined;
  }
  try {
    const me = await perform(identity.me, await actorOf(used), {}, requestOf("call"));
    return [me.username, me.viewing && "viewed", me.by && `by ${me.by}`].filter(Boolean).join(" ");
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    return undefined;
  }
}

export type Answer = { outcome: string; output: Record<string, unknown> };

/** "200", or the status and code of the refusal. */
export async function answerOf(
  operation: AnyOperation,
  actor: Actor,
  input: Record<string, unknown>,
  origin = requestOf("call"),
): Promise<Answer> {
  try {
    return { outcome: "200", output: (await perform(operation, actor, input, origin)) as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: `${error.status} ${error.code}`, output: {} };
  }
}

export async function sessionIdOf(token: string): Promise<number> {
  const row = await queryOne<{ id: number }>(sql`SELECT id FROM sessions WHERE hash = ${tokenHash(token)}`);
  return row?.id ?? 0;
}

/** How many codes in a row were wrong, and until when those of the app are refused: changes with each that is compared. */
export const codesOf = (accountId: number): Promise<string> =>
  writeTransaction(async () => {
    const row = await queryOne<{ state: string }>(sql`
      SELECT concat(wrong_codes, ' ', locked_until) AS state FROM authenticators WHERE account_id = ${accountId}`);
    return row?.state ?? "";
  });
