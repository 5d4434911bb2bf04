import { describe, expect } from "vitest";
import * as admins from "../../../server/admins";
import * as agents from "../../../server/agents";
import * as identity from "../../../server/identity";
import * as offices from "../../../server/offices";
import { endEnabledLogins } from "../../../server/accounts";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { queryOne } from "../../../server/kernel/database/transactions";
import type { AnyOperation } from "../../../server/kernel/operation/operation";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { test } from "../../world/rollback";
import { appOf } from "./two-step";
import { aPerson, askerOf, bearerOf, change, from, PASSWORD, type Person } from "./world";

const { create, list } = identity.remoteTokens;
const INVALID = { status: 401, code: "INVALID_TOKEN" };
const NEW = { password: "another-horse", passwordConfirm: "another-horse" };
const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);
const HOUR = 60 * 60_000;

const actorOf = async (who: Person) => (await askerOf(await bearerOf(who))) as Actor;
const exchange = (token: string) => perform(identity.loginRemote, null, { token }, from());
const byProgram = { ...system, scope: "all" } as const;

/** A client token of the account, and the bearer that it was exchanged for. */
async function aToken(who: Person, more: Record<string, unknown> = {}) {
  const { token, id } = await perform(
    create,
    await actorOf(who),
    { accountId: who.accountId, kind: "client", ...more },
    from(),
  );
  return { id, token, bearer: (await exchange(token)).token };
}

async function expectOver({ token, bearer }: { token: string; bearer: string }) {
  await expect(exchange(token)).rejects.toMatchObject(INVALID);
  expect([await askerOf(bearer), await askerOf(token)]).toEqual([null, null]);
}

async function expectLive({ token, bearer }: { token: string; bearer: string }) {
  expect(await askerOf((await exchange(token)).token)).not.toBeNull();
  expect([await askerOf(bearer), await askerOf(token)]).not.toContain(null);
}

async function idOf(who: Person): Promise<number> {
  const row = await queryOne<{ id: number }>(sql`
    SELECT coalesce((SELECT id FROM admins WHERE account_id = ${who.accountId}),
                    (SELECT id FROM agents WHERE account_id = ${who.accountId}),
                    (SELECT id FROM offices WHERE account_id = ${who.accountId})) AS id`);
  return row?.id ?? 0;
}

