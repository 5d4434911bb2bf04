import { describe, expect, test } from "vitest";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { perform } from "../../../server/kernel/operation/perform";
import { sql } from "../../../server/kernel/database/sql";
import { figure } from "../../world/figure";
import { db } from "../../world/db";
import { waitingMailsTo } from "../../world/waiting-mails";
import {
  anAddress,
  aPerson,
  askerOf,
  bearerOf,
  change,
  from,
  PASSWORD,
  type Person,
  refusedSignIn,
  signIn,
} from "./world";

/** How many password hashes this process has computed. */
const hashesMade = () => figure("password_hashes_total");
const later = (minutes: number) => new Date(now().getTime() + minutes * 60_000);

const forgot = (username: string, email: string, ip?: string) =>
  perform(identity.forgot, null, { username, email }, from("call", ip));
const linkOf = (mail: string) => /\/reset\?token=([\w-]+)/.exec(mail)?.[1] ?? "";
const reset = (token: string, password = "a new password", passwordConfirm = password, ip?: string) =>
  perform(identity.resetPassword, null, { token, password, passwordConfirm }, from("call", ip));

async function aLink(person: Person, others: string[] = []): Promise<string> {
  await forgot(person.username, person.email);
  const links = (await waitingMailsTo(person.email)).map(linkOf);
  return links.find((link) => !others.includes(link)) ?? "";
}

describe("a forgotten password", () => {
  test("mails a link to an agent, manager or admin when username and e-mail match [API-09]", async () => {
    for (const role of ["agent", "company", "admin"] as const) {
      const person = await aPerson(role);
      expect(await forgot(person.username.toUpperCase(), person.email.toUpperCase())).toEqual({});
      const [mail] = await waitingMailsTo(person.email);
      expect(mail).toContain("Subject: Your new password");
      expect(linkOf(mail ?? "")).toMatch(/^[\w-]{32}$/);
    }
  });

  test("returns the same answer and sends no mail when they do not match or the account is deleted [API-09]", async () => {
    const [person, other, gone] = [await aPerson("agent"), await aPerson("agent"), await aPerson("agent")];
    await change(gone, sql`deleted_at = now()`);
    expect(await forgot(person.username, other.email)).toEqual({});
    expect(await forgot("no-such", person.email)).toEqual({});
    expect(await forgot(gone.username, gone.email)).toEqual({});
    await forgot(other.username, other.email);
    expect(await waitingMailsTo(other.email)).toHaveLength(1);
    expect(await waitingMailsTo(person.email)).toEqual([]);
    expect(await waitingMailsTo(gone.email)).toEqual([]);
  });

  test("refuses empty fields at each field [AUTH-10]", async () => {
    await expect(forgot("", " ")).rejects.toMatchObject({
      status: 422,
      data: { username: [expect.any(String)], email: [expect.any(String)] },
    });
  });

  test("sends at most three links an hour", async () => {
    const person = await aPerson("agent");
    for (let i = 0; i < 5; i++) await forgot(person.username, person.email);
    expect(await waitingMailsTo(person.email)).toHaveLength(3);
    const stored = () => db.rows`SELECT id FROM password_resets WHERE account_id = ${person.accountId}`;
    expect(await stored()).toHaveLength(3);
    await withFixedTime(later(61), () => forgot(person.username, person.email));
    expect(await stored()).toHaveLength(4);
  });

  test("is throttled like a sign-in, whether or not the account exists [TRUST-15]", async () => {
    const [person, ip] = [await aPerson("agent"), anAddress()];
    const tooMany = { status: 429, message: "Too many tries. Try again in 15 minutes." };
    for (const [username, email] of [
      [person.username, person.email],
      ["no-such", "no@example.com"],
    ] as const) {
      for (let i = 0; i < 5; i++) expect(await forgot(username, email, ip)).toEqual({});
      await expect(forgot(username.toUpperCase(), email, ip)).rejects.toMatchObject(tooMany);
      expect(await forgot(username, email, anAddress())).toEqual({});
    }
    // Being throttled here does not affect the sign-in.
    expect(await signIn(person, PASSWORD, from("call", ip))).toHaveProperty("token");
  });
});

describe("the link", () => {
  test("sets a new password once and ends every session", async () => {
    const person = await aPerson("agent");
    const session = await bearerOf(person);
    const token = await aLink(person);
    const second = await aLink(person, [token]);
    expect(second).not.toBe("");
    expect(await reset(token)).toEqual({});
    expect(await askerOf(session)).toBeNull();
    await expect(signIn(person, PASSWORD)).rejects.toMatchObject(refusedSignIn);
    expect(await signIn(person, "a new password")).toHaveProperty("token");
    const over = { status: 422, data: { _form: ["This link is no longer valid. Please ask for a new one."] } };
    await expect(reset(token)).rejects.toMatchObject(over);
    await expect(reset(second)).rejects.toMatchObject(over);
  });

  test("costs no hash when it is dead, and is throttled by link and address; a refused password is not a wrong link", async () => {
    const ip = anAddress();
    const dead = { status: 422, data: { _form: ["This link is no longer valid. Please ask for a new one."] } };
    const began = await hashesMade();
    for (let i = 0; i < 5; i++) await expect(reset("dead", undefined, undefined, ip)).rejects.toMatchObject(dead);
    await expect(reset("dead", undefined, undefined, ip)).rejects.toMatchObject({ status: 429 });
    await expect(reset("dead too", undefined, undefined, ip)).rejects.toMatchObject(dead);
    await expect(reset("dead", undefined, undefined, anAddress())).rejects.toMatchObject(dead);
    expect(await hashesMade()).toBe(began);
    const token = await aLink(await aPerson("agent"));
    const before = await hashesMade();
    for (let i = 0; i < 7; i++) {
      await expect(reset(token, "Harbor-2026", "Harbor-2026", ip)).rejects.toMatchObject({
        data: { password: [expect.any(String)] },
      });
    }
    expect(await hashesMade()).toBe(before);
    expect(await reset(token, undefined, undefined, ip)).toEqual({});
    expect(await hashesMade()).toBe(before + 1);
  });

  test("is shown as dead once used, before a password is typed, and costs no hash", async () => {
    const agent = await aPerson("agent");
    const token = await aLink(agent);
    const isLive = () => perform(identity.resetLink, null, { token }, from());
    expect(await isLive()).toEqual({ live: true, username: agent.username });
    await reset(token);
    expect(await isLive()).toEqual({ live: false, username: "" });
    const began = await hashesMade();
    await expect(reset(token)).rejects.toMatchObject({ status: 422 });
    expect(await hashesMade()).toBe(began);
  });

  test("is valid for an hour", async () => {
    const token = await aLink(await aPerson("agent"));
    await withFixedTime(later(61), () => expect(reset(token)).rejects.toMatchObject({ status: 422 }));
    await withFixedTime(later(59), () => expect(reset(token)).resolves.toEqual({}));
  });

  test("sets one new password when used several times at once", async () => {
    const token = await aLink(await aPerson("agent"));
    const tries = await Promise.allSettled(Array.from({ length: 5 }, (_, i) => reset(token, `several words ${i}`)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is not used up by a refused password", async () => {
    const token = await aLink(await aPerson("agent"));
    await expect(reset(token, "short")).rejects.toMatchObject({ data: { password: [expect.any(String)] } });
    await expect(reset(token, "long enough", "another one")).rejects.toMatchObject({
      data: { passwordConfirm: ["Passwords do not match"] },
    });
    expect(await reset(token)).toEqual({});
  });
});
