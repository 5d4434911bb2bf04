import { afterEach, beforeEach, expect } from "vitest";
import * as identity from "../../../server/identity";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, levels, type RoleName } from "../../../server/kernel/operation/roles";
import { addDays, dayOf, startOfDay } from "../../../server/kernel/time";
import { now, withFixedTime } from "../../../server/kernel/time/now";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { added, anOwner } from "./passkeys";
import { appOf, enrolled } from "./two-step";
import { aPerson, askerOf, from, PASSWORD, type Person, signIn } from "./world";

const DUE = { status: 403, code: "SECOND_STEP", data: {} };
const ROLES = Object.keys(levels) as RoleName[];
const STAFF: readonly RoleName[] = ["superadmin", "admin", "company"];

const { TWO_STEP, TWO_STEP_GRACE_DAYS } = config();
const set = (rule: "optional" | "staff" | "all", days = 7) =>
  overrideConfig({ TWO_STEP: rule, TWO_STEP_GRACE_DAYS: days });
beforeEach(() => set("all"));
afterEach(() => overrideConfig({ TWO_STEP, TWO_STEP_GRACE_DAYS }));

const actorOf = async (token: string) => (await askerOf(token)) as Actor;
const as = async (who: Person) => actorOf((await signIn(who)).token);
const listSessions = (actor: Actor) => perform(identity.ownSessions.list, actor, {}, from());
const me = (actor: Actor) => perform(identity.me, actor, {}, from());
const { begin, confirm, read, replace, reset, switchOff } = identity.twoStep;

const noonOf = (day: string) => new Date(startOfDay(day).getTime() + 12 * 60 * 60_000);
/** The rule first met the account at noon of the day so many days ago. */
const metAgo = async ({ accountId }: Person, days: number) => {
  const noon = noonOf(addDays(dayOf(now()), -days));
  await db.run`UPDATE accounts SET two_step_required_at = ${noon} WHERE id = ${accountId}`;
};
const metAt = async ({ accountId }: Person) =>
  (await db.row<{ at: Date | null }>`SELECT two_step_required_at AS at FROM accounts WHERE id = ${accountId}`)?.at;

for (const [rule, roles] of [
  ["optional", []],
  ["staff", STAFF],
  ["all", ROLES],
] as const) {
  test(`TWO_STEP=${rule} asks ${roles.length} of 4 roles for a second step, once their days are over [AUTH-30]`, async () => {
    set(rule);
    for (const role of ROLES) {
      const [who, isAsked] = [await aPerson(role), (roles as readonly string[]).includes(role)];
      const fresh = await as(who);
      await listSessions(fresh);
      const until = addDays(dayOf((await metAt(who)) ?? now()), 7);
      expect(await me(fresh)).toMatchObject({ due: null, secondStepUntil: isAsked ? until : null });
      expect((await metAt(who)) !== null).toBe(isAsked);

      await metAgo(who, 3);
      await listSessions(await as(who));
      await metAgo(who, 8);
      const late = await as(who);
      expect(await me(late)).toMatchObject({ due: isAsked ? "secondStep" : null });
      if (isAsked) await expect(listSessions(late)).rejects.toMatchObject(DUE);
      else await listSessions(late);
    }
  });
}

test("the last day counts in full, in New York [AUTH-30]", () =>
  withFixedTime(noonOf(dayOf(now())), async () => {
    const who = await aPerson("agent");
    await metAgo(who, 7);
    const today = await as(who);
    await listSessions(today);
    expect(await me(today)).toMatchObject({ secondStepUntil: dayOf(now()) });
    await metAgo(who, 8);
    await expect(listSessions(await as(who))).rejects.toMatchObject(DUE);
  }));

test("the moment is that of the first request under the rule, and stays [AUTH-30]", async () => {
  const who = await aPerson("company");
  set("optional");
  await as(who);
  expect(await metAt(who)).toBeNull();
  set("staff");
  const { token } = await signIn(who);
  await askerOf(token);
  const first = await metAt(who);
  expect(first).toBeInstanceOf(Date);
  await askerOf(token);
  set("optional");
  await askerOf(token);
  expect(await metAt(who)).toEqual(first);
});