describe("a client token and its bearers end", () => {
  test("when the owner changes the password, unless the owner chooses to keep them", async () => {
    const profile = identity.profile;
    const updates: [Person, AnyOperation][] = [
      [await aPerson("agent"), profile.agent.update],
      [await aPerson("company"), profile.company.update],
      [await aPerson("admin"), profile.admin.update],
    ];
    for (const [person, update] of updates) {
      const actor = await actorOf(person);
      const token = await aToken(person);
      await perform(update, actor, { ...NEW, keepTokens: true }, from());
      expect(await askerOf((await exchange(token.token)).token)).not.toBeNull();
      expect(await askerOf(token.bearer)).not.toBeNull();
      await perform(update, actor, { password: PASSWORD, passwordConfirm: PASSWORD }, from());
      await expectOver(token);
      expect(await askerOf(token.bearer)).toBeNull();
    }
  });

  test("but not when a profile is saved without a new password", async () => {
    const admin = await aPerson("admin");
    const token = await aToken(admin);
    await perform(identity.profile.admin.update, await actorOf(admin), { showSuspend: false }, from());
    await expectLive(token);
  });

  test("when a manager or admin sets another password in an edit form", async () => {
    const root = await actorOf(await aPerson("superadmin"));
    const manager = await aPerson("company");
    const people: [Person, AnyOperation][] = [
      [await aPerson("agent", { of: manager }), agents.update],
      [manager, offices.update],
      [await aPerson("admin"), admins.update],
    ];
    for (const [person, update] of people) {
      const token = await aToken(person);
      await perform(update, root, { id: await idOf(person), ...NEW }, from());
      await expectOver(token);
    }
  });

  test("when the password is reset by mail", async () => {
    const agent = await aPerson("agent");
    const token = await aToken(agent);
    await perform(identity.resetPassword, null, { token: await aResetToken(agent), ...NEW }, from("form"));
    await expectOver(token);
  });

  test("when two-step sign-in is switched on or reset", async () => {
    const admin = await aPerson("admin");
    const actor = await actorOf(admin);
    const before = await aToken(admin);
    const { secret } = await perform(identity.twoStep.begin, actor, {}, from());
    await expectLive(before);
    await perform(identity.twoStep.confirm, actor, { totp: appOf(secret).code() }, from());
    await expectOver(before);
    const { token } = await perform(create, actor, { accountId: admin.accountId, kind: "client" }, from());
    const after = { token, bearer: (await exchange(token)).token };
    await perform(identity.twoStep.reset, byProgram, { username: admin.username }, from("program"));
    await expectOver(after);
  });

  test("when the sign-in is blocked, and stay ended after it is enabled again", async () => {
    const root = await actorOf(await aPerson("superadmin"));
    const admin = await aPerson("admin");
    const token = await aToken(admin);
    const id = await idOf(admin);
    await perform(admins.update, root, { id, loginBlocked: true }, from());
    await perform(admins.update, root, { id, loginBlocked: false }, from());
    await expectOver(token);
  });

  test("when a sign-in enabled for the night is blocked again", async () => {
    const agent = await aPerson("agent");
    const token = await aToken(agent);
    await change(agent, sql`login_blocked = true, login_enabled_until = ${later(HOUR)}`);
    await expectLive(token);
    await withFixedTime(later(2 * HOUR), () => endEnabledLogins());
    await change(agent, sql`login_blocked = false`);
    await expectOver(token);
  });

  test("when the account gets another role", async () => {
    const admin = await aPerson("admin");
    const token = await aToken(admin);
    await change(admin, sql`role = 0`);
    await expectOver(token);
  });

  test("when an agent moves to another office, as do the old manager's sign-in links and their sessions", async () => {
    const root = await actorOf(await aPerson("superadmin"));
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const own = await bearerOf(agent);
    const token = await aToken(agent);
    const link = await perform(create, await actorOf(manager), { accountId: agent.accountId, kind: "browser" }, from());
    const unused = await perform(
      create,
      await actorOf(manager),
      { accountId: agent.accountId, kind: "browser" },
      from(),
    );
    const opened = (await exchange(link.token)).token;
    const other = await aPerson("company");
    await perform(agents.update, root, { id: agent.agentId, officeId: other.companyId }, from());
    await expectOver(token);
    expect(await askerOf(opened)).toBeNull();
    await expect(exchange(unused.token)).rejects.toMatchObject(INVALID);
    expect(await askerOf(own)).not.toBeNull();
  });

  test("but not when an agent is saved in the same office", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const token = await aToken(agent);
    const give = { id: agent.agentId, officeId: manager.companyId, firstName: "Other" };
    await perform(agents.update, await actorOf(manager), give, from());
    await expectLive(token);
  });
});

