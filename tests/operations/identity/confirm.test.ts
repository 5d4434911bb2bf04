import { describe, expect } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import * as webhooks from "../../../server/webhooks";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { enrolled, later } from "./two-step";
import { aPerson, askerOf, bearerOf, change, from, PASSWORD, type Person, signIn } from "./world";
import { sql } from "../../../server/kernel/database/sql";

const MINUTES = 60;
const CONFIRM = { status: 403, code: "CONFIRM", data: {} };
const FORBIDDEN = { status: 403, code: "FORBIDDEN" };

const actorOf = async (token: string) => (await askerOf(token)) as Actor;
const endpoint = { name: "hook", url: "https://example.org/hook", events: ["agent.created"] };
const addEndpoint = (actor: Actor) => perform(webhooks.create, actor, endpoint, from());
const confirm = (actor: Actor, given: Record<string, string> = { password: PASSWORD }) =>
  perform(identity.confirm, actor, given, from());

async function clientToken(who: Person): Promise<string> {
  const made = await perform(
    identity.remoteTokens.create,
    await actorOf(await bearerOf(who)),
    { kind: "client" },
    from(),
  );
  return made.token;
}
async function link(maker: Person, to: Person): Promise<string> {
  const given = { accountId: to.accountId, kind: "browser" };
  const { token } = await perform(identity.remoteTokens.create, await actorOf(await bearerOf(maker)), given, from());
  return (await perform(identity.loginRemote, null, { token }, from())).token;
}

describe("an act that needs the password of the last 15 minutes", () => {
  test("runs after a sign-in, is refused later, and runs again once the password is given", async () => {
    const manager = await aPerson("company");
    const bearer = await bearerOf(manager);
    await addEndpoint(await actorOf(bearer));
    await later(15 * MINUTES, async () => {
      await expect(addEndpoint(await actorOf(bearer))).rejects.toMatchObject(CONFIRM);
      await expect(confirm(await actorOf(bearer), { password: "not-mine" })).rejects.toMatchObject({
        status: 422,
        data: { password: ["This is not your password."] },
      });
      await expect(addEndpoint(await actorOf(bearer))).rejects.toMatchObject(CONFIRM);
      const { until } = await confirm(await actorOf(bearer));
      expect(until).toMatch(/^\d{4}-\d\d-\d\dT/);
      await addEndpoint(await actorOf(bearer));
    });
  });

  test("is confirmed for one session, not for the account", async () => {
    const manager = await aPerson("company");
    const [one, other] = [await bearerOf(manager), await bearerOf(manager)];
    await later(16 * MINUTES, async () => {
      await confirm(await actorOf(one));
      await expect(addEndpoint(await actorOf(other))).rejects.toMatchObject(CONFIRM);
    });
  });

  test("needs a code too where two-step sign-in is on, and each code once", async () => {
    const manager = await aPerson("company");
    const { app, bearer } = await enrolled(manager);
    await later(16 * MINUTES, async () => {
      const actor = await actorOf(bearer);
      await expect(confirm(actor)).rejects.toMatchObject({ status: 422, data: { code: [expect.any(String)] } });
      const given = { password: PASSWORD, code: app.code() };
      await confirm(actor, given);
      await expect(confirm(actor, given)).rejects.toMatchObject({ status: 422, data: { code: [expect.any(String)] } });
    });
  });

  test("is never open to a client token, which cannot confirm; the session it opened can", async () => {
    const manager = await aPerson("company");
    const token = await clientToken(manager);
    await expect(addEndpoint(await actorOf(token))).rejects.toMatchObject(CONFIRM);
    await expect(confirm(await actorOf(token))).rejects.toMatchObject(FORBIDDEN);
    const session = await actorOf((await perform(identity.loginRemote, null, { token }, from())).token);
    await expect(addEndpoint(session)).rejects.toMatchObject(CONFIRM);
    await confirm(session);
    expect(await db.row`SELECT confirmed_at IS NOT NULL AS yes FROM sessions WHERE id = ${session.sessionId}`).toEqual({
      yes: true,
    });
  });

  test("is never open to a session that somebody else opened, with the owner's password neither", async () => {
    const boss = await aPerson("superadmin");
    const actor = await actorOf(await link(boss, await aPerson("company")));
    await expect(addEndpoint(actor)).rejects.toMatchObject(FORBIDDEN);
    await expect(confirm(actor)).rejects.toMatchObject(FORBIDDEN);
  });

  test("tries at the password count like those of a sign-in", async () => {
    const manager = await aPerson("company");
    const actor = await actorOf(await bearerOf(manager));
    const tries: unknown[] = [];
    for (let i = 0; i < 60; i += 1) {
      tries.push(
        await confirm(actor, { password: `guess-${i}` }).catch((refusal: { status: number }) => refusal.status),
      );
    }
    expect(tries).toContain(429);
    await expect(confirm(actor)).rejects.toMatchObject({ status: 429 });
  });
});

