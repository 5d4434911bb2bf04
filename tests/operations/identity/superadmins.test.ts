import { expect } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, levels } from "../../../server/kernel/operation/roles";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { later } from "./two-step";
import { aPerson, askerOf, bearerOf, from, PASSWORD, type Person, refusedSignIn, signIn } from "./world";

const { demote, list, read, setEmail, setStatus } = identity.superadmins;
const OWN = { status: 409, message: "This is your own account. Another superadmin has to do this." };

const actorOf = async (token: string) => (await askerOf(token)) as Actor;
const as = async (who: Person) => actorOf(await bearerOf(who));
const block = (actor: Actor, { accountId: id }: Person, loginBlocked = true) =>
  perform(setStatus, actor, { id, loginBlocked }, from());

test("superadmins see each other, block each other and allow signing in again [ADMIN-11]", async () => {
  const [boss, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
  const token = await bearerOf(other);
  const actor = await as(boss);
  const listed = await perform(list, actor, {}, from());
  for (const who of [boss, other]) {
    expect(listed.find(({ id }) => id === who.accountId)).toMatchObject({
      ...{ username: who.username, email: who.email, loginBlocked: false, current: who === boss },
    });
  }
  expect(await block(actor, other)).toEqual({ updated: 1 });
  expect(await askerOf(token)).toBeNull();
  await expect(signIn(other)).rejects.toMatchObject(refusedSignIn);
  expect(await perform(read, actor, { id: other.accountId }, from())).toMatchObject({ loginBlocked: true });
  await block(actor, other, false);
  expect(await signIn(other)).toHaveProperty("token");
  const [entry] = await db.rows`
    SELECT username, on_behalf_of, before, after FROM audit WHERE operation = 'superadmins.setStatus' ORDER BY id`;
  expect(entry).toEqual({
    ...{ username: boss.username, on_behalf_of: other.accountId },
    ...{ before: { loginBlocked: false }, after: { loginBlocked: true } },
  });
});

test("a demoted superadmin is signed out, an admin from then on, and their password is not shown to anyone [ADMIN-11]", async () => {
  const [boss, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
  const token = await bearerOf(other);
  expect(await perform(demote, await as(boss), { id: other.accountId }, from())).toEqual({ updated: 1 });
  expect(await askerOf(token)).toBeNull();
  expect(await as(other)).toMatchObject({ role: levels.admin });
  const sealed = await db.row`SELECT password_sealed AS copy FROM accounts WHERE id = ${other.accountId}`;
  expect(sealed).toEqual({ copy: null });
  await expect(perform(read, await as(boss), { id: other.accountId }, from())).rejects.toMatchObject({ status: 404 });
});

test("a new e-mail ends the links mailed to the former one, and an older version is refused [ADMIN-11]", async () => {
  const [boss, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
  await perform(identity.forgot, null, { username: other.username, email: other.email }, from());
  const actor = await as(boss);
  const { version } = await perform(read, actor, { id: other.accountId }, from());
  const give = { id: other.accountId, email: "new@example.org", version };
  expect(await perform(setEmail, actor, give, from())).toMatchObject({
    email: "new@example.org",
    version: version + 1,
  });
  expect(await db.rows`SELECT 1 FROM password_resets WHERE account_id = ${other.accountId}`).toEqual([]);
  await expect(perform(setEmail, actor, { ...give, email: "late@example.org" }, from())).rejects.toMatchObject({
    ...{ status: 409, data: { current: { email: "new@example.org" } } },
  });
  await expect(perform(setEmail, actor, { ...give, email: "nowhere" }, from())).rejects.toMatchObject({ status: 422 });
});

test("nobody does it to themselves, to an admin, or without being a superadmin [ADMIN-11]", async () => {
  const [boss, other, admin] = [await aPerson("superadmin"), await aPerson("superadmin"), await aPerson("admin")];
  const acts = [
    (actor: Actor, of: Person) => block(actor, of),
    (actor: Actor, { accountId: id }: Person) => perform(demote, actor, { id }, from()),
    (actor: Actor, { accountId: id }: Person) => perform(setEmail, actor, { id, email: "x@example.org" }, from()),
  ];
  for (const act of acts) {
    await expect(act(await as(boss), boss)).rejects.toMatchObject(OWN);
    await expect(act(await as(boss), admin)).rejects.toMatchObject({ status: 404, record: "superadmin" });
    for (const role of ["admin", "company", "agent"] as const) {
      await expect(act(await as(await aPerson(role)), other)).rejects.toMatchObject({ status: 403 });
    }
  }
  await expect(perform(list, await as(admin), {}, from())).rejects.toMatchObject({ status: 403 });
  for (const { accountId } of [boss, other]) {
    const stored = await db.row`SELECT role, login_blocked FROM accounts WHERE id = ${accountId}`;
    expect(stored).toEqual({ role: levels.superadmin, login_blocked: false });
  }
});

test("it needs the password of the last 15 minutes, and no client token may [ADMIN-11]", async () => {
  const [boss, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
  const bearer = await bearerOf(boss);
  const made = await perform(identity.remoteTokens.create, await actorOf(bearer), { kind: "client" }, from());
  await expect(block(await actorOf(made.token), other)).rejects.toMatchObject({ status: 403, code: "FORBIDDEN" });
  await later(16 * 60, async () => {
    await expect(block(await actorOf(bearer), other)).rejects.toMatchObject({ status: 403, code: "CONFIRM" });
    await perform(identity.confirm, await actorOf(bearer), { password: PASSWORD }, from());
    await block(await actorOf(bearer), other);
  });
});
