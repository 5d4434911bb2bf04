import { expect } from "vitest";
import { verifyPassword } from "../../../server/accounts";
import { create, list, read, update } from "../../../server/admins";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { aPerson, bearerOf, askerOf } from "../identity/world";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";

const fields = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  username: `d${Math.random().toString(36).slice(2, 8)}`,
  email: "someone@example.org",
  password: "a-good-password",
  passwordConfirm: "a-good-password",
  ...more,
});
const idOf = async ({ accountId }: { accountId: number }): Promise<number> =>
  (await queryOne<{ id: number }>(sql`SELECT id FROM admins WHERE account_id = ${accountId}`))?.id ?? 0;

test("a new admin is stored with the given flags, and without any by default [API-35, API-34, ADMIN-04]", async () => {
  const { actor } = await aSuperadmin();
  const given = fields({ earningVisible: true, showSuspend: true });
  const made = await ask(create, actor, given);
  const { password: _, passwordConfirm: __, ...kept } = given;
  expect(made).toEqual({
    ...{
      id: made.id,
      accountId: made.accountId,
      ...kept,
      plainPassword: "a-good-password",
      approveAgents: false,
      showCommonLogs: false,
    },
    ...{ active: true, loginBlocked: false, version: 1 },
  });
  expect(await ask(read, actor, { id: made.id })).toEqual(made);
  const plain = await ask(create, actor, fields());
  expect(plain).toMatchObject({ earningVisible: false, showSuspend: false });
  const account = await queryOne<{ role: number; hash: string }>(sql`
      SELECT role, password_hash AS hash FROM accounts WHERE username = ${made.username}`);
  expect([account?.role, await verifyPassword(account?.hash, "a-good-password")]).toEqual([5, true]);
});

/** The fields sent and the field that is refused; without a field, the input is valid. */
const cases: [Record<string, unknown>, string?][] = [
  [{ email: undefined }, "email"],
  [{ email: "" }, "email"],
  [{ email: "nobody" }, "email"],
  [{ email: "a@b" }, "email"],
  [{ email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(63)}.org` }],
  [{ email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.org` }, "email"],
  [{ username: "a123456789" }],
  [{ username: "a1234567890" }, "username"],
  [{ username: "" }, "username"],
  [{ username: "<b>" }, "username"],
  [{ password: "7kettles", passwordConfirm: "7kettles" }],
  [{ password: "1234567", passwordConfirm: "1234567" }, "password"],
  [{ password: "x".repeat(73), passwordConfirm: "x".repeat(73) }, "password"],
  [{ password: "", passwordConfirm: "" }, "password passwordConfirm"],
  [{ passwordConfirm: "another-password" }, "passwordConfirm"],
  [{ earningVisible: "yes" }, "earningVisible"],
  [{ role: 0, active: false }],
];

test.each(cases)("a new admin with %j is refused at %s [ADMIN-06, ADMIN-07, ADMIN-08]", async (given, field) => {
  const { actor } = await aSuperadmin();
  if (field === undefined) {
    // Only the named fields are stored: neither the role nor another status.
    return void expect(await ask(create, actor, fields(given))).toMatchObject({ active: true });
  }
  const { status, data } = await refused(create, actor, fields(given));
  expect([status, Object.keys(data as object)]).toEqual([422, field.split(" ")]);
});

test("a taken username is refused at its field [ADMIN-07]", async () => {
  const { actor } = await aSuperadmin();
  await anAgent({ username: "Taken" });
  expect(await refused(create, actor, fields({ username: "tAKEN" }))).toEqual({
    status: 422,
    data: { username: ["Username is taken"] },
  });
});