describe("a sign-in link for another account opens nothing", () => {
  const aLink = async (by: Person, to: Person) =>
    (await perform(create, await actorOf(by), { accountId: to.accountId, kind: "browser" }, from())).token;

  test("if its maker was blocked, deleted or given another role in the meantime", async () => {
    for (const columns of [sql`login_blocked = true`, sql`deleted_at = now()`, sql`role = 20`]) {
      const manager = await aPerson("company");
      const agent = await aPerson("agent", { of: manager });
      const [link, control] = [await aLink(manager, agent), await aLink(manager, agent)];
      expect(await askerOf((await exchange(control)).token)).toMatchObject({ username: agent.username });
      await change(manager, columns);
      await expect(exchange(link)).rejects.toMatchObject(INVALID);
    }
  });

  test("if the account is no longer within its maker's reach", async () => {
    const [manager, other] = [await aPerson("company"), await aPerson("company")];
    const agent = await aPerson("agent", { of: manager });
    const link = await aLink(manager, agent);
    await queryOne(sql`UPDATE agents SET company_id = ${other.companyId} WHERE id = ${agent.agentId} RETURNING id`);
    await expect(exchange(link)).rejects.toMatchObject(INVALID);
  });

  test("and its sessions end once its maker is blocked or gets a new password", async () => {
    const root = await actorOf(await aPerson("superadmin"));
    for (const give of [{ loginBlocked: true }, NEW]) {
      const maker = await aPerson("company");
      const agent = await aPerson("agent", { of: maker });
      const opened = (await exchange(await aLink(maker, agent))).token;
      const [own, id] = [await bearerOf(agent), await idOf(maker)];
      const act: AnyOperation = "password" in give ? offices.update : offices.setStatus;
      await perform(act, root, "password" in give ? { id, ...give } : { ids: [id], ...give }, from());
      expect([await askerOf(opened), (await askerOf(own))?.username]).toEqual([null, agent.username]);
    }
  });
});

describe("a session opened by another person's link", () => {
  test("names the maker in the session, the login log, the list of sessions and the audit", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const give = { accountId: agent.accountId, kind: "browser" };
    const { token, id } = await perform(create, await actorOf(manager), give, from());
    const actor = (await askerOf((await exchange(token)).token)) as Actor;
    expect(actor).toMatchObject({ username: agent.username, by: manager.username });
    const { items } = await perform(identity.ownSessions.list, actor, {}, from());
    expect(items).toMatchObject([{ current: true, by: manager.username }]);
    const login = await queryOne(sql`SELECT by FROM login_log WHERE session_id = ${actor.sessionId}`);
    expect(login).toEqual({ by: manager.username });
    await perform(identity.logout, actor, {}, from());
    const audit = await queryOne(sql`
        SELECT username, by FROM audit WHERE operation = 'auth.logout' AND account_id = ${agent.accountId}`);
    expect(audit).toEqual({ username: agent.username, by: manager.username });
    const exchanged = await queryOne(sql`
        SELECT by FROM audit WHERE operation = 'auth.loginRemote' AND record_id = ${String(id)}`);
    expect(exchanged).toEqual({ by: manager.username });
  });

  test("cannot create a token that would hide the maker or outlive the link [TRUST-13]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const give = { accountId: agent.accountId, kind: "browser" };
    const { token } = await perform(create, await actorOf(manager), give, from());
    const asker = await askerOf((await exchange(token)).token);
    for (const kind of ["client", "browser"]) {
      await expect(perform(create, asker, { kind }, from())).rejects.toMatchObject({ status: 403 });
    }
  });

  test("cannot be used to create a token that outlives its own token or link [TRUST-13]", async () => {
    const agent = await aPerson("agent");
    const { token, bearer } = await aToken(agent);
    for (const used of [token, bearer]) {
      for (const kind of ["client", "browser"]) {
        await expect(perform(create, await askerOf(used), { kind }, from())).rejects.toMatchObject({ status: 403 });
      }
    }
    const link = await perform(create, await actorOf(agent), { kind: "browser" }, from());
    const followed = {
      ...(await askerOf((await exchange(link.token)).token))!,
      confirmedUntil: now().getTime() + 1_000,
    };
    await expect(perform(create, followed, { kind: "client" }, from())).rejects.toMatchObject({ status: 403 });
  });

  test("names no maker if the link or token is the account's own", async () => {
    const agent = await aPerson("agent");
    const { bearer } = await aToken(agent);
    expect(await askerOf(bearer)).toMatchObject({ by: null });
    expect(await perform(list, await actorOf(agent), {}, from())).toMatchObject([{ by: null }]);
  });
});

async function aResetToken(who: Person): Promise<string> {
  const token = `reset-${who.username}`;
  await queryOne(sql`
    INSERT INTO password_resets (account_id, hash, expires_at)
    VALUES (${who.accountId}, sha256(${token}::bytea), ${later(HOUR)}) RETURNING id`);
  return token;
}