describe("credentials", () => {
  const acts: [string, (actor: Actor) => Promise<unknown>][] = [
    ["password", (actor) => perform(identity.profile.company.update, actor, NEW_PASSWORD, from())],
    ["e-mail", (actor) => perform(identity.profile.company.update, actor, { manEmail: "thief@example.org" }, from())],
    ["second step", (actor) => perform(identity.twoStep.begin, actor, {}, from())],
    ["sessions", (actor) => perform(identity.ownSessions.endOthers, actor, {}, from())],
    ["tokens", (actor) => perform(identity.remoteTokens.create, actor, { kind: "browser" }, from())],
  ];
  const NEW_PASSWORD = { password: "another-horse", passwordConfirm: "another-horse" };

  test.each(acts)(
    "%s: neither a client token, nor its session, nor somebody else's link changes it",
    async (_what, act) => {
      const [boss, manager] = [await aPerson("superadmin"), await aPerson("company")];
      const token = await clientToken(manager);
      const exchanged = (await perform(identity.loginRemote, null, { token }, from())).token;
      for (const credential of [token, exchanged, await link(boss, manager)]) {
        await expect(act(await actorOf(credential)), credential).rejects.toMatchObject(FORBIDDEN);
      }
      await signIn(manager);
    },
  );

  test("other settings of an office stay open to a client token, its unchanged e-mail among them", async () => {
    const manager = await aPerson("company");
    const actor = await actorOf(await clientToken(manager));
    const given = { officeName: "Renamed", manEmail: manager.email };
    expect(await perform(identity.profile.company.update, actor, given, from())).toMatchObject({
      officeName: "Renamed",
    });
  });

  test("need the password again after 15 minutes", async () => {
    const bearer = await bearerOf(await aPerson("company"));
    await later(16 * MINUTES, async () => {
      for (const [what, act] of acts.filter(([name]) => name !== "sessions")) {
        await expect(act(await actorOf(bearer)), what).rejects.toMatchObject(CONFIRM);
      }
    });
  });
});

