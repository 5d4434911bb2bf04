import { describe, expect, it } from "vitest";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { config } from "../../../server/kernel/process/config";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { aWatcher } from "../../world/locks";
import { test } from "../../world/rollback";
import { aPerson, askerOf, bearerOf, change, from, type Person } from "./world";

const { create, list, revoke, screen } = identity.remoteTokens;
const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);
const DAY = 24 * 60 * 60_000;

const actorOf = async (who: Person) => (await askerOf(await bearerOf(who))) as Actor;
const make = async (by: Person, to: Person, more: Record<string, unknown> = {}) =>
  perform(create, await actorOf(by), { accountId: to.accountId, kind: "client", ...more }, from());
const exchange = (token: string, request = from()) => perform(identity.loginRemote, null, { token }, request);

describe("a remote token", () => {
  test("for a browser opens one session, within a minute [API-06]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const { token, url, expiresAt } = await make(manager, agent, { kind: "browser" });
    expect(url).toMatch(new RegExp(`^http://[^/]+/remote-login\\?token=${token}$`));
    expect(new Date(expiresAt).getTime() - now().getTime()).toBeLessThanOrEqual(60_000);
    const opened = await exchange(token, from("form"));
    expect(await identity.authenticateSession(opened.token, from())).toMatchObject({
      agentId: agent.agentId,
      role: 20,
    });
    await expect(exchange(token)).rejects.toMatchObject({ status: 401, code: "INVALID_TOKEN" });
    const late = await make(manager, agent, { kind: "browser" });
    await withFixedTime(later(61_000), () => expect(exchange(late.token)).rejects.toMatchObject({ status: 401 }));
  });

  it("for a browser opens one session even if it is exchanged several times at once", async () => {
    const admin = await aPerson("admin");
    const { token } = await make(admin, admin, { kind: "browser" });
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => exchange(token)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("for a browser opens one session when two exchanges wait for each other: the second finds it used", async () => {
    const admin = await aPerson("admin");
    const { token } = await make(admin, admin, { kind: "browser" });
    const watcher = await aWatcher(config().DATABASE_URL ?? "");
    await watcher.query("BEGIN");
    await watcher.query("SELECT FROM accounts WHERE id = $1 FOR UPDATE", [admin.accountId]);
    const both = [exchange(token), exchange(token)];
    await watcher.waiting(2, ...both);
    await watcher.query("COMMIT");
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 401 } });
    await watcher.end();
  });

  test("for a client can be exchanged for bearers until its last day [API-06]", async () => {
    const admin = await aPerson("admin");
    const { token } = await make(admin, admin, { name: "nightly", days: 365 });
    for (const days of [0, 100, 364]) {
      await withFixedTime(later(days * DAY), async () => {
        const opened = await exchange(token);
        expect(await askerOf(opened.token)).toMatchObject({ accountId: admin.accountId, scope: "all" });
      });
    }
    await withFixedTime(later(365 * DAY + 1), () => expect(exchange(token)).rejects.toMatchObject({ status: 401 }));
    await withFixedTime(later(365 * DAY - 60_000), async () => {
      const { expiresAt } = await exchange(token);
      expect(new Date(expiresAt).getTime() - now().getTime()).toBeLessThanOrEqual(60_000);
    });
  });

  test("for a client lives for the chosen number of days, by default 90, so that a forgotten one expires", async () => {
    const agent = await aPerson("agent");
    for (const days of [undefined, 1, 7, 30, 90, 365]) {
      const { token } = await make(agent, agent, { days });
      const last = (days ?? 90) * DAY;
      await withFixedTime(later(last - 60_000), async () => expect(await askerOf(token)).not.toBeNull());
      await withFixedTime(later(last + 60_000), async () => expect(await askerOf(token)).toBeNull());
    }
    for (const days of [0, 8, 366, "7"]) {
      await expect(make(agent, agent, { days })).rejects.toMatchObject({
        status: 422,
        data: { days: ["Please choose 1, 7, 30, 90 or 365 days."] },
      });
    }
  });

  test("for a client works as a bearer with its scope and records its last use; signing out revokes it [API-06]", async () => {
    const manager = await aPerson("company");
    const { token, url } = await make(manager, manager, { scope: "read" });
    expect([token.startsWith("ct_"), url]).toEqual([true, null]);
    const asker = await askerOf(token);
    const known = { accountId: manager.accountId, companyId: manager.companyId, role: 10, scope: "read", by: null };
    expect(asker).toMatchObject({ ...known, sessionId: null });
    expect((await perform(list, asker, {}, from()))[0]?.lastUsedAt).toMatch(/^\d{4}-/);
    await expect(perform(create, asker, { kind: "client" }, from())).rejects.toMatchObject({ status: 403 });
    await perform(identity.logout, asker, {}, from());
    expect(await askerOf(token)).toBeNull();
    await expect(exchange(token)).rejects.toMatchObject({ status: 401 });
  });

  test("for a browser does not work as a bearer, and unknown tokens open nothing [API-06]", async () => {
    const admin = await aPerson("admin");
    const { token } = await make(admin, admin, { kind: "browser" });
    expect(await askerOf(token)).toBeNull();
    expect(await askerOf(`ct_${token}`)).toBeNull();
    await expect(exchange(`${token}x`)).rejects.toMatchObject({ status: 401 });
    await expect(exchange("nonsense")).rejects.toMatchObject({ status: 401 });
  });

  test("opens nothing for an account that may not sign in", async () => {
    const admin = await aPerson("admin");
    const { token } = await make(admin, admin);
    await change(admin, sql`login_blocked = true`);
    await expect(exchange(token)).rejects.toMatchObject({ status: 401 });
  });

  test("of scope read passes its scope on: its bearer cannot change anything except sign out", async () => {
    const manager = await aPerson("company");
    const { token } = await make(manager, manager, { scope: "read" });
    const asker = await askerOf((await exchange(token)).token);
    expect(await perform(list, asker, {}, from())).toHaveLength(1);
    await expect(exchange(token, from("form"))).rejects.toMatchObject({ status: 401 });
    const more = { accountId: manager.accountId, kind: "client" };
    await expect(perform(create, asker, more, from())).rejects.toMatchObject({ status: 403 });
    expect(await perform(identity.logout, asker, {}, from())).toEqual({});
  });

  test("opens nothing once revoked, and the sessions it opened end", async () => {
    const admin = await aPerson("admin");
    const [mine, other] = [await make(admin, admin), await make(admin, admin)];
    const [first, second] = [await exchange(mine.token), await exchange(other.token)];
    expect(await perform(revoke, await actorOf(admin), { id: mine.id }, from())).toEqual({ deleted: 1 });
    expect(await askerOf(first.token)).toBeNull();
    expect(await askerOf(second.token)).not.toBeNull();
    await expect(exchange(mine.token)).rejects.toMatchObject({ status: 401 });
    await expect(perform(revoke, await actorOf(admin), { id: mine.id }, from())).rejects.toMatchObject({
      status: 404,
    });
  });

  test("leaves each exchange in the login log and the audit", async () => {
    const admin = await aPerson("admin");
    const { token, id } = await make(admin, admin);
    const before = await queryRows(sql`SELECT id FROM login_log WHERE account_id = ${admin.accountId}`);
    await exchange(token);
    await exchange(token);
    expect(await queryRows(sql`SELECT id FROM login_log WHERE account_id = ${admin.accountId}`)).toHaveLength(
      before.length + 2,
    );
    const audit = await queryOne<{ n: number }>(sql`
        SELECT count(*) AS n FROM audit WHERE operation = 'auth.loginRemote' AND record_id = ${String(id)}
          AND on_behalf_of = ${admin.accountId}`);
    expect(audit?.n).toBe(2);
  });
});

