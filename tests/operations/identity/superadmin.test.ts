import { expect, test } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import { levels, system } from "../../../server/kernel/operation/roles";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";
import { aWatcher } from "../../world/locks";
import { type Ended, runProgram } from "../../world/program";
import { enrolled } from "./two-step";
import { aPerson, askerOf, from, refusedSignIn, signIn } from "./world";

const { demote, setStatus } = identity.superadmins;

/** Runs `npm run admin -- …` on the test's database, with `words` on standard input. */
const admin = (url: string, args: string[], words: string): Promise<Ended> =>
  runProgram("admin", args, { DATABASE_URL: url }, words);

test("the first superadmin of a deployment is created on the server and can sign in [ROLE-06]", async () => {
  const database = await aDatabase();
  await database.enter();
  const create = (args: string[], words = "a-long-password\n") =>
    admin(database.url, ["create-superadmin", ...args], words);
  const made = await create(["boss", "boss@example.com"]);
  expect(made).toEqual({ code: 0, said: "The superadmin boss can sign in now.\n" });
  const { token } = await signIn({ username: "boss" }, "a-long-password", from());
  expect(await askerOf(token)).toMatchObject({ role: 0, permissions: ["APPROVE_AGENTS", "SHOW_COMMON_LOGS"] });
  await expect(signIn({ username: "boss" }, "a-long-password\n", from())).rejects.toMatchObject(refusedSignIn);
  expect(await create(["Boss", "boss@example.com"])).toEqual({ code: 1, said: "username: Username is taken\n" });
  expect(await create(["second", "nowhere"])).toMatchObject({ code: 1, said: expect.stringMatching(/^email: /) });
  expect(await create(["second", "b@example.com"], "short\n")).toMatchObject({ code: 1 });
  expect(await create(["second"])).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage: /) });
  const accounts = await db.row<{ n: number }>`SELECT count(*) AS n FROM accounts`;
  expect(accounts?.n).toBe(1);
});

test("the second step of anyone, including a superadmin, can be reset on the server", async () => {
  const database = await aDatabase();
  await database.enter();
  const root = await aPerson("superadmin");
  await enrolled(root);
  await expect(signIn(root)).rejects.toMatchObject({ data: { totp: [expect.any(String)] } });
  const reset = (...args: string[]) => admin(database.url, ["reset-two-step", ...args], "");
  expect(await reset(root.username)).toEqual({ code: 0, said: `${root.username} signs in by password alone now.\n` });
  expect(await signIn(root)).toHaveProperty("token");
  expect(await reset(root.username)).toEqual({
    code: 1,
    said: "username: No account with this username uses two-step sign-in.\n",
  });
  expect(await reset()).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage: /) });
});

test("a superadmin who lost their password is found and gets a new one on the server, which ends their sessions", async () => {
  const database = await aDatabase();
  await database.enter();
  const run = (args: string[], words = "") => admin(database.url, args, words);
  expect(await run(["list"])).toEqual({ code: 0, said: "There is no superadmin yet.\n" });
  const root = await aPerson("superadmin");
  await aPerson("admin");
  const { token } = await signIn(root);
  expect(await run(["list"])).toEqual({ code: 0, said: `${root.username}\n` });
  const set = (username: string, words: string) => run(["set-password", username], words);
  expect(await set(root.username.toUpperCase(), "another-long-word\n")).toEqual({
    code: 0,
    said: `The password of ${root.username} is set. They are signed out everywhere.\n`,
  });
  expect(await askerOf(token)).toBeNull();
  expect(await signIn(root, "another-long-word")).toHaveProperty("token");
  await expect(signIn(root)).rejects.toMatchObject(refusedSignIn);
  expect(await set("nobody", "another-long-word\n")).toEqual({
    code: 1,
    said: "username: There is no account with this username.\n",
  });
  expect(await set(root.username, "short\n")).toMatchObject({ code: 1, said: expect.stringMatching(/^password: /) });
  expect(await run(["set-password"])).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage: /) });
  expect(await run(["list", "all"])).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage: /) });
});

const SYSTEM = [system, { channel: "program", ip: null, userAgent: "admin" }] as const;
const LAST = { status: 409, message: "No other superadmin can sign in." };

test("a superadmin is blocked, demoted and given another address on the server, but never the last one [ROLE-06]", async () => {
  const database = await aDatabase();
  await database.enter();
  const [root, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
  const run = (...args: string[]) => admin(database.url, args, "");

  expect(await run("set-email", other.username, "new@example.org")).toEqual({
    code: 0,
    said: `The e-mail address of ${other.username} is new@example.org now.\n`,
  });
  const stored = await db.row<{ email: string }>`SELECT email FROM admins WHERE account_id = ${other.accountId}`;
  expect(stored?.email).toBe("new@example.org");

  expect(await run("block", other.username.toUpperCase())).toEqual({
    code: 0,
    said: `${other.username} cannot sign in any more and is signed out everywhere.\n`,
  });
  await expect(signIn(other)).rejects.toMatchObject(refusedSignIn);
  const last = { code: 1, said: "No other superadmin can sign in.\n" };
  expect(await run("block", root.username)).toEqual(last);
  expect(await run("demote", root.username)).toEqual(last);

  await perform(setStatus, SYSTEM[0], { id: other.accountId, loginBlocked: false }, SYSTEM[1]);
  const { token } = await signIn(other);
  expect(await run("demote", other.username)).toMatchObject({ code: 0 });
  expect(await askerOf(token)).toBeNull();
  expect(await askerOf((await signIn(other)).token)).toMatchObject({ role: levels.admin });
  const unknown = { code: 1, said: "username: There is no superadmin with this username.\n" };
  expect(await run("block", other.username)).toEqual(unknown);
  expect(await run("set-email", root.username, "nowhere")).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^email: /),
  });
  expect(await run("set-email", root.username)).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage: /) });
});

test("two superadmins who are blocked at the same time leave one who can sign in [ROLE-06]", async () => {
  const database = await aDatabase();
  await database.enter();
  const both = [await aPerson("superadmin"), await aPerson("superadmin")];
  const watcher = await aWatcher(database.url);
  await watcher.query("BEGIN");
  await watcher.query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", [both[0]?.accountId]);
  const acts = both.map(({ accountId: id }) => perform(setStatus, SYSTEM[0], { id, loginBlocked: true }, SYSTEM[1]));
  const results = Promise.allSettled(acts);
  await watcher.waiting(2, ...acts);
  await watcher.query("COMMIT");
  expect((await results).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await watcher.end();
});

test("two superadmins who demote each other at the same time leave one [ADMIN-11]", async () => {
  const database = await aDatabase();
  await database.enter();
  const [one, two] = [await aPerson("superadmin"), await aPerson("superadmin")];
  const [first, second] = [await askerOf((await signIn(one)).token), await askerOf((await signIn(two)).token)];
  const watcher = await aWatcher(database.url);
  await watcher.query("BEGIN");
  await watcher.query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", [one.accountId]);
  const acts = [
    perform(demote, first, { id: two.accountId }, from()),
    perform(demote, second, { id: one.accountId }, from()),
  ];
  const results = Promise.allSettled(acts);
  await watcher.waiting(2, ...acts);
  await watcher.query("COMMIT");
  const refusals = (await results).flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(refusals).toEqual([expect.objectContaining(LAST)]);
  await watcher.end();
});