test("with 0 days it is due at the first request, and with more days again later [AUTH-30]", async () => {
  set("all", 0);
  const { token } = await signIn(await aPerson("agent"));
  await expect(listSessions(await actorOf(token))).rejects.toMatchObject(DUE);
  set("all", 1);
  await listSessions(await actorOf(token));
});

test("until then only setting it up, confirming, reading the account and signing out are open [AUTH-30]", async () => {
  for (const role of ROLES) {
    const who = await aPerson(role);
    await metAgo(who, 8);
    const { token } = await signIn(who);
    const actor = await actorOf(token);
    await expect(perform(identity.remoteTokens.create, actor, { kind: "client" }, from())).rejects.toMatchObject(DUE);
    if (role !== "agent") {
      await expect(perform(reset, actor, { username: "nobody" }, from())).rejects.toMatchObject(DUE);
      await expect(perform(identity.viewAs, actor, { accountId: 1 }, from())).rejects.toMatchObject(DUE);
    }
    await perform(identity.confirm, actor, { password: PASSWORD }, from());
    expect(await perform(read, actor, {}, from())).toMatchObject({ enabled: false, required: true });
    const { secret } = await perform(begin, actor, {}, from());
    await perform(confirm, actor, { totp: appOf(secret).code() }, from());
    const after = await actorOf(token);
    expect(await me(after)).toMatchObject({ due: null, secondStepUntil: null });
    await listSessions(after);
    await perform(identity.logout, after, {}, from());
  }
});

test("the last passkey stays for those who need a second step, until they have another one [AUTH-30]", async () => {
  set("staff");
  for (const role of ROLES) {
    const { actor, id } = await anOwner(role);
    const remove = (passkey: number) => perform(identity.passkeys.remove, actor, { id: passkey }, from());
    if (!STAFF.includes(role)) {
      await remove(id);
      continue;
    }
    await expect(remove(id)).rejects.toMatchObject({ status: 409 });
    const second = await added(actor, "Key");
    await remove(id);
    await expect(remove(second.id)).rejects.toMatchObject({ status: 409 });
    expect(await perform(read, actor, {}, from())).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  }
});

test("a given password comes first, then the second step [AUTH-29, AUTH-30]", async () => {
  const { FIRST_PASSWORD } = config();
  overrideConfig({ FIRST_PASSWORD: "change" });
  try {
    const who = await aPerson("agent");
    await metAgo(who, 8);
    await db.run`UPDATE accounts SET password_set_by_other = true WHERE id = ${who.accountId}`;
    const { token } = await signIn(who);
    const actor = await actorOf(token);
    await expect(perform(begin, actor, {}, from())).rejects.toMatchObject({ code: "PASSWORD_CHANGE" });
    const own = { password: "eleven-blue-kettles", passwordConfirm: "eleven-blue-kettles" };
    await perform(identity.profile.agent.update, actor, own, from());
    const next = await actorOf(token);
    await expect(listSessions(next)).rejects.toMatchObject(DUE);
    await expect(perform(identity.profile.agent.update, next, own, from())).rejects.toMatchObject(DUE);
    await perform(begin, next, {}, from());
  } finally {
    overrideConfig({ FIRST_PASSWORD });
  }
});

test("it cannot be switched off where it is required, only there [AUTH-30]", async () => {
  set("staff");
  for (const [role, outcome] of [
    ["admin", { status: 409, message: expect.stringMatching(/cannot be switched off.*another app/) }],
    ["agent", undefined],
  ] as const) {
    const { app, actor } = await enrolled(await aPerson(role));
    const off = perform(switchOff, actor, { password: PASSWORD, totp: app.code() }, from());
    if (outcome) await expect(off).rejects.toMatchObject(outcome);
    else await off;
    expect(await perform(read, actor, {}, from())).toMatchObject({ enabled: outcome !== undefined });
  }
});