test("an update keeps the fields left out and always the username; an older version is refused [API-36, ADMIN-07]", async () => {
  const { actor } = await aSuperadmin();
  const made = await ask(create, actor, fields({ approveAgents: true }));
  const saved = await ask(update, actor, { id: made.id, email: "new@example.org", username: "other", password: "" });
  expect(saved).toEqual({ ...made, email: "new@example.org", version: 2 });
  expect(await refused(update, actor, { id: made.id, email: "", version: 2 })).toMatchObject({ status: 422 });
  const late = await refused(update, actor, { id: made.id, email: "late@example.org", version: 1 });
  expect(late).toMatchObject({ status: 409, data: { current: { email: "new@example.org", version: 2 } } });
  const trace = await queryRows(sql`
      SELECT before, after FROM audit WHERE record = 'admin' AND record_id = ${String(made.id)} ORDER BY id`);
  expect(trace.at(-1)).toEqual({ before: { email: made.email }, after: { email: "new@example.org" } });
});

test("flags apply from the next request; a new password and a disabled sign-in end the sessions [ROLE-10, ROLE-07]", async () => {
  const { actor } = await aSuperadmin();
  const person = await aPerson("admin");
  const id = await idOf(person);
  const bearer = await bearerOf(person);
  expect(await askerOf(bearer)).toMatchObject({ earningVisible: false, permissions: [] });
  await ask(update, actor, {
    id,
    earningVisible: true,
    approveAgents: true,
    showCommonLogs: true,
    showSuspend: true,
  });
  expect(await askerOf(bearer)).toMatchObject({
    ...{ earningVisible: true, showSuspend: true, permissions: ["APPROVE_AGENTS", "SHOW_COMMON_LOGS"] },
  });
  await ask(update, actor, { id, active: false });
  expect(await askerOf(bearer)).not.toBeNull();
  await ask(update, actor, { id, password: "brand-new-one", passwordConfirm: "brand-new-one" });
  expect(await askerOf(bearer)).toBeNull();
  await expect(bearerOf(person)).rejects.toThrow("Wrong username");
});

test("disabling the sign-in ends the sessions at once [ROLE-10]", async () => {
  const { actor } = await aSuperadmin();
  const person = await aPerson("admin");
  const bearer = await bearerOf(person);
  const saved = await ask(update, actor, { id: await idOf(person), loginBlocked: true });
  expect(saved).toMatchObject({ loginBlocked: true, active: true });
  expect(await askerOf(bearer)).toBeNull();
});

test("the list contains every admin by username, with the password, and no superadmin [API-33, ADMIN-01]", async () => {
  const { actor } = await aSuperadmin();
  await execute(sql`DELETE FROM admins`);
  await ask(create, actor, fields({ username: "Zoe" }));
  await ask(create, actor, fields({ username: "adam" }));
  await aPerson("superadmin");
  expect((await ask(list, actor, {})).map(({ username, plainPassword }) => [username, plainPassword])).toEqual([
    ["adam", "a-good-password"],
    ["Zoe", "a-good-password"],
  ]);
});

test("a superadmin cannot be locked out: these calls answer 404 for them [ADMIN-10]", async () => {
  const { actor } = await aSuperadmin();
  const id = await idOf(await aPerson("superadmin"));
  for (const change of [
    { loginBlocked: true },
    { active: false },
    { password: "7kettles", passwordConfirm: "7kettles" },
  ]) {
    expect(await refused(update, actor, { id, ...change })).toEqual({ status: 404 });
  }
  expect(await refused(read, actor, { id })).toEqual({ status: 404 });
});

test("only superadmins manage admins [ADMIN-10, ROLE-11]", async () => {
  const admin = await anAdmin();
  const others = [admin.actor, (await anOffice()).actor, (await anAgent()).actor];
  const id = await idOf(admin);
  for (const actor of others) {
    expect(await refused(list, actor, {})).toEqual({ status: 403 });
    expect(await refused(read, actor, { id })).toEqual({ status: 403 });
    expect(await refused(create, actor, fields())).toEqual({ status: 403 });
    expect(await refused(update, actor, { id, earningVisible: true })).toEqual({ status: 403 });
  }
});
