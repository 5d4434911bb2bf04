import { describe, expect } from "vitest";
import * as identity from "../../../server/identity";
import * as options from "../../../server/options";
import { perform, setJournal } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { openJournal } from "../../../server/logs";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { appOf } from "./two-step";
import { aPerson, askerOf, bearerOf, change, from, type Person } from "./world";

/** Client tokens of the organization. */

const { create, list, revoke } = identity.remoteTokens;
const NEW = { password: "another-horse", passwordConfirm: "another-horse" };
const actorOf = async (who: Person, password?: string) => (await askerOf(await bearerOf(who, password))) as Actor;
const exchange = async (token: string) => (await perform(identity.loginRemote, null, { token }, from())).token;
const make = (actor: Actor, more: Record<string, unknown> = {}) =>
  perform(create, actor, { kind: "client", name: "Nightly", service: true, ...more }, from());

/** A service token and a personal one of a superadmin, each with a session that it opened. */
async function bothOf(maker: Person) {
  const actor = await actorOf(maker);
  const [service, personal] = [await make(actor), await make(actor, { service: false })];
  return {
    actor,
    service: [service.token, await exchange(service.token)],
    personal: [personal.token, await exchange(personal.token)],
  };
}
const living = async (tokens: readonly string[]) => {
  const callers = await Promise.all(tokens.map(askerOf));
  return callers.filter((caller) => caller !== null).length;
};

describe("a service token and its sessions stay, and personal ones end, when its maker", () => {
  const acts: [string, (maker: Person, actor: Actor) => Promise<unknown>][] = [
    ["changes their password", (_maker, actor) => perform(identity.profile.admin.update, actor, NEW, from())],
    [
      "gets a new password by mail",
      async (maker) => {
        const token = `reset-${maker.username}`;
        await db.run`INSERT INTO password_resets (account_id, hash, expires_at)
          VALUES (${maker.accountId}, sha256(${token}::bytea), now() + interval '1 hour')`;
        await perform(identity.resetPassword, null, { token, ...NEW }, from("form"));
      },
    ],
    [
      "gets a new password on the server",
      ({ username }) =>
        perform(identity.setLostPassword, system, { username, password: NEW.password }, from("program")),
    ],
    [
      "switches two-step sign-in on, and it is reset",
      async ({ username }, actor) => {
        const { secret } = await perform(identity.twoStep.begin, actor, {}, from());
        await perform(identity.twoStep.confirm, actor, { totp: appOf(secret).code() }, from());
        await perform(identity.twoStep.reset, system, { username }, from("program"));
      },
    ],
  ];
  test.each(acts)("%s [AUTH-35]", async (_act, act) => {
    const maker = await aPerson("superadmin");
    const { actor, service, personal } = await bothOf(maker);
    await act(maker, actor);
    expect([await living(service), await living(personal)]).toEqual([2, 0]);
    expect(await askerOf(await exchange(service[0]!))).toMatchObject({ accountId: maker.accountId });
  });
});

describe("a service token and its sessions end when its maker", () => {
  const { demote, setStatus } = identity.superadmins;
  const acts: [string, (maker: Person, boss: Actor) => Promise<unknown>][] = [
    [
      "is blocked, also after they are allowed again",
      async ({ accountId: id }, boss) => {
        await perform(setStatus, boss, { id, loginBlocked: true }, from());
        await perform(setStatus, boss, { id, loginBlocked: false }, from());
      },
    ],
    ["becomes an admin", ({ accountId: id }, boss) => perform(demote, boss, { id }, from())],
    ["has another role", (maker) => change(maker, sql`role = 5`)],
    ["may not sign in", (maker) => change(maker, sql`login_blocked = true`)],
    ["is suspended", (maker) => change(maker, sql`active = false`)],
    ["is deleted", (maker) => change(maker, sql`deleted_at = now()`)],
  ];
  test.each(acts)("%s [AUTH-35]", async (_act, act) => {
    const maker = await aPerson("superadmin");
    const { service } = await bothOf(maker);
    expect(await living(service)).toBe(2);
    await act(maker, await actorOf(await aPerson("superadmin")));
    expect(await living(service)).toBe(0);
    await expect(exchange(service[0]!)).rejects.toMatchObject({ status: 401 });
  });
});

