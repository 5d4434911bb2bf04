import { describe, expect } from "vitest";
import { Account } from "../../../models";
import * as identity from "../../../server/identity";
import { writeTransaction } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { now } from "../../../server/kernel/time/now";
import { TestAuthenticator } from "../../world/authenticator";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { actorOf, added, anOwner, begun, completed, MINUTES, optionsOf, ORIGIN, REFUSED, requestOf } from "./passkeys";
import { appOf, enrolled, later } from "./two-step";
import { aPerson, askerOf, bearerOf, change, from, PASSWORD, signIn } from "./world";

const { passkeys, twoStep } = identity;

describe("adding", () => {
  test("a first passkey turns the second step on, gives recovery codes and ends other sessions", async () => {
    const person = await aPerson("company");
    const other = await bearerOf(person);
    const bearer = await bearerOf(person);
    const { recoveryCodes, id } = await added(await actorOf(bearer), "Phone");
    expect(recoveryCodes).toHaveLength(10);
    expect(await askerOf(other)).toBeNull();
    const actor = await actorOf(bearer);
    const { passkeys: rows } = await perform(passkeys.list, actor, {}, from());
    expect(rows).toEqual([{ id, name: "Phone", createdAt: expect.any(String) as string, lastUsedAt: null }]);
    expect(await perform(twoStep.read, actor, {}, from())).toMatchObject({ enabled: true, app: false });
    expect((await waitingMailsTo(person.email)).join()).toContain("A passkey was added: Phone.");
    await expect(signIn(person)).rejects.toBeInstanceOf(identity.CodeRequired);
    expect((await added(actor, "Key")).recoveryCodes).toEqual([]);
  });

  test("beside an app, it keeps the codes; an app beside it replaces them", async () => {
    const person = await aPerson("admin");
    const { actor, app } = await enrolled(person);
    expect((await added(actor)).recoveryCodes).toEqual([]);
    expect(await perform(identity.confirm, actor, { password: PASSWORD, code: app.code(0) }, from())).toBeDefined();
    const owner = await anOwner();
    const { secret } = await perform(twoStep.begin, owner.actor, {}, from());
    const codes = await perform(twoStep.confirm, owner.actor, { totp: appOf(secret).code(0) }, from());
    expect(codes.recoveryCodes).toHaveLength(10);
    const { ticket } = await begun(owner.person);
    await expect(completed(ticket, { totp: owner.recoveryCodes[0] })).rejects.toMatchObject({ status: 422 });
  });

  test.each([
    ["of another origin", { origin: "https://office.example" }],
    ["of another host", { rpId: "office.example" }],
    ["to another challenge", { challenge: Buffer.alloc(40).toString("base64url") }],
    ["of another type", { type: "webauthn.get" }],
  ])("an answer %s is refused", async (_name, wrong) => {
    const actor = await actorOf(await bearerOf(await aPerson("admin")));
    const passkey = new TestAuthenticator(ORIGIN).create(await optionsOf(actor), wrong);
    await expect(perform(passkeys.add, actor, { name: "x", passkey }, from())).rejects.toMatchObject(REFUSED);
    expect((await perform(passkeys.list, actor, {}, from())).passkeys).toEqual([]);
  });

  test("its challenge is for one session and one use, for five minutes", async () => {
    const person = await aPerson("admin");
    const [actor, elsewhere] = [await actorOf(await bearerOf(person)), await actorOf(await bearerOf(person))];
    const key = new TestAuthenticator(ORIGIN);
    const attestation = key.create(await optionsOf(actor));
    const add = (as: Actor) => perform(passkeys.add, as, { name: "x", passkey: attestation }, from());
    await expect(add(elsewhere)).rejects.toMatchObject(REFUSED);
    await later(6 * MINUTES, () => expect(add(actor)).rejects.toMatchObject(REFUSED));
    const { id } = await add(actor);
    await perform(passkeys.remove, actor, { id }, from());
    await expect(add(actor)).rejects.toMatchObject(REFUSED);
  });

  test("a passkey belongs to one account, which has at most ten", async () => {
    const { key, actor } = await anOwner();
    const other = await actorOf(await bearerOf(await aPerson("admin")));
    await expect(added(other, "mine", key)).rejects.toMatchObject(REFUSED);
    for (let n = 1; n < 10; n++) await added(actor, `key ${n}`);
    await expect(added(actor, "eleventh")).rejects.toMatchObject({ status: 409 });
  });

  test("needs the password of the last 15 minutes, and the owner's own session", async () => {
    const { actor, id } = await anOwner();
    const passkey = new TestAuthenticator(ORIGIN).create(await optionsOf(actor));
    const add = (as: Actor) => perform(passkeys.add, as, { name: "x", passkey }, from());
    const remove = (as: Actor) => perform(passkeys.remove, as, { id }, from());
    await expect(add({ ...actor, confirmedUntil: 0 })).rejects.toMatchObject({ code: "CONFIRM" });
    await expect(remove({ ...actor, confirmedUntil: 0 })).rejects.toMatchObject({ code: "CONFIRM" });
    for (const as of [
      { ...actor, by: "somebody" },
      { ...actor, opener: "client" as const },
    ]) {
      await expect(add(as)).rejects.toMatchObject({ status: 403 });
      await expect(remove(as)).rejects.toMatchObject({ status: 403 });
      await expect(optionsOf(as)).rejects.toMatchObject({ status: 403 });
    }
  });
});

