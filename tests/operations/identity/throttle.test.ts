import { expect, it, onTestFinished, vi } from "vitest";
import { hashPassword } from "../../../server/accounts";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { queryRows, execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import { Refusal } from "../../../server/kernel/operation/refusal";
import { sql } from "../../../server/kernel/database/sql";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { anAddress, aPerson, change, from, PASSWORD, type Person, refusedSignIn, signIn } from "./world";

const MINUTE = 60_000;
const later = (minutes: number) => new Date(now().getTime() + minutes * MINUTE);
const failuresOf = (username: string) =>
  queryRows<{ ip: string }>(
    sql`SELECT host(ip) AS ip FROM sign_in_failures WHERE username = ${username.toLowerCase()}`,
  );

/** `count` failures in the past, as the throttle stores them. */
const failed = (username: string, ip: string, count: number, minutesAgo = 1) =>
  execute(sql`
    INSERT INTO sign_in_failures (username, ip, at)
    SELECT lower(${username}), ${ip}::inet, ${later(-minutesAgo)} FROM generate_series(1, ${count}::int)`);

const statusOf = (one: PromiseSettledResult<unknown>) =>
  one.status === "rejected" ? ((one.reason as Partial<Refusal>).status ?? 500) : 200;

const from4 = (who: Pick<Person, "username">, password: string, ip: string) => signIn(who, password, from("call", ip));

test("after 5 failures of a name from an address, the next try must wait 15 minutes, right or wrong [TRUST-15]", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  for (let i = 0; i < 5; i++) await expect(from4(agent, "wrong", ip)).rejects.toMatchObject(refusedSignIn);
  const refused: unknown = await from4(agent, PASSWORD, ip).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    status: 429,
    code: "TOO_MANY_REQUESTS",
    message: "Too many tries. Try again in 15 minutes.",
  });
  expect((refused as Refusal).retryAfter).toBeGreaterThan(14 * 60);
  expect(await from4(agent, PASSWORD, anAddress())).toHaveProperty("token");
  await withFixedTime(later(14), () =>
    expect(from4(agent, PASSWORD, ip)).rejects.toMatchObject({ message: "Too many tries. Try again in 1 minutes." }),
  );
  await withFixedTime(later(15.1), () => expect(from4(agent, PASSWORD, ip)).resolves.toHaveProperty("token"));
});

test("50 failures of a name from any address, or 200 from an address for any name, are throttled [TRUST-15]", async () => {
  const [target, other] = [await aPerson("agent"), await aPerson("agent")];
  const ip = anAddress();
  await failed(target.username, anAddress(), 49);
  await expect(from4(target, "wrong", anAddress())).rejects.toMatchObject(refusedSignIn);
  await expect(from4(target, PASSWORD, anAddress())).rejects.toMatchObject({ status: 429 });
  await failed("nobody", ip, 199);
  await expect(from4({ username: "no-such" }, "wrong", ip)).rejects.toMatchObject(refusedSignIn);
  await expect(from4(other, PASSWORD, ip)).rejects.toMatchObject({ status: 429 });
  expect(await from4(other, PASSWORD, anAddress())).toHaveProperty("token");
});

test("an unknown name is throttled like a known one [TRUST-15]", async () => {
  const nobody = { username: `no-${Math.random().toString(36).slice(2, 7)}` };
  const ip = anAddress();
  for (let i = 0; i < 5; i++) await expect(from4(nobody, "wrong", ip)).rejects.toMatchObject(refusedSignIn);
  await expect(from4(nobody, "wrong", ip)).rejects.toMatchObject({ status: 429 });
});

test("a success clears only the failures of its name from its address", async () => {
  const agent = await aPerson("agent");
  const [own, other] = [anAddress(), anAddress()];
  await failed(agent.username, own, 4);
  await failed(agent.username, other, 3);
  expect(await from4(agent, PASSWORD, own)).toHaveProperty("token");
  expect(await failuresOf(agent.username)).toEqual([{ ip: other }, { ip: other }, { ip: other }]);
});

test("a throttled try does not count as a failure, so the wait does not start again", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  await failed(agent.username, ip, 5, 10);
  await expect(from4(agent, "wrong", ip)).rejects.toMatchObject({
    message: "Too many tries. Try again in 5 minutes.",
  });
  expect(await failuresOf(agent.username)).toHaveLength(5);
});

test("an IPv6 network of 64 bits counts as one address", async () => {
  const agent = await aPerson("agent");
  for (let i = 1; i <= 5; i++) {
    await expect(from4(agent, "wrong", `2001:db8:1:2::${i}`)).rejects.toMatchObject(refusedSignIn);
  }
  await expect(from4(agent, PASSWORD, "2001:db8:1:2:9::9")).rejects.toMatchObject({ status: 429 });
  expect(await from4(agent, PASSWORD, "2001:db8:1:3::1")).toHaveProperty("token");
});

it("of simultaneous tries, five are checked, and their failures are stored although refused [TRUST-15]", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => from4(agent, "wrong", ip)));
  const statuses = tries.map((one) => (one.status === "rejected" ? (one.reason as Refusal).status : 200));
  expect(statuses.filter((status) => status === 422)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  expect(await writeTransaction(() => failuresOf(agent.username))).toHaveLength(5);
});