describe("a service token", () => {
  test("is listed for all superadmins, who revoke it, and for nobody else; personal ones stay private [AUTH-35]", async () => {
    const [maker, other, admin] = [await aPerson("superadmin"), await aPerson("superadmin"), await aPerson("admin")];
    const actor = await actorOf(maker);
    const [{ id, token }, personal] = [await make(actor), await make(actor, { service: false })];
    const listed = await perform(list, await actorOf(other), {}, from());
    expect(listed).toMatchObject([{ id, username: maker.username, name: "Nightly", service: true, areas: null }]);
    expect(await perform(list, await actorOf(admin), {}, from())).toEqual([]);
    for (const [who, which] of [
      [admin, id],
      [other, personal.id],
    ] as const) {
      await expect(perform(revoke, await actorOf(who), { id: which }, from())).rejects.toMatchObject({ status: 404 });
    }
    await perform(revoke, await actorOf(other), { id }, from());
    expect(await askerOf(token)).toBeNull();
    const audited = await db.row`
      SELECT username, on_behalf_of, before, after FROM audit WHERE operation = 'auth.remoteTokens.revoke'`;
    expect(audited).toEqual({
      ...{ username: other.username, on_behalf_of: maker.accountId, after: null },
      before: { kind: "client", name: "Nightly", scope: "all", service: true },
    });
  });

  test("is made by superadmins only, named, and never by a token [AUTH-35, TRUST-13]", async () => {
    for (const role of ["admin", "company", "agent"] as const) {
      const actor = await actorOf(await aPerson(role));
      const message = "Only superadmins can create service tokens.";
      await expect(make(actor)).rejects.toMatchObject({ status: 403, message });
      const posted = { kind: "client", name: "n", service: true };
      await expect(perform(create, actor, posted, from("form"))).rejects.toMatchObject({
        status: 422,
        data: { service: [message] },
      });
    }
    const root = await actorOf(await aPerson("superadmin"));
    await expect(make(root, { name: "" })).rejects.toMatchObject({ status: 422, data: { name: [expect.any(String)] } });
    const link = { status: 422, data: { service: [expect.any(String)], areas: [expect.any(String)] } };
    await expect(make(root, { kind: "browser", areas: ["logs"] })).rejects.toMatchObject(link);
    const other = await aPerson("admin");
    await expect(make(root, { username: other.username })).rejects.toMatchObject({ status: 403 });
    const { token } = await make(root);
    for (const used of [token, await exchange(token)]) {
      await expect(make((await askerOf(used)) as Actor)).rejects.toMatchObject({ status: 403 });
    }
  });

  test("has its name in the audit, the common log and the login log beside its maker [AUTH-35]", async () => {
    const maker = await aPerson("superadmin");
    const { id, token } = await make(await actorOf(maker));
    const name = `service token Nightly #${id}`;
    const journal = openJournal();
    setJournal(journal.record);
    const opened = await exchange(token);
    for (const used of [token, opened]) {
      await perform(options.save, await askerOf(used), [{ name: "pay_after_days", value: "9" }], {
        ...from(),
        method: "POST /api/options",
      });
      await perform(options.save, await askerOf(used), [{ name: "pay_after_days", value: "8" }], from());
    }
    setJournal(() => undefined);
    await journal.close();
    const named = { username: maker.username, by: name };
    expect(await db.rows`SELECT username, by FROM audit WHERE operation = 'options.save'`).toEqual(
      Array.from({ length: 4 }, () => named),
    );
    expect(await db.rows`SELECT username, by FROM common_log WHERE action_name = 'POST /api/options'`).toEqual([
      ...[named, named],
    ]);
    expect(await db.row`SELECT by FROM audit WHERE operation = 'auth.loginRemote'`).toEqual({ by: name });
    const session = (await askerOf(opened))!.sessionId;
    expect(await db.row`SELECT by FROM login_log WHERE session_id = ${session}`).toEqual({ by: name });
    // One's own tokens are named nowhere.
    const own = await make(await actorOf(maker), { service: false });
    expect(await askerOf(own.token)).toMatchObject({ service: null, by: null });
  });

  test("is mailed to all superadmins when it is made, and named in the mail about a new password [AUTH-35]", async () => {
    const [maker, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
    const actor = await actorOf(maker);
    const { id } = await make(actor, { name: "Nightly" });
    for (const { email } of [maker, other]) {
      expect(await waitingMailsTo(email)).toEqual([expect.stringContaining("A service token was created: Nightly.")]);
    }
    await perform(identity.profile.admin.update, actor, NEW, from());
    const [, mail] = await waitingMailsTo(maker.email);
    expect(mail).toContain(`Service tokens of this account still work:\n- Nightly #${id}\n`);
    await perform(revoke, await actorOf(maker, NEW.password), { id }, from());
    await perform(identity.setLostPassword, system, { username: maker.username, password: "third-horse" }, from());
    expect((await waitingMailsTo(maker.email)).at(-1)).not.toContain("Service tokens");
  });
});

describe("the areas of a token", () => {
  test("are in the order of the list, are those of its sessions, and are in the list and the audit [AUTH-36]", async () => {
    const admin = await aPerson("admin");
    const actor = await actorOf(admin);
    const made = await make(actor, { service: false, scope: "read", areas: ["reports", "logs", "logs"] });
    expect(made.areas).toEqual(["logs", "reports"]);
    for (const used of [made.token, await exchange(made.token)]) {
      expect(await askerOf(used)).toMatchObject({ areas: ["logs", "reports"], scope: "read", service: null });
    }
    expect(await perform(list, actor, {}, from())).toMatchObject([{ areas: ["logs", "reports"], service: false }]);
    const audited = await db.row`SELECT after FROM audit WHERE operation = 'auth.remoteTokens.create'`;
    expect(audited).toEqual({
      after: { kind: "client", name: "Nightly", scope: "read", areas: ["logs", "reports"] },
    });
  });

  test("are refused if there is none, an unknown one, or with scope health", async () => {
    const actor = await actorOf(await aPerson("superadmin"));
    const refused = (areas: unknown, more = {}) => expect(make(actor, { areas, ...more })).rejects;
    await refused([]).toMatchObject({
      data: { areas: ["Please name at least one area, or leave areas out for all of them."] },
    });
    await refused(["everything"]).toMatchObject({
      data: {
        "areas[0]": [expect.stringMatching(/^Please choose areas from the list\. Allowed: sign-in, two-step, /)],
      },
    });
    await refused(["system"], { scope: "health" }).toMatchObject({
      data: { areas: ["A token for the health of the server has no areas."] },
    });
  });
});
