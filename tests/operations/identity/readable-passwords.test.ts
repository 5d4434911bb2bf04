import { afterEach, expect } from "vitest";
import { LegacyAgent } from "~models";
import { forgetReadablePasswords, setPassword } from "../../../server/accounts";
import * as admins from "../../../server/admins";
import * as agents from "../../../server/agents";
import * as offices from "../../../server/offices";
import * as identity from "../../../server/identity";
import { migrate, stage } from "../../../server/migration";
import { sql } from "../../../server/kernel/database/sql";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import type { Actor } from "../../../server/kernel/operation/roles";
import { overrideConfig } from "../../../server/kernel/process/config";
import { type LogEntry, perform, setJournal } from "../../../server/kernel/operation/perform";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { aSessionOf } from "./world";

const PLAIN = "plain-to-see-2026";
afterEach(() => overrideConfig({ PASSWORDS_VISIBLE: "on" }));

async function aCompany() {
  const [office, boss, admin] = [await anOffice(), await aSuperadmin(), await anAdmin()];
  const agent = await anAgent({ office });
  const row = await queryOne<{ id: number }>(sql`SELECT id FROM admins WHERE account_id = ${admin.accountId}`);
  const adminId = row?.id ?? 0;
  for (const { accountId } of [office, agent, admin]) await setPassword(accountId, PLAIN);
  return { office, boss, admin, adminId, agent };
}
type Person = { accountId: number; actor: Actor };
/** The person with a session of a sign-in with their password. */
const signedIn = async ({ accountId, actor }: Person): Promise<Actor> => ({
  ...actor,
  sessionId: await aSessionOf(accountId),
});
const NOT_SIGNED_IN = { status: 403 };

test("with PASSWORDS_VISIBLE=each no list and no record has passwords, and an act shows one [AGENT-06]", async () => {
  overrideConfig({ PASSWORDS_VISIBLE: "each" });
  const { office, boss, admin, adminId, agent } = await aCompany();
  const [superadmin, manager] = [await signedIn(boss), await signedIn(office)];
  const everything = [
    ...[await ask(agents.search, superadmin, {}), await ask(agents.listScreen, superadmin, {})],
    ...[await ask(offices.search, superadmin, {}), await ask(offices.listScreen, superadmin, {})],
    ...[await ask(admins.list, superadmin, {}), await ask(admins.read, superadmin, { id: adminId })],
    ...[await ask(agents.read, manager, { id: agent.id }), await ask(offices.read, superadmin, { id: office.id })],
  ];
  expect(JSON.stringify(everything)).not.toContain("plainPassword");
  const entries: LogEntry[] = [];
  setJournal((entry) => void entries.push(entry));
  try {
    for (const [operation, actor, { id, username }] of [
      [agents.showPassword, manager, agent],
      [offices.showPassword, superadmin, office],
      [admins.showPassword, superadmin, { id: adminId, username: admin.actor.username }],
    ] as const) {
      expect(await ask(operation, actor, { id })).toEqual({ id, username, plainPassword: PLAIN });
      expect(entries.at(-1)).toMatchObject({
        type: "READ",
        caller: { username: actor.username },
        revealed: [username],
      });
    }
  } finally {
    setJournal(() => undefined);
  }
});

test("a password is shown only to those who manage the account", async () => {
  const { office, boss, admin, adminId, agent } = await aCompany();
  const other = await signedIn(await anOffice());
  const [asAgent, asManager, asAdmin] = [await signedIn(agent), await signedIn(office), await signedIn(admin)];
  expect(await refused(agents.showPassword, asAgent, { id: agent.id })).toEqual({ status: 403 });
  expect(await refused(agents.showPassword, other, { id: agent.id })).toEqual({ status: 404 });
  expect(await refused(offices.showPassword, asManager, { id: office.id })).toEqual({ status: 403 });
  expect(await refused(admins.showPassword, asAdmin, { id: adminId })).toEqual({ status: 403 });
  expect(await refused(admins.showPassword, await signedIn(boss), { id: 999_999 })).toEqual({ status: 404 });
  expect(await ask(agents.showPassword, asAdmin, { id: agent.id })).toMatchObject({ plainPassword: PLAIN });
});