it("of 60 wrong passwords sent at once, five are checked, and a right one among them does not raise that number [TRUST-15]", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => from4(agent, "wrong", ip)));
  expect(tries.filter((one) => statusOf(one) === 422)).toHaveLength(5);
  expect(tries.filter((one) => statusOf(one) === 429)).toHaveLength(55);
  expect(await writeTransaction(() => failuresOf(agent.username))).toHaveLength(5);
  const other = await aPerson("agent");
  const mixed = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => from4(other, i === 3 ? PASSWORD : "wrong", ip)),
  );
  // The success clears the failures checked before it; the tries in flight still count.
  expect(mixed.filter((one) => statusOf(one) === 422).length).toBeLessThanOrEqual(9);
  expect(await writeTransaction(() => failuresOf(other.username))).toHaveLength(5);
});

it("thirty correct sign-ins of one account at once all succeed and leave no failure [TRUST-15]", async () => {
  // On a busy machine the last ones would otherwise wait for longer than a try may.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const agent = await aPerson("agent");
  const ip = anAddress();
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => from4(agent, PASSWORD, ip)));
  expect(tries.map(statusOf)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(await writeTransaction(() => failuresOf(agent.username))).toEqual([]);
});

test("a try whose worker ended before checking it counts as a failure after its time limit [TRUST-15]", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  await failed(agent.username, ip, 5);
  await execute(sql`UPDATE sign_in_failures SET judged = false WHERE username = lower(${agent.username})`);
  await expect(from4(agent, PASSWORD, ip)).rejects.toThrow(/Try again in 14 minutes\./);
});

test("a success keeps the tries in flight, so that they count if they fail [TRUST-15]", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  await failed(agent.username, ip, 3, 0);
  await execute(sql`UPDATE sign_in_failures SET judged = false WHERE username = lower(${agent.username})`);
  await failed(agent.username, ip, 1, 0);
  expect(await from4(agent, PASSWORD, ip)).toHaveProperty("token");
  expect(await failuresOf(agent.username)).toHaveLength(3);
});

it("tries that cannot be admitted in time are refused with a short wait and not counted", async () => {
  const agent = await aPerson("agent");
  const tries = await Promise.allSettled(Array.from({ length: 400 }, () => from4(agent, PASSWORD, anAddress())));
  const refused = tries.filter((one) => one.status === "rejected").map((one) => one.reason as Refusal);
  const busy = refused.filter(({ message }) => message === "Too many tries right now. Try again in 5 seconds.");
  expect(busy).toHaveLength(200);
  for (const refusal of refused) expect([refusal.status, refusal.retryAfter]).toEqual([429, 5]);
  expect(await writeTransaction(() => failuresOf(agent.username))).toEqual([]);
});

it("two password hashes run at a time, 250 wait, and further ones are refused at once", async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 260 }, () => hashPassword("correct-horse")));
  const refused = hashes.filter((one) => one.status === "rejected").map((one) => one.reason as Refusal);
  expect(refused).toHaveLength(8);
  for (const refusal of refused) expect([refusal.status, refusal.retryAfter]).toEqual([429, 5]);
});

it("while a hundred passwords are checked, other work still gets a database connection", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => aPerson("admin")));
  const ips = Array.from({ length: 10 }, anAddress);
  const tries = people.flatMap((person) => ips.map((ip) => from4(person, PASSWORD, ip)));
  let served = 0;
  let over = false;
  const all = Promise.allSettled(tries).then((ended) => ((over = true), ended));
  while (!over) {
    await db.rows`SELECT 1`;
    served += 1;
  }
  expect((await all).map(statusOf)).toEqual(tries.map(() => 200));
  expect(served).toBeGreaterThan(5);
});

test("a name that matches an account only by Unicode case folding is not that account [TRUST-15]", async () => {
  const kim = await aPerson("agent");
  await change(kim, sql`username = 'kiosk'`);
  for (const username of ["k\u0130osk", "\u212aiosk", "kio\u017fk", "kiosk\u0307"]) {
    await expect(signIn({ username }, PASSWORD, from("call", anAddress()))).rejects.toMatchObject(refusedSignIn);
  }
  const ip = anAddress();
  for (const username of ["kiosk", "KIOSK", "Kiosk", " kIosk ", "kiosK"]) {
    await expect(signIn({ username }, "wrong", from("call", ip))).rejects.toMatchObject(refusedSignIn);
  }
  await expect(signIn({ username: "KiOsK" }, PASSWORD, from("call", ip))).rejects.toMatchObject({ status: 429 });
  expect(await signIn({ username: "KIOSK" }, PASSWORD, from("call", anAddress()))).toHaveProperty("token");
});

it("a whole office can sign in at once from one address", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson("admin")));
  const ip = anAddress();
  const answers = await Promise.all(people.map((person) => from4(person, PASSWORD, ip)));
  expect(answers.every(({ token }) => token.length > 20)).toBe(true);
  for (const { username } of people) expect(await writeTransaction(() => failuresOf(username))).toEqual([]);
});

test("a sweep removes old failures and keeps those that count", async () => {
  const agent = await aPerson("agent");
  await failed(agent.username, anAddress(), 2, 70);
  await failed(agent.username, anAddress(), 1, 14);
  await identity.deleteExpired();
  expect(await failuresOf(agent.username)).toHaveLength(1);
});

test("a password reset by mail clears the failures of its name", async () => {
  const agent = await aPerson("agent");
  const ip = anAddress();
  await failed(agent.username, ip, 5);
  await expect(from4(agent, PASSWORD, ip)).rejects.toMatchObject({ status: 429 });
  const { tokenHash } = await import("../../../server/kernel/process/secrets");
  await execute(sql`
      INSERT INTO password_resets (account_id, hash, expires_at)
      VALUES (${agent.accountId}, ${tokenHash("link")}, ${later(30)})`);
  const form = { token: "link", password: "another one", passwordConfirm: "another one" };
  await perform(identity.resetPassword, null, form, from());
  expect(await from4(agent, "another one", ip)).toHaveProperty("token");
});
