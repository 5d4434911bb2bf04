import { beforeAll, describe, expect, it } from "vitest";
import { endSessions, setPassword } from "../../../server/accounts";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { queryOne, queryRows, execute, writeTransaction } from "../../../server/kernel/database/transactions";
import type { Call } from "../../../server/kernel/operation/operation";
import { overrideConfig } from "../../../server/kernel/process/config";
import { setJournal, perform } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { test } from "../../world/rollback";
import { aPerson, askerOf, bearerOf, change, from, PASSWORD, refusedSignIn, signIn } from "./world";

const HOUR = 60 * 60_000;
const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);
const logOf = (accountId: number) =>
  queryRows<{
    in_time: Date;
    out_time: Date | null;
    agent_id: number | null;
    company_id: number | null;
    ip: string;
  }>(sql`
    SELECT in_time, out_time, agent_id, company_id, host(ip) AS ip FROM login_log WHERE account_id = ${accountId}
    ORDER BY id`);

describe("signing in", () => {
  test("returns a token valid for 12 hours, counts the sign-in and adds a row to the login log [API-05, AUTH-06]", async () => {
    const agent = await aPerson("agent");
    const before = now();
    const answer = await signIn(agent, PASSWORD, from("call", "192.0.2.7"));
    expect(Object.keys(answer).sort()).toEqual(["expiresAt", "token"]);
    expect(answer.token).toMatch(/^[\w-]{32,}$/);
    expect(answer.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[45]:00$/);
    const lasts = new Date(answer.expiresAt).getTime() - before.getTime();
    expect(lasts / HOUR).toBeCloseTo(12, 1);
    const account = await queryOne<{ login_count: number; last_login_at: Date }>(
      sql`SELECT login_count, last_login_at FROM accounts WHERE id = ${agent.accountId}`,
    );
    expect(account?.login_count).toBe(1);
    expect(account?.last_login_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await logOf(agent.accountId)).toEqual([
      expect.objectContaining({
        out_time: null,
        agent_id: agent.agentId,
        company_id: agent.companyId,
        ip: "192.0.2.7",
      }),
    ]);
  });

  test("returns a token that states account, agent, office and role [AUTH-17, AUTH-18, API-10]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const admin = await aPerson("admin");
    await execute(sql`UPDATE admins SET approve_agents = true WHERE account_id = ${admin.accountId}`);
    const root = await aPerson("superadmin");
    const meOf = async (token: string) => perform(identity.me, await askerOf(token), {}, from());
    expect(await meOf(await bearerOf(agent))).toEqual({
      username: agent.username,
      accountId: agent.accountId,
      agentId: agent.agentId,
      companyId: manager.companyId,
      officeName: `Office ${manager.username}`,
      permissions: [],
      role: 20,
      viewing: false,
      by: null,
      due: null,
      secondStepUntil: null,
    });
    expect(await meOf(await bearerOf(manager))).toMatchObject({
      agentId: null,
      companyId: manager.companyId,
      role: 10,
    });
    expect(await meOf(await bearerOf(admin))).toMatchObject({
      companyId: null,
      officeName: null,
      role: 5,
      permissions: ["APPROVE_AGENTS"],
    });
    expect(await meOf(await bearerOf(root))).toMatchObject({
      role: 0,
      permissions: ["APPROVE_AGENTS", "SHOW_COMMON_LOGS"],
    });
  });

  test("gives unknown, wrong, blocked, unapproved and deleted accounts the same answer [TRUST-15]", async () => {
    const [wrong, blocked, unapproved, gone] = [
      await aPerson("agent"),
      await aPerson("company"),
      await aPerson("agent"),
      await aPerson("agent"),
    ];
    await change(blocked, sql`login_blocked = true`);
    await change(unapproved, sql`approved = false`);
    await change(gone, sql`deleted_at = now()`);
    await expect(signIn({ username: "no-such" })).rejects.toMatchObject(refusedSignIn);
    await expect(signIn(wrong, "wrong")).rejects.toMatchObject(refusedSignIn);
    await expect(signIn(blocked)).rejects.toMatchObject(refusedSignIn);
    await expect(signIn(unapproved)).rejects.toMatchObject(refusedSignIn);
    await expect(signIn(gone)).rejects.toMatchObject(refusedSignIn);
  });

  it("refuses empty fields at each field [AUTH-01]", async () => {
    await expect(perform(identity.login, null, {}, from())).rejects.toMatchObject({
      status: 422,
      data: { username: [expect.any(String)], password: [expect.any(String)] },
    });
  });

  test("ignores the case of the username and admits a suspended account", async () => {
    const agent = await aPerson("agent");
    await change(agent, sql`active = false`);
    expect(await signIn({ username: ` ${agent.username.toUpperCase()}` })).toHaveProperty("token");
  });

  test("works for a sign-in enabled until a moment, and its session ends then", async () => {
    const agent = await aPerson("agent");
    await change(agent, sql`login_blocked = true, login_enabled_until = ${later(HOUR)}`);
    const token = await bearerOf(agent);
    expect(await askerOf(token)).toMatchObject({ accountId: agent.accountId });
    await withFixedTime(later(HOUR + 1), async () => {
      expect(await askerOf(token)).toBeNull();
      await expect(signIn(agent)).rejects.toMatchObject(refusedSignIn);
    });
  });

  test("a screen's session is not a bearer, and a bearer is not a screen's session", async () => {
    const admin = await aPerson("admin");
    const { token: browser } = await signIn(admin, PASSWORD, from("form"));
    const bearer = await bearerOf(admin);
    expect(await identity.authenticateSession(browser, from())).toMatchObject({ accountId: admin.accountId });
    expect(await identity.authenticateBearer(browser, from())).toBeNull();
    expect(await identity.authenticateBearer(bearer, from())).toMatchObject({ accountId: admin.accountId });
    expect(await identity.authenticateSession(bearer, from())).toBeNull();
  });
});