describe("in a session", () => {
  test("a passkey confirms it, makes new recovery codes and switches the second step off", async () => {
    const { person, key, actor } = await anOwner();
    const ask = async () => (await perform(identity.confirmForm, actor, {}, from())).passkey!;
    const give = async () => ({ password: PASSWORD, passkey: key.get(await ask()) });
    await expect(perform(identity.confirm, actor, { password: PASSWORD }, from())).rejects.toMatchObject({
      data: { code: [expect.any(String)] },
    });
    expect(await perform(identity.confirm, actor, await give(), from())).toHaveProperty("until");
    expect((await perform(twoStep.renewCodes, actor, await give(), from())).recoveryCodes).toHaveLength(10);
    await perform(twoStep.switchOff, actor, await give(), from());
    expect((await perform(passkeys.list, actor, {}, from())).passkeys).toEqual([]);
    expect(await signIn(person)).toHaveProperty("token");
  });

  test("a challenge of another session does not confirm", async () => {
    const { person, key, actor } = await anOwner();
    const { ticket, request } = await requestOf(person);
    const elsewhere = await actorOf((await completed(ticket, { passkey: key.get(request) })).token);
    const { passkey } = await perform(identity.confirmForm, elsewhere, {}, from());
    const give = { password: PASSWORD, passkey: key.get(passkey!) };
    await expect(perform(identity.confirm, actor, give, from())).rejects.toMatchObject(REFUSED);
  });

  test("removing the last passkey turns the second step off, and its owner gets a mail; others cannot remove it", async () => {
    const { person, actor, id } = await anOwner();
    const other = await actorOf(await bearerOf(await aPerson("admin")));
    await expect(perform(passkeys.remove, other, { id }, from())).rejects.toMatchObject({ status: 404 });
    const second = await added(actor, "Key");
    await perform(passkeys.remove, actor, { id }, from());
    expect(await perform(twoStep.read, actor, {}, from())).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    await perform(passkeys.remove, actor, { id: second.id }, from());
    expect(await perform(twoStep.read, actor, {}, from())).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    const mails = (await waitingMailsTo(person.email)).join();
    expect(mails).toContain("A passkey was removed: Key.");
    expect(mails).toContain("the password alone signs in");
    expect(await signIn(person)).toHaveProperty("token");
  });

  test("a link or view into an account with a passkey needs a session that passed a second step", async () => {
    const { person } = await anOwner("agent");
    const admin = await aPerson("admin");
    const view = (as: Actor) => perform(identity.viewAs, as, { agentId: person.agentId }, from("form"));
    await expect(view(await actorOf(await bearerOf(admin)))).rejects.toMatchObject({ status: 403 });
    const boss = await anOwner("admin");
    expect(await view(boss.actor)).toHaveProperty("token");
  });

  test("a reset removes passkeys, and deleting the account does, too", async () => {
    const { person } = await anOwner("admin");
    const boss = await actorOf(await bearerOf(await aPerson("superadmin")));
    await perform(twoStep.reset, boss, { username: person.username }, from());
    const left = (accountId: number) => db.rows`
      SELECT account_id FROM passkeys WHERE account_id = ${accountId}
      UNION ALL SELECT account_id FROM recovery_codes WHERE account_id = ${accountId}`;
    expect([await left(person.accountId), await signIn(person)]).toEqual([[], expect.objectContaining({})]);
    const { person: gone } = await anOwner("agent");
    expect(await left(gone.accountId)).toHaveLength(11);
    await writeTransaction(async () => (await Account.findByPk(gone.accountId))?.erase(now()));
    expect(await left(gone.accountId)).toEqual([]);
  });

  test("a blocked owner does not sign in with a passkey", async () => {
    const { person, key } = await anOwner();
    const { ticket, request } = await requestOf(person);
    await change(person, sql`login_blocked = true`);
    await expect(completed(ticket, { passkey: key.get(request) })).rejects.toMatchObject({ status: 422 });
  });
});
