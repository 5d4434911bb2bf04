import { expect, test } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import { db } from "../../world/db";
import { waitingMailsTo } from "../../world/waiting-mails";
import { enrolled, later } from "./two-step";
import { anAddress, aPerson, from, PASSWORD, type Person } from "./world";

const WRONG = { status: 422, data: { totp: [expect.stringMatching(/^This code is wrong/)] } };
const LOCKED = { status: 422, data: { totp: [expect.stringMatching(/^There were too many wrong codes/)] } };
const MINUTES = 60;

/** Signs in with password and code from an address that has no failures. */
const withCode = ({ username }: Person, totp: string) =>
  perform(identity.login, null, { username, password: PASSWORD, totp }, from("call", anAddress()));

async function wrongCodes(person: Person, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await expect(withCode(person, "12345")).rejects.toMatchObject(WRONG);
}

test("ten wrong codes in a row, of sign-ins and of open sessions, refuse the app's codes for an hour, and a mail reports it", async () => {
  const person = await aPerson("admin");
  const { app, actor, recoveryCodes } = await enrolled(person);
  await wrongCodes(person, 8);
  const confirmed = perform(identity.confirm, actor, { password: PASSWORD, code: "12345" }, from("call", anAddress()));
  await expect(confirmed).rejects.toMatchObject({ status: 422 });
  expect((await waitingMailsTo(person.email)).join()).not.toContain("wrong codes");
  await wrongCodes(person, 1);
  await expect(withCode(person, app.code())).rejects.toMatchObject(LOCKED);
  const mails = (await waitingMailsTo(person.email)).filter((mail) => mail.includes("ten wrong codes in a row"));
  expect(mails).toHaveLength(1);
  const audit = await db.rows`
    SELECT 1 FROM audit WHERE operation = 'auth.twoStep.lock' AND on_behalf_of = ${person.accountId}`;
  expect(audit).toHaveLength(1);
  expect(await withCode(person, recoveryCodes[0] ?? "")).toHaveProperty("token");
  await later(59 * MINUTES, () => expect(withCode(person, app.code())).rejects.toMatchObject(LOCKED));
  await later(61 * MINUTES, () => expect(withCode(person, app.code())).resolves.toHaveProperty("token"));
});

test("a right code ends the row of wrong ones, and codes of others do not count", async () => {
  const [person, other] = [await aPerson("agent"), await aPerson("agent")];
  const { app } = await enrolled(person);
  const theirs = await enrolled(other);
  await wrongCodes(person, 9);
  expect(await withCode(person, app.code())).toHaveProperty("token");
  await wrongCodes(person, 9);
  await wrongCodes(other, 1);
  await later(2 * MINUTES, async () => {
    expect(await withCode(other, theirs.app.code())).toHaveProperty("token");
    expect(await withCode(person, app.code())).toHaveProperty("token");
  });
});