describe("a session ends", () => {
  beforeAll(() => overrideConfig({ SESSION_IDLE_HOURS: 4 }));
  test("at sign-out, at once, with its time in the login log [API-07, AUTH-19]", async () => {
    const agent = await aPerson("agent");
    const [token, other] = [await bearerOf(agent), await bearerOf(agent)];
    expect(await perform(identity.logout, await askerOf(token), {}, from())).toEqual({});
    expect(await askerOf(token)).toBeNull();
    expect(await askerOf(other)).not.toBeNull();
    const [first, second] = await logOf(agent.accountId);
    expect(first?.out_time).not.toBeNull();
    expect(second?.out_time).toBeNull();
  });

  test("when the account is blocked, unapproved, deleted or gets another role [TRUST-16]", async () => {
    const changes = [sql`login_blocked = true`, sql`approved = false`, sql`deleted_at = now()`, sql`role = 5`];
    for (const columns of changes) {
      const person = await aPerson("company");
      const token = await bearerOf(person);
      expect(await askerOf(token)).not.toBeNull();
      await change(person, columns);
      expect(await askerOf(token)).toBeNull();
    }
  });

  test("when the password changes, except the session that changed it [TRUST-16]", async () => {
    const person = await aPerson("admin");
    const [mine, other] = [await bearerOf(person), await bearerOf(person)];
    const { sessionId } = (await askerOf(mine)) as Actor;
    await setPassword(person.accountId, "a new password", { exceptSessionId: sessionId });
    expect(await askerOf(mine)).not.toBeNull();
    expect(await askerOf(other)).toBeNull();
    expect(await writeTransaction(() => endSessions(person.accountId))).toBe(1);
    expect(await askerOf(mine)).toBeNull();
  });

  test("after 12 hours, with its expiry in the login log", async () => {
    const agent = await aPerson("agent");
    const { token, expiresAt } = await signIn(agent);
    await withFixedTime(later(12 * HOUR - 1_000), async () => expect(await askerOf(token)).not.toBeNull());
    await withFixedTime(later(13 * HOUR), async () => {
      expect(await askerOf(token)).toBeNull();
      await identity.deleteExpired();
    });
    const [row] = await logOf(agent.accountId);
    expect(row?.out_time?.getTime()).toBe(new Date(expiresAt).getTime());
  });

  test("in a browser after SESSION_IDLE_HOURS without a request, as of that moment [AUTH-28]", async () => {
    const agent = await aPerson("agent");
    const { token } = await signIn(agent, PASSWORD, from("form"));
    const program = await bearerOf(agent);
    const browser = (isBackground = false) =>
      identity.authenticateSession(token, { ip: null, userAgent: "", isBackground });
    await withFixedTime(later(3 * HOUR), async () => expect(await browser()).not.toBeNull());
    await withFixedTime(later(7 * HOUR - 1_000), async () => expect(await browser(true)).not.toBeNull());
    await withFixedTime(later(7 * HOUR), async () => {
      expect(await browser()).toBeNull();
      expect(await identity.readSessionData(token)).toBeNull();
      expect(await askerOf(program)).not.toBeNull();
    });
    await withFixedTime(later(8 * HOUR), () => identity.deleteExpired());
    const ends = (await logOf(agent.accountId)).map(({ out_time }) => out_time);
    expect(ends.filter((end) => end === null)).toHaveLength(1);
    const seen = await queryOne<{ last_seen_at: Date }>(
      sql`SELECT last_seen_at FROM sessions WHERE account_id = ${agent.accountId} AND kind = 'browser'`,
    );
    expect(ends.find((end) => end !== null)?.getTime()).toBe((seen?.last_seen_at.getTime() ?? 0) + 4 * HOUR);
  });

  test("not while its person views another account, which counts as use of both [AUTH-28]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const { token } = await signIn(manager, PASSWORD, from("form"));
    const own = (await identity.authenticateSession(token, from("form"))) as Actor;
    const view = await perform(identity.viewAs, own, { accountId: agent.accountId }, from("form"));
    for (const hours of [3, 6, 9]) {
      await withFixedTime(later(hours * HOUR), async () => {
        expect(await identity.authenticateSession(view.token, from("form"))).toMatchObject({ viewing: true });
      });
    }
    await withFixedTime(later(10 * HOUR), async () => {
      expect(await identity.authenticateSession(token, from("form"))).not.toBeNull();
    });
  });

  test("a sweep keeps live sessions", async () => {
    const agent = await aPerson("agent");
    const token = await bearerOf(agent);
    await identity.deleteExpired();
    expect(await askerOf(token)).not.toBeNull();
    expect((await logOf(agent.accountId))[0]?.out_time).toBeNull();
  });
});

