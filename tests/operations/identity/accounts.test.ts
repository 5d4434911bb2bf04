import type * as argon2 from "@node-rs/argon2";
import { hash } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import {
  agentsVisible,
  createAccount,
  hashPassword,
  listable,
  officesVisible,
  ownRows,
  sealPassword,
  setPassword,
  verifyPassword,
  visiblePassword,
} from "../../../server/accounts";
import { toRefusal } from "../../../server/kernel/operation/constraint";
import { queryOne, queryRows, writeTransaction } from "../../../server/kernel/database/transactions";
import { overrideConfig } from "../../../server/kernel/process/config";
import { type Actor, levels, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { test } from "../../world/rollback";
import { aPerson, change, type Person, PASSWORD, refusedSignIn, signIn } from "./world";

/** The hashes that were checked, in order. The checks themselves are real. */
const verified = vi.hoisted((): string[] => []);
vi.mock("@node-rs/argon2", async (original) => {
  const library = await original<typeof argon2>();
  return {
    ...library,
    verify: (hash: string, plain: string) => {
      verified.push(hash);
      return library.verify(hash, plain);
    },
  };
});

/** The hashes that `work` checks. */
async function verifiedBy(work: () => Promise<unknown>): Promise<string[]> {
  verified.length = 0;
  await work();
  return [...verified];
}

/** The factors of the work of a check: the algorithm, its cost, and the lengths of salt and hash. */
const workOf = (hash: string) => {
  const [, algorithm, version, cost, salt, key] = hash.split("$");
  return { algorithm, version, cost, salt: salt?.length, key: key?.length };
};

const actorOf = ({ accountId, username, agentId, companyId }: Person, role: keyof typeof levels): Actor => ({
  ...system,
  accountId,
  username,
  role: levels[role],
  agentId: agentId || null,
  companyId: companyId || null,
  showSuspend: role !== "admin",
});

describe("passwords", () => {
  it("a password is stored as an argon2id hash of the agreed cost", async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, PASSWORD)).toBe(true);
    expect(await verifyPassword(hash, `${PASSWORD} `)).toBe(false);
    expect(await verifyPassword(undefined, "nobody has this password")).toBe(false);
  });

  it("an unknown name costs the same work as a wrong password [TRUST-15]", async () => {
    const hash = await hashPassword(PASSWORD);
    const wrong = await verifiedBy(() => verifyPassword(hash, "wrong"));
    const unknown = await verifiedBy(() => verifyPassword(undefined, "wrong"));
    expect(wrong).toEqual([hash]);
    expect(unknown.map(workOf)).toEqual([workOf(hash)]);
    expect(unknown).not.toContain(hash);
  });

  test("a sign-in checks one hash, whether the name is unknown or the password wrong [TRUST-15]", async () => {
    const person = await aPerson("agent");
    const refused = (username: string) =>
      verifiedBy(() => expect(signIn({ username }, "wrong")).rejects.toMatchObject(refusedSignIn));
    const wrong = await refused(person.username);
    expect(wrong).toHaveLength(1);
    expect((await refused("no-such-person")).map(workOf)).toEqual(wrong.map(workOf));
  });

  test("a password opens from every keyboard, and a hash of another form is replaced once", async () => {
    const person = await aPerson("agent");
    const password = "Mañana-2026é";
    const hashOf = async () =>
      (await queryOne<{ hash: string }>(sql`SELECT password_hash AS hash FROM accounts WHERE id = ${person.accountId}`))
        ?.hash;
    for (const [stored, typed] of [
      ["NFC", "NFD"],
      ["NFD", "NFC"],
      ["NFD", "NFD"],
    ] as const) {
      const old = await hash(password.normalize(stored), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      await change(person, sql`password_hash = ${old}`);
      expect(await signIn(person, password.normalize(typed)), `${stored} by ${typed}`).toHaveProperty("token");
      expect((await hashOf()) === old).toBe(stored === "NFC");
      const checks = await verifiedBy(() => signIn(person, password.normalize(typed)));
      expect(checks).toEqual([await hashOf()]);
    }
    await expect(signIn(person, "Manana-2026e")).rejects.toMatchObject(refusedSignIn);
  });

  test("the sealed copy opens for those who manage the account and for nobody else [TRUST-21]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const stranger = await aPerson("company");
    const stored = await queryOne<{ password_sealed: Buffer }>(
      sql`SELECT password_sealed FROM accounts WHERE id = ${agent.accountId}`,
    );
    const account = {
      accountId: agent.accountId,
      role: levels.agent,
      companyId: agent.companyId,
      passwordSealed: stored?.password_sealed,
    };
    expect(stored?.password_sealed.includes(PASSWORD)).toBe(false);
    expect(visiblePassword(actorOf(manager, "company"), account)).toBe(PASSWORD);
    expect(visiblePassword(actorOf(stranger, "admin"), account)).toBe(PASSWORD);
    expect(visiblePassword(actorOf(stranger, "company"), account)).toBeUndefined();
    expect(visiblePassword(actorOf(agent, "agent"), account)).toBeUndefined();
    expect(visiblePassword(actorOf(stranger, "admin"), { ...account, role: levels.admin })).toBeUndefined();
    const moved = { ...account, accountId: manager.accountId };
    expect(() => visiblePassword(actorOf(manager, "company"), moved)).toThrow();
  });

  it("with PASSWORDS_VISIBLE=off no copy is made or shown [TRUST-21]", () => {
    const sealed = sealPassword(7, PASSWORD);
    const account = { accountId: 7, role: levels.agent, companyId: 1, passwordSealed: sealed };
    expect(visiblePassword(system, account)).toBe(PASSWORD);
    overrideConfig({ PASSWORDS_VISIBLE: "off" });
    try {
      expect(visiblePassword(system, account)).toBeUndefined();
      expect(sealPassword(7, PASSWORD)).toBeNull();
    } finally {
      overrideConfig({ PASSWORDS_VISIBLE: "on" });
    }
  });
});