test("another app takes the place of the present one once a code of it confirms it [AUTH-30]", async () => {
  const who = await aPerson("admin");
  const { app, actor, recoveryCodes } = await enrolled(who);
  const give = { password: PASSWORD, totp: recoveryCodes[0] };
  await expect(perform(replace, actor, { ...give, password: "wrong" }, from())).rejects.toMatchObject({ status: 422 });
  const { secret } = await perform(replace, actor, give, from());
  const next = appOf(secret);
  expect(await perform(read, actor, {}, from())).toMatchObject({ enabled: true, pending: { secret } });
  await perform(identity.login, null, { username: who.username, password: PASSWORD, totp: app.code() }, from());
  await expect(perform(confirm, actor, { totp: "abcdef" }, from())).rejects.toMatchObject({ status: 422 });
  const { recoveryCodes: renewed } = await perform(confirm, actor, { totp: next.code() }, from());
  expect(renewed).toHaveLength(10);
  expect(await perform(read, actor, {}, from())).toMatchObject({ enabled: true, pending: null, recoveryCodesLeft: 10 });
  const signInWith = (totp: string) =>
    perform(identity.login, null, { username: who.username, password: PASSWORD, totp }, from());
  await expect(signInWith(app.code(1))).rejects.toMatchObject({ status: 422 });
  await signInWith(next.code(1));
  expect((await waitingMailsTo(who.email)).join()).toContain("moved to another app");
});

test("after a reset it is due at once if the days are over [AUTH-30]", async () => {
  const [boss, who] = [await aPerson("superadmin"), await aPerson("company")];
  const admin = await as(boss);
  await enrolled(who);
  await metAgo(who, 8);
  await perform(reset, admin, { username: who.username }, from());
  await expect(listSessions(await as(who))).rejects.toMatchObject(DUE);
});

test("client tokens and sessions opened with one's own are refused too, and cannot set it up [AUTH-30]", async () => {
  const who = await aPerson("admin");
  const actor = await as(who);
  const { token } = await perform(identity.remoteTokens.create, actor, { kind: "client" }, from());
  const { token: link } = await perform(identity.remoteTokens.create, actor, { kind: "browser" }, from());
  const bearer = (await perform(identity.loginRemote, null, { token }, from())).token;
  const opened = (await perform(identity.loginRemote, null, { token: link }, from())).token;
  for (const each of [token, bearer, opened]) await listSessions(await actorOf(each));
  await metAgo(who, 8);
  for (const each of [token, bearer, opened]) {
    const late = await actorOf(each);
    await expect(listSessions(late)).rejects.toMatchObject(DUE);
    expect(await me(late)).toMatchObject({ due: "secondStep" });
    await expect(perform(begin, late, {}, from())).rejects.toMatchObject({ status: 403 });
  }
});

test("a request with a client token counts as the first one, and the owner gets a mail, once [AUTH-30]", async () => {
  set("optional");
  const who = await aPerson("company");
  const { token } = await perform(identity.remoteTokens.create, await as(who), { kind: "client" }, from());
  set("all");
  await askerOf(token);
  const moment = await metAt(who);
  expect(moment).toBeInstanceOf(Date);
  await askerOf(token);
  const mails = (await waitingMailsTo(who.email)).filter((mail) => mail.includes("Subject: Two-step"));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(`by ${addDays(dayOf(moment!), 7)} (New York)`);
});

test("a view and a sign-in link of somebody else are not held up by it [AUTH-30]", async () => {
  const manager = await aPerson("company");
  const agt = await aPerson("agent", { of: manager });
  await metAgo(agt, 8);
  const actor = (await enrolled(manager)).actor;
  const view = await perform(identity.viewAs, actor, { accountId: agt.accountId }, from());
  const give = { accountId: agt.accountId, kind: "browser" };
  const link = await perform(identity.remoteTokens.create, actor, give, from());
  const opened = await perform(identity.loginRemote, null, { token: link.token }, from());
  for (const { token } of [view, opened]) {
    const other = await actorOf(token);
    await listSessions(other);
    expect(await me(other)).toMatchObject({ secondStepUntil: null });
  }
});