test("no token, and no session that a token, a link or somebody else opened, shows a password", async () => {
  const { office, boss, agent } = await aCompany();
  const actor = await signedIn(boss);
  const seen = (one: Actor) => refused(agents.showPassword, one, { id: agent.id });
  expect(await seen({ ...actor, sessionId: null, clientTokenId: 7 })).toEqual(NOT_SIGNED_IN);
  expect(await seen({ ...actor, scope: "read" })).toEqual(NOT_SIGNED_IN);
  expect(await seen({ ...actor, by: "somebody" })).toEqual(NOT_SIGNED_IN);
  const from = { channel: "call", ip: "192.0.2.1", userAgent: "" } as const;
  const manager = await signedIn(office);
  for (const kind of ["client", "browser"] as const) {
    const maker = kind === "client" ? manager : actor;
    const { token } = await ask(identity.remoteTokens.create, maker, {
      ...(kind === "client" ? { kind, name: "program", scope: "all" } : { kind, accountId: office.accountId }),
    });
    const opened = await perform(identity.loginRemote, null, { token }, from);
    const asToken = await identity.authenticateBearer(opened.token, from);
    expect([kind, await seen(asToken!)]).toEqual([kind, NOT_SIGNED_IN]);
  }
  expect(await ask(agents.showPassword, manager, { id: agent.id })).toMatchObject({ plainPassword: PLAIN });
});

test("an account without a readable copy is shown as such and not logged, and off refuses to show any", async () => {
  const { boss, agent } = await aCompany();
  const actor = await signedIn(boss);
  await queryRows(sql`UPDATE accounts SET password_sealed = NULL WHERE id = ${agent.accountId}`);
  expect(await ask(agents.showPassword, actor, { id: agent.id })).toMatchObject({ plainPassword: null });
  overrideConfig({ PASSWORDS_VISIBLE: "off" });
  expect(await refused(agents.showPassword, actor, { id: agent.id })).toMatchObject({ status: 409 });
});

/** Every column of every table that a readable copy of a password could be in. */
async function readableCopies(): Promise<number> {
  const columns = await queryRows<{ tableName: string; columnName: string }>(sql`
    SELECT table_name AS "tableName", column_name AS "columnName" FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ 'password' AND column_name ~ 'sealed|plain'`);
  expect(columns.map(({ tableName }) => tableName).sort()).toEqual(["accounts", "legacy_agents"]);
  const found = await queryOne<{ n: number }>(sql`
    SELECT ((SELECT count(*) FROM accounts WHERE password_sealed IS NOT NULL)
      + (SELECT count(*) FROM legacy_agents WHERE password_sealed IS NOT NULL))::int AS n`);
  return found?.n ?? -1;
}

test("turning PASSWORDS_VISIBLE off removes the readable copies that are stored, also of staged agents", async () => {
  const { office, boss, agent } = await aCompany();
  const file = (legacyId: string, username: string) =>
    "legacyId,username,password,firstName,lastName,email,officeName,campaignId,registered,ready,codes\n" +
    `${legacyId},${username},${PLAIN},Nora,Lee,n@example.org,${office.officeName},,2020-01-01,1,`;
  await ask(stage, boss.actor, { text: file("71", "nora") });
  expect(await readableCopies()).toBeGreaterThan(3);
  expect(await forgetReadablePasswords()).toBe(0);
  overrideConfig({ PASSWORDS_VISIBLE: "off" });
  const before = await queryOne<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM accounts WHERE password_sealed IS NOT NULL`,
  );
  expect(await forgetReadablePasswords()).toBe((before?.n ?? 0) + 1);
  expect(await readableCopies()).toBe(0);
  expect(await forgetReadablePasswords()).toBe(0);
  // Passwords work as before, and new ones leave no copy.
  await ask(stage, boss.actor, { text: file("72", "mia") });
  await setPassword(agent.accountId, "another-good-one");
  await ask(migrate, boss.actor, {});
  expect(await readableCopies()).toBe(0);
  expect(await LegacyAgent.count({ where: { migratedAt: null } })).toBe(0);
});