/** Creates an account; errors of the database become refusals, as in an operation. */
const made = (username: string): Promise<number> =>
  writeTransaction(() => createAccount({ role: levels.agent, username, password: PASSWORD })).catch(
    async (fault: unknown) => {
      throw (await toRefusal(fault)) ?? fault;
    },
  );

test("a taken username is refused at its field, in any case; a deleted account's is free", async () => {
  const taken = await aPerson("admin");
  const again = () => made(taken.username.toUpperCase());
  await expect(again()).rejects.toMatchObject({ status: 422, data: { username: ["Username is taken"] } });
  await change(taken, sql`deleted_at = now()`);
  expect(await again()).toBeGreaterThan(taken.accountId);
});

it("a constraint is recognized in a database that is distributed, where another server reports its shard's", async () => {
  const code = "23505";
  const message = 'duplicate key value violates unique constraint "accounts_username_102010"';
  for (const fault of [
    { code, constraint: "accounts_username_102010" },
    { code, message },
  ])
    expect(await toRefusal(fault)).toMatchObject({ status: 422, data: { username: ["Username is taken"] } });
});

it("two who take the same username at once: one gets it", async () => {
  const username = `u${Math.random().toString(36).slice(2, 9)}`;
  const tries = await Promise.allSettled([1, 2, 3].map(() => made(username)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const refused of tries.filter((one): one is PromiseRejectedResult => one.status === "rejected")) {
    expect(refused.reason).toMatchObject({ data: { username: ["Username is taken"] } });
  }
});

test("a new password replaces hash and copy", async () => {
  const person = await aPerson("agent");
  await setPassword(person.accountId, "another one");
  const row = await queryOne<{ password_hash: string; password_sealed: Buffer; version: number }>(
    sql`SELECT password_hash, password_sealed, version FROM accounts WHERE id = ${person.accountId}`,
  );
  expect(await verifyPassword(row?.password_hash, "another one")).toBe(true);
  expect(await verifyPassword(row?.password_hash, PASSWORD)).toBe(false);
  expect(row?.version).toBe(2);
  const account = { accountId: person.accountId, role: levels.agent, companyId: null };
  expect(visiblePassword(system, { ...account, passwordSealed: row?.password_sealed })).toBe("another one");
});

describe("which accounts may see which", () => {
  const agentsOf = async (actor: Actor) =>
    (
      await queryRows<{ id: number }>(sql`
        SELECT a.id FROM agents a JOIN accounts c ON c.id = a.account_id
        WHERE ${agentsVisible(actor, sql`a`, sql`c`)} AND ${listable(actor, sql`c`)}`)
    ).map(({ id }) => id);
  const officesOf = async (actor: Actor) =>
    (
      await queryRows<{ id: number }>(sql`
        SELECT offices.id FROM offices JOIN accounts ON accounts.id = offices.account_id
        WHERE ${officesVisible(actor)} AND ${listable(actor)}`)
    ).map(({ id }) => id);

  test("agents see themselves, managers their office, admins all; nobody sees deleted ones [ROLE-04]", async () => {
    const manager = await aPerson("company");
    const [first, second, gone] = [
      await aPerson("agent", { of: manager }),
      await aPerson("agent", { of: manager }),
      await aPerson("agent", { of: manager }),
    ];
    const other = await aPerson("agent");
    await change(gone, sql`deleted_at = now()`);
    expect(await agentsOf(actorOf(first, "agent"))).toEqual([first.agentId]);
    expect((await agentsOf(actorOf(manager, "company"))).sort()).toEqual([first.agentId, second.agentId].sort());
    expect(await officesOf(actorOf(manager, "company"))).toEqual([manager.companyId]);
    expect(await officesOf(actorOf(other, "agent"))).toEqual([other.companyId]);
    const all = await agentsOf(actorOf(other, "superadmin"));
    expect(all).toEqual(expect.arrayContaining([first.agentId, other.agentId]));
    expect(all).not.toContain(gone.agentId);
  });

  test("an admin without showSuspend gets no suspended ones in lists, a manager does", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    await change(agent, sql`active = false`);
    const admin = actorOf(manager, "admin");
    expect(await agentsOf(admin)).not.toContain(agent.agentId);
    expect(await agentsOf({ ...admin, showSuspend: true })).toContain(agent.agentId);
    expect(await agentsOf(actorOf(manager, "company"))).toContain(agent.agentId);
  });

  test("rows are an agent's own, a manager's office's, an admin's all [ROLE-04]", async () => {
    const seen = (actor: Actor) =>
      queryRows<{ agent: number }>(sql`
          SELECT * FROM (VALUES (1, 10), (2, 10), (3, 20)) AS r (agent, company)
          WHERE ${ownRows(actor, { agent: sql`r.agent`, company: sql`r.company` })}`);
    const agentsSeen = async (actor: Actor) => (await seen(actor)).map(({ agent }) => agent);
    expect(await agentsSeen({ ...system, role: levels.agent, agentId: 2, companyId: 10 })).toEqual([2]);
    expect(await agentsSeen({ ...system, role: levels.company, companyId: 10 })).toEqual([1, 2]);
    expect(await agentsSeen({ ...system, role: levels.admin })).toEqual([1, 2, 3]);
  });
});