test("the last use of a session is written at most once a minute", async () => {
  const agent = await aPerson("agent");
  const token = await bearerOf(agent);
  const seen = async () =>
    (await queryOne<{ last_seen_at: Date; ip: string }>(
      sql`SELECT last_seen_at, host(ip) AS ip FROM sessions WHERE account_id = ${agent.accountId}`,
    )) ?? { last_seen_at: new Date(0), ip: "" };
  const first = await seen();
  await withFixedTime(later(30_000), () => identity.authenticateBearer(token, from("call", "192.0.2.99")));
  expect(await seen()).toEqual(first);
  await withFixedTime(later(90_000), () => identity.authenticateBearer(token, from("call", "192.0.2.99")));
  expect((await seen()).ip).toBe("192.0.2.99");
  expect((await seen()).last_seen_at.getTime()).toBeGreaterThan(first.last_seen_at.getTime());
});

test("the data kept for a browser's session lasts until the session ends", async () => {
  const agent = await aPerson("agent");
  const { token } = await signIn(agent, PASSWORD, from("form"));
  expect(await identity.readSessionData(token)).toEqual({});
  await identity.writeSessionData(token, { range: { start: "2026-11-01" } });
  expect(await identity.readSessionData(token)).toEqual({ range: { start: "2026-11-01" } });
  await identity.closeSession(token);
  expect(await identity.readSessionData(token)).toBeNull();
  expect(await identity.authenticateSession(token, from())).toBeNull();
});

test("a password that changed after it was checked opens nothing [TRUST-16]", async () => {
  const agent = await aPerson("agent");
  const input = { username: agent.username, password: PASSWORD, captchaString: undefined, captchaCheck: undefined };
  const none = () => undefined;
  const call: Call = {
    caller: null,
    actor: system,
    from: from(),
    changed: none,
    revealed: none,
    saveAs: none,
    onSettled: none,
  };
  const checked = await identity.login.before?.(call, input);
  await setPassword(agent.accountId, "changed meanwhile");
  await expect(writeTransaction(() => identity.login.run(call, input, checked))).rejects.toMatchObject(refusedSignIn);
});

test("no password, token or token hash appears in a log, in plain text in a table, or in a refusal [TRUST-21]", async () => {
  const entries: unknown[] = [];
  setJournal((entry) => void entries.push(entry));
  try {
    const agent = await aPerson("agent", { password: "planted-password" });
    const { token } = await perform(
      identity.login,
      null,
      { username: agent.username, password: "planted-password", captchaString: "planted-answer" },
      from(),
    );
    const failed: unknown = await signIn(agent, "planted-wrong").catch((thrown: unknown) => thrown);
    const tables = await queryOne(sql`
        SELECT (SELECT json_agg(s) FROM sessions s) AS sessions, (SELECT json_agg(a) FROM audit a) AS audit,
               (SELECT json_agg(f) FROM sign_in_failures f) AS failures, (SELECT json_agg(l) FROM login_log l) AS log,
               (SELECT json_agg(encode(password_sealed, 'escape') || password_hash) FROM accounts) AS accounts`);
    const text = JSON.stringify([entries, tables, failed, (failed as Error).stack]);
    expect(entries).toHaveLength(2);
    expect(text).toContain(agent.username);
    for (const secret of ["planted-password", "planted-wrong", "planted-answer", token]) {
      expect(text).not.toContain(secret);
    }
  } finally {
    setJournal(() => undefined);
  }
});