describe("permission for remote tokens", () => {
  const cast = async () => {
    const manager = await aPerson("company");
    return {
      manager,
      agent: await aPerson("agent", { of: manager }),
      stranger: await aPerson("agent"),
      admin: await aPerson("admin"),
      root: await aPerson("superadmin"),
    };
  };

  test("a manager may create sign-in links for the office's agents, a superadmin for anyone, others only for themselves", async () => {
    const { manager, agent, stranger, admin, root } = await cast();
    const link = { kind: "browser" };
    const may: [Person, Person][] = [
      [manager, agent],
      [manager, manager],
      [admin, admin],
      [agent, agent],
      [root, stranger],
      [root, admin],
    ];
    for (const [by, to] of may) expect(await make(by, to, link)).toHaveProperty("token");
    const mayNot: [Person, Person][] = [
      [manager, stranger],
      [manager, admin],
      [admin, agent],
      [admin, root],
      [agent, stranger],
      [agent, manager],
    ];
    for (const [by, to] of mayNot) await expect(make(by, to, link)).rejects.toMatchObject({ status: 404 });
    await change(stranger, sql`deleted_at = now()`);
    await expect(make(root, stranger, link)).rejects.toMatchObject({ status: 404 });
  });

  test("everyone may create client tokens for themselves, and nobody for another account [TRUST-13]", async () => {
    const { manager, agent, stranger, admin, root } = await cast();
    for (const who of [manager, agent, admin, root]) {
      expect(await make(who, who)).toHaveProperty("token");
      expect(await make(who, who, { accountId: undefined })).toHaveProperty("token");
    }
    const others: [Person, Person][] = [
      [manager, agent],
      [root, stranger],
      [root, admin],
      [agent, stranger],
    ];
    for (const [by, to] of others) {
      await expect(make(by, to)).rejects.toMatchObject({ status: 403 });
      const named = { accountId: undefined, username: to.username };
      await expect(make(by, by, named)).rejects.toMatchObject({ status: 403 });
    }
  });

  test("lists and revocations follow the same rule, show no token, and leave out used, revoked and expired ones", async () => {
    const { manager, agent, stranger, root } = await cast();
    const own = await make(manager, manager, { name: "nightly", scope: "read" });
    const foreign = await make(stranger, stranger);
    const used = await make(manager, agent, { kind: "browser" });
    await exchange(used.token);
    const listed = await perform(list, await actorOf(manager), {}, from());
    expect(listed).toEqual([
      {
        id: own.id,
        accountId: manager.accountId,
        username: manager.username,
        kind: "client",
        name: "nightly",
        scope: "read",
        areas: null,
        service: false,
        by: null,
        createdAt: expect.stringMatching(/^\d{4}-.*-0[45]:00$/),
        expiresAt: own.expiresAt,
        endsSoon: false,
        lastUsedAt: null,
      },
    ]);
    await exchange(own.token);
    const [again] = await perform(list, await actorOf(manager), {}, from());
    expect(again?.lastUsedAt).toMatch(/^\d{4}-.*-0[45]:00$/);
    for (const who of [manager, root]) {
      await expect(perform(revoke, await actorOf(who), { id: foreign.id }, from())).rejects.toMatchObject({
        status: 404,
      });
    }
    expect(await perform(list, await actorOf(root), {}, from())).toEqual([]);
    await withFixedTime(later(366 * DAY), async () =>
      expect(await perform(list, await actorOf(manager), {}, from())).toEqual([]),
    );
  });

  test("a link for another account is listed for and revocable by its maker and that account, with the maker's name", async () => {
    const { manager, agent } = await cast();
    const link = { kind: "browser", name: "help" };
    for (const who of [manager, agent]) {
      const { id, token } = await make(manager, agent, link);
      const [row] = await perform(list, await actorOf(who), {}, from());
      expect(row).toMatchObject({ id, username: agent.username, by: manager.username });
      expect(await perform(revoke, await actorOf(who), { id }, from())).toEqual({ deleted: 1 });
      await expect(exchange(token)).rejects.toMatchObject({ status: 401 });
    }
  });

  test("the account may be given by username; one that is out of reach is refused at its field", async () => {
    const { manager, agent, stranger } = await cast();
    const named = (username: string) => make(manager, manager, { accountId: undefined, username, kind: "browser" });
    const { token } = await named(agent.username.toUpperCase());
    expect(await askerOf((await exchange(token)).token)).toMatchObject({ accountId: agent.accountId });
    for (const wrong of [stranger.username, "no-such"]) {
      await expect(named(wrong)).rejects.toMatchObject({
        status: 422,
        data: { username: ["There is no such account."] },
      });
    }
    const own = await named("");
    expect(await askerOf((await exchange(own.token)).token)).toMatchObject({ accountId: manager.accountId });
  });

  test("the screen's list has pages, and states for whom links may be created and which scopes may be chosen", async () => {
    const { manager, agent, admin, root } = await cast();
    for (let i = 0; i < 3; i++) await make(manager, manager, { name: `t${i}` });
    const page = async (who: Person, more = {}) => perform(screen, await actorOf(who), more, from());
    const second = await page(manager, { page: 2, pageSize: 2 });
    expect(second).toMatchObject({ username: manager.username, forOthers: "agents", tokens: { total: 3 } });
    expect(second.tokens.items.map(({ name }) => name)).toEqual(["t0"]);
    for (const who of [admin, agent]) {
      expect(await page(who)).toMatchObject({ forOthers: "nobody", scopes: ["read", "all"], tokens: { total: 0 } });
    }
    expect(await page(root)).toMatchObject({ forOthers: "anyone", scopes: ["read", "all", "health"] });
  });
});