describe("viewing as somebody else", () => {
  const view = async (viewer: Person, to: Person, token?: string) =>
    perform(identity.viewAs, await actorOf(token ?? (await bearerOf(viewer))), { accountId: to.accountId }, from());
  const NO_ACCOUNT = { status: 404, record: "account" };

  test("shows the account, changes nothing, and names both", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const { token } = await view(manager, agent);
    const actor = await actorOf(token);
    expect(await perform(identity.me, actor, {}, from())).toMatchObject({
      ...{ username: agent.username, viewing: true, by: manager.username },
    });
    const change = { password: "another-horse", passwordConfirm: "another-horse" };
    await expect(perform(identity.profile.agent.update, actor, change, from())).rejects.toMatchObject({
      ...{ status: 403, code: "VIEWING" },
    });
    await expect(confirm(actor)).rejects.toMatchObject({ code: "VIEWING" });
    expect(await db.row`SELECT by FROM login_log WHERE session_id = ${actor.sessionId}`).toEqual({
      by: manager.username,
    });
    expect(
      await db.row`SELECT username, on_behalf_of FROM audit WHERE operation = 'auth.viewAs' ORDER BY id DESC LIMIT 1`,
    ).toEqual({ username: manager.username, on_behalf_of: agent.accountId });
    await perform(identity.logout, actor, {}, from());
    expect(await askerOf(token)).toBeNull();
  });

  test("goes downwards only, and never to superadmins", async () => {
    const [boss, other, admin] = [await aPerson("superadmin"), await aPerson("superadmin"), await aPerson("admin")];
    const [manager, stranger] = [await aPerson("company"), await aPerson("company")];
    const agent = await aPerson("agent", { of: manager });
    for (const [viewer, to] of [
      [boss, other],
      [admin, boss],
      [admin, await aPerson("admin")],
      [manager, stranger],
      [manager, admin],
      [stranger, agent],
      [manager, manager],
    ] as const) {
      await expect(view(viewer, to)).rejects.toMatchObject(NO_ACCOUNT);
    }
    for (const [viewer, to] of [
      [boss, admin],
      [boss, manager],
      [admin, manager],
      [admin, agent],
      [manager, agent],
    ] as const) {
      expect(await askerOf((await view(viewer, to)).token)).toMatchObject({ username: to.username });
    }
  });

  test("needs a session of one's own: no client token, no link, no view", async () => {
    const [boss, manager] = [await aPerson("superadmin"), await aPerson("company")];
    const agent = await aPerson("agent", { of: manager });
    for (const token of [await clientToken(manager), await link(boss, manager)]) {
      await expect(view(manager, agent, token)).rejects.toMatchObject(FORBIDDEN);
    }
    const viewing = (await view(boss, manager)).token;
    await expect(view(manager, agent, viewing)).rejects.toMatchObject({ code: "VIEWING" });
  });

  test("ends with the viewer's session, their sign-in, and their office", async () => {
    const [manager, other] = [await aPerson("company"), await aPerson("company")];
    const agent = await aPerson("agent", { of: manager });
    const opened = async () => {
      const own = await bearerOf(manager);
      return { own, viewing: (await view(manager, agent, own)).token };
    };
    const first = await opened();
    await perform(identity.logout, await actorOf(first.own), {}, from());
    expect(await askerOf(first.viewing)).toBeNull();
    const second = await opened();
    await change(manager, sql`login_blocked = true`);
    expect(await askerOf(second.viewing)).toBeNull();
    await change(manager, sql`login_blocked = false`);
    expect(await askerOf(second.viewing)).not.toBeNull();
    await db.run`UPDATE agents SET company_id = ${other.companyId} WHERE id = ${agent.agentId}`;
    expect(await askerOf(second.viewing)).toBeNull();
  });

  test("an account with two-step sign-in opens only to those who gave a code themselves, by a link as well", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    await enrolled(agent);
    const makeLink = async (token: string) =>
      perform(
        identity.remoteTokens.create,
        await actorOf(token),
        { accountId: agent.accountId, kind: "browser" },
        from(),
      );
    const plain = await bearerOf(manager);
    await expect(view(manager, agent, plain)).rejects.toMatchObject(FORBIDDEN);
    await expect(makeLink(plain)).rejects.toMatchObject(FORBIDDEN);
    const { bearer } = await enrolled(manager);
    expect(await askerOf((await view(manager, agent, bearer)).token)).toMatchObject({ username: agent.username });
    await makeLink(bearer);
  });
});

test("a superadmin's link reaches no other superadmin", async () => {
  await expect(link(await aPerson("superadmin"), await aPerson("superadmin"))).rejects.toMatchObject({ status: 404 });
});
