import { expect } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { anOwner, begun, completed, MINUTES, REFUSED, requestOf } from "./passkeys";
import { appOf, later } from "./two-step";
import { anAddress, aPerson, askerOf, from } from "./world";

const { passkeys, twoStep } = identity;

test("takes the password and a passkey, and the session has passed a second step", async () => {
  const { person, key, actor } = await anOwner();
  const { ticket, request, app } = await requestOf(person);
  expect(app).toBe(false);
  const { token } = await completed(ticket, { passkey: key.get(request) });
  const session = await db.row`SELECT second_step FROM sessions ORDER BY id DESC LIMIT 1`;
  expect([await askerOf(token), session]).toEqual([expect.anything(), { second_step: true }]);
  const [row] = (await perform(passkeys.list, actor, {}, from())).passkeys;
  expect(row?.lastUsedAt).toEqual(expect.any(String));
  const audit = await db.row`
    SELECT after->>'secondStep' AS way FROM audit WHERE on_behalf_of = ${person.accountId} ORDER BY id DESC LIMIT 1`;
  expect(audit).toEqual({ way: "passkey" });
});

test("also takes a recovery code, once", async () => {
  const { person, recoveryCodes } = await anOwner();
  const { ticket } = await begun(person);
  const [totp = ""] = recoveryCodes;
  expect(await completed(ticket, { totp })).toHaveProperty("token");
  await expect(completed(ticket, { totp })).rejects.toMatchObject({ status: 422 });
  await expect(completed(ticket, {})).rejects.toMatchObject({ status: 422 });
});

test.each([
  ["of another origin", { origin: "https://office.example" }],
  ["of another host", { rpId: "office.example" }],
  ["to another challenge", { challenge: Buffer.alloc(40).toString("base64url") }],
  ["of another type", { type: "webauthn.create" }],
  ["of an unknown credential", { id: "AAAAAAAAAAAAAAAAAAAAAA" }],
])("an answer %s is refused, and the challenge that it answers is used up", async (_name, wrong) => {
  const { person, key } = await anOwner();
  const { ticket, request } = await requestOf(person);
  await expect(completed(ticket, { passkey: key.get(request, wrong) })).rejects.toMatchObject(REFUSED);
  if (!("challenge" in wrong))
    await expect(completed(ticket, { passkey: key.get(request) })).rejects.toMatchObject(REFUSED);
});

test("an answer works once, for its own sign-in, within five minutes", async () => {
  const { person, key, actor } = await anOwner();
  const { ticket, request } = await requestOf(person);
  const passkey = key.get(request);
  expect(await completed(ticket, { passkey })).toHaveProperty("token");
  await expect(completed(ticket, { passkey })).rejects.toMatchObject(REFUSED);
  const [first, second] = [await requestOf(person), await requestOf(person)];
  const swapped = completed(first.ticket, { passkey: key.get(second.request) });
  await expect(swapped).rejects.toMatchObject(REFUSED);
  const { passkey: confirming } = await perform(identity.confirmForm, actor, {}, from());
  const misused = completed(first.ticket, { passkey: key.get(confirming!) });
  await expect(misused).rejects.toMatchObject(REFUSED);
  const late = completed(first.ticket, { passkey: key.get(first.request) });
  await expect(late).resolves.toHaveProperty("token");
  const { ticket: old, request: expired } = await requestOf(person);
  await later(6 * MINUTES, () =>
    expect(completed(old, { passkey: key.get(expired) })).rejects.toMatchObject({ status: 422 }),
  );
});

test("a counter that does not grow is refused", async () => {
  const { person, key } = await anOwner();
  const next = async (counter: number) => {
    const { ticket, request } = await requestOf(person);
    key.counter = counter - 1;
    return completed(ticket, { passkey: key.get(request) });
  };
  expect(await next(6)).toHaveProperty("token");
  for (const counter of [5, 6]) await expect(next(counter)).rejects.toMatchObject(REFUSED);
  expect(await next(7)).toHaveProperty("token");
});

test("the passkey of another account is refused", async () => {
  const [mine, theirs] = [await anOwner(), await anOwner()];
  const { ticket, request } = await requestOf(mine.person);
  expect(request.allowCredentials).toHaveLength(1);
  await expect(completed(ticket, { passkey: theirs.key.get(request) })).rejects.toMatchObject(REFUSED);
});

test("wrong answers count like wrong passwords, and towards the lock of the app's codes", async () => {
  const { person, key, actor } = await anOwner();
  const { secret } = await perform(twoStep.begin, actor, {}, from());
  const app = appOf(secret);
  await perform(twoStep.confirm, actor, { totp: app.code(-1) }, from());
  const wrong = async (ip: string) => {
    const { ticket, request } = await requestOf(person);
    return completed(ticket, { passkey: key.get(request, { origin: "https://office.example" }) }, ip);
  };
  const ip = anAddress();
  for (let n = 0; n < 5; n++) await expect(wrong(ip)).rejects.toMatchObject(REFUSED);
  await expect(wrong(ip)).rejects.toMatchObject({ status: 429 });
  for (let n = 0; n < 5; n++) await expect(wrong(anAddress())).rejects.toMatchObject(REFUSED);
  const { ticket, request } = await requestOf(person);
  const locked = completed(ticket, { totp: app.code(0) });
  await expect(locked).rejects.toMatchObject({ data: { totp: [expect.stringMatching(/^There were too many/)] } });
  expect(await completed(ticket, { passkey: key.get(request) })).toHaveProperty("token");
});

test("without a second step, the first step answers that the password is enough", async () => {
  await expect(begun(await aPerson("agent"))).rejects.toMatchObject({ status: 409 });
});
