import { describe, expect, it } from "vitest";
import { setPassword } from "../../../server/accounts";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { setJournal, perform } from "../../../server/kernel/operation/perform";
import type { Refusal } from "../../../server/kernel/operation/refusal";
import { seal } from "../../../server/kernel/process/secrets";
import { sql } from "../../../server/kernel/database/sql";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { appOf, enrolled, later } from "./two-step";
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

const { twoStep } = identity;
const WRONG_CODE = { status: 422, data: { totp: [expect.stringMatching(/^This code is wrong/)] } };

const withCode = (who: Person, totp: string, password = PASSWORD, ip = "192.0.2.1") =>
  perform(identity.login, null, { username: who.username, password, totp }, from("call", ip));
const stateOf = async (bearer: string) => perform(twoStep.read, await askerOf(bearer), {}, from());

async function ticketOf(who: Person): Promise<string> {
  const asked: unknown = await signIn(who, PASSWORD, from("form")).catch((thrown: unknown) => thrown);
  if (!(asked instanceof identity.CodeRequired)) throw new Error("No code was asked for.");
  return asked.ticket;
}
const secondStep = (ticket: string, totp: string, ip = "192.0.2.1") =>
  perform(identity.loginCode, null, { ticket, totp }, from("form", ip));

describe("switching on", () => {
  test("takes a secret, shown as text, address and QR code, and a code of it; the ten recovery codes are shown once", async () => {
    const person = await aPerson("admin");
    const bearer = await bearerOf(person);
    expect(await stateOf(bearer)).toEqual({
      ...{ enabled: false, required: false, app: false, since: null },
      ...{ recoveryCodesLeft: 0, pending: null },
    });
    const begun = await perform(twoStep.begin, await askerOf(bearer), {}, from());
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toBe(
      `otpauth://totp/Harbor:${person.username}?issuer=Harbor&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await stateOf(bearer)).pending).toEqual(begun);
    // Nothing changes until it is confirmed.
    expect(await signIn(person)).toHaveProperty("token");
    const { recoveryCodes } = await perform(
      twoStep.confirm,
      await askerOf(bearer),
      { totp: appOf(begun.secret).code() },
      from(),
    );
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/);
    expect(await stateOf(bearer)).toMatchObject({ enabled: true, recoveryCodesLeft: 10, pending: null });
    await expect(perform(twoStep.begin, await askerOf(bearer), {}, from())).rejects.toMatchObject({ status: 409 });
  });

  test("a secret stored as raw bytes before an update still accepts its app's codes", async () => {
    const person = await aPerson("admin");
    // The secret and a code of RFC 6238, appendix B.
    const sealed = seal("12345678901234567890", `authenticators:${person.accountId}`);
    await execute(sql`
        INSERT INTO authenticators (account_id, secret_sealed, started_at, confirmed_at)
        VALUES (${person.accountId}, ${sealed}, ${now()}, ${now()})`);
    await withFixedTime(new Date(2_000_000_000_000), async () => {
      expect(await withCode(person, "279037")).toHaveProperty("token");
      await expect(withCode(person, "279037")).rejects.toMatchObject(WRONG_CODE);
    });
  });

  test("changes nothing on a wrong code; a new secret replaces the old one and expires after 15 minutes", async () => {
    const person = await aPerson("company");
    const asker = await askerOf(await bearerOf(person));
    const first = await perform(twoStep.begin, asker, {}, from());
    const second = await perform(twoStep.begin, asker, {}, from());
    expect(second.secret).not.toBe(first.secret);
    const confirm = (totp: string) => perform(twoStep.confirm, asker, { totp }, from());
    await expect(confirm(appOf(first.secret).code())).rejects.toMatchObject({
      status: 422,
      data: { totp: [expect.any(String)] },
    });
    await later(15 * 60 + 1, async () => {
      const confirmed = { ...asker!, confirmedUntil: now().getTime() + 1 };
      const late = perform(twoStep.confirm, confirmed, { totp: appOf(second.secret).code() }, from());
      await expect(late).rejects.toMatchObject({ status: 409 });
    });
    expect(await confirm(appOf(second.secret).code())).toHaveProperty("recoveryCodes");
  });

  test("ends the person's other sessions, which a password alone opened, and keeps the current one [TRUST-16]", async () => {
    const person = await aPerson("superadmin");
    const other = await bearerOf(person);
    const { bearer } = await enrolled(person);
    expect(await askerOf(bearer)).not.toBeNull();
    expect(await askerOf(other)).toBeNull();
  });

  test("is for everyone; a read-only token does not get the secret [AUTH-23]", async () => {
    for (const role of ["agent", "admin"] as const) {
      const actor = await askerOf(await bearerOf(await aPerson(role)));
      const { secret } = await perform(twoStep.begin, actor, {}, from());
      expect((await perform(twoStep.read, actor, {}, from())).pending).toMatchObject({ secret });
      const reader = { ...actor!, scope: "read" as const };
      expect((await perform(twoStep.read, reader, {}, from())).pending).toBeNull();
      await expect(perform(twoStep.begin, reader, {}, from())).rejects.toMatchObject({ status: 403 });
      const program = { ...actor!, opener: "client" as const };
      expect((await perform(twoStep.read, program, {}, from())).pending).toBeNull();
    }
  });

  test("is for the owner: a manager in an agent's account by a link can neither begin nor see the secret [AUTH-23]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const owner = await askerOf(await bearerOf(agent));
    const { secret } = await perform(twoStep.begin, owner, {}, from());
    const guest = { ...owner!, by: manager.username };
    expect((await perform(twoStep.read, guest, {}, from())).pending).toBeNull();
    const forbidden = { status: 403, message: expect.stringContaining("somebody else's link") as unknown };
    await expect(perform(twoStep.begin, guest, {}, from())).rejects.toMatchObject(forbidden);
    await expect(perform(twoStep.confirm, guest, { totp: appOf(secret).code() }, from())).rejects.toMatchObject(
      forbidden,
    );
  });

  test("works for an agent from the key to a sign-in with a code and a recovery code [AUTH-23]", async () => {
    const agent = await aPerson("agent");
    const { app, recoveryCodes } = await enrolled(agent);
    await expect(signIn(agent)).rejects.toBeInstanceOf(identity.CodeRequired);
    const { token } = await secondStep(await ticketOf(agent), app.code());
    expect(await identity.authenticateSession(token, from())).toMatchObject({ accountId: agent.accountId });
    expect(await withCode(agent, recoveryCodes[0] ?? "")).toHaveProperty("token");
  });
});

describe("signing in with a second step", () => {
  test("by call: the right password alone is refused at totp; a wrong password reveals nothing more than before [API-05]", async () => {
    const person = await aPerson("admin");
    const { app } = await enrolled(person);
    const asked: unknown = await signIn(person).catch((thrown: unknown) => thrown);
    expect(asked).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
    expect((asked as Refusal).data).toEqual({ totp: [expect.stringMatching(/^Please enter the code/)] });
    await expect(withCode(person, app.code(), "wrong")).rejects.toMatchObject(refusedSignIn);
    const answer = await withCode(person, app.code());
    expect(Object.keys(answer).sort()).toEqual(["expiresAt", "token"]);
    expect(await askerOf(answer.token)).toMatchObject({ accountId: person.accountId });
  });

  test("a code works once, also a moment later; codes older than a used one do not work", async () => {
    const person = await aPerson("admin");
    const { app } = await enrolled(person);
    const ahead = app.code(1);
    const present = app.code();
    expect(await withCode(person, ahead)).toHaveProperty("token");
    await expect(withCode(person, ahead)).rejects.toMatchObject(WRONG_CODE);
    await expect(withCode(person, present)).rejects.toMatchObject(WRONG_CODE);
    await later(60, async () => expect(await withCode(person, app.code())).toHaveProperty("token"));
  });

  it("of the same code sent several times at once, one signs in", async () => {
    const person = await aPerson("admin");
    const { app } = await enrolled(person);
    const totp = app.code();
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => withCode(person, totp)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a clock that is off by one step signs in, by two it does not", async () => {
    const person = await aPerson("admin");
    const { app } = await enrolled(person);
    await withFixedTime(now(), async () => {
      await expect(withCode(person, app.code(2))).rejects.toMatchObject(WRONG_CODE);
      expect(await withCode(person, app.code(1))).toHaveProperty("token");
    });
  });

  test("each recovery code signs in once, in any spelling, and only for its own account", async () => {
    const [person, other] = [await aPerson("admin"), await aPerson("admin")];
    const { recoveryCodes, bearer } = await enrolled(person);
    const theirs = await enrolled(other);
    const [first = "", second = ""] = recoveryCodes;
    expect(await withCode(person, ` ${first.toUpperCase().replace("-", " ")} `)).toHaveProperty("token");
    await expect(withCode(person, first)).rejects.toMatchObject(WRONG_CODE);
    await expect(withCode(person, theirs.recoveryCodes[0] ?? "")).rejects.toMatchObject(WRONG_CODE);
    expect((await stateOf(bearer)).recoveryCodesLeft).toBe(9);
    expect(await withCode(person, second)).toHaveProperty("token");
  });

  test("on the page: the right password gives a ticket, and the ticket with a code opens a browser session", async () => {
    const person = await aPerson("company");
    const { app } = await enrolled(person);
    const ticket = await ticketOf(person);
    await expect(secondStep(ticket, "000000")).rejects.toMatchObject(WRONG_CODE);
    const code = app.code();
    const { token } = await secondStep(ticket, code);
    expect(await identity.authenticateSession(token, from())).toMatchObject({ accountId: person.accountId });
    await expect(secondStep(ticket, code)).rejects.toMatchObject(WRONG_CODE);
  });

  test("a ticket ends after five minutes, with a new password or a block, and cannot be forged", async () => {
    const over = { status: 422, data: { _form: ["This took too long. Please log in again."] } };
    const person = await aPerson("admin");
    const { app } = await enrolled(person);
    const ticket = await ticketOf(person);
    await later(301, () => expect(secondStep(ticket, app.code())).rejects.toMatchObject(over));
    for (const forged of ["nonsense", `${ticket.slice(0, -2)}AA`, Buffer.from("[1,1,9e15]").toString("base64url")]) {
      await expect(secondStep(forged, app.code())).rejects.toMatchObject(over);
    }
    await change(person, sql`login_blocked = true`);
    await expect(secondStep(ticket, app.code())).rejects.toMatchObject(over);
    await change(person, sql`login_blocked = false`);
    await setPassword(person.accountId, "another password");
    await expect(secondStep(ticket, app.code())).rejects.toMatchObject(over);
  });

  test("codes are throttled like passwords, on the page and by call, and the right password clears none [TRUST-15]", async () => {
    const person = await aPerson("admin");
    const { app } = await enrolled(person);
    const ip = anAddress();
    const ticket = await ticketOf(person);
    for (let i = 0; i < 2; i++) await expect(secondStep(ticket, "000000", ip)).rejects.toMatchObject(WRONG_CODE);
    await expect(signIn(person, PASSWORD, from("form", ip))).rejects.toBeInstanceOf(identity.CodeRequired);
    for (let i = 0; i < 3; i++)
      await expect(withCode(person, "000000", PASSWORD, ip)).rejects.toMatchObject(WRONG_CODE);
    await expect(secondStep(ticket, app.code(), ip)).rejects.toMatchObject({ status: 429 });
    await expect(withCode(person, app.code(), PASSWORD, ip)).rejects.toMatchObject({ status: 429 });
    expect(await withCode(person, app.code(), PASSWORD, anAddress())).toHaveProperty("token");
  });

  test("being asked for the code is not a failure, however often it happens", async () => {
    const person = await aPerson("admin");
    await enrolled(person);
    const ip = anAddress();
    for (let i = 0; i < 7; i++) {
      await expect(signIn(person, PASSWORD, from("call", ip))).rejects.toBeInstanceOf(identity.CodeRequired);
    }
  });

  test("an account without a second step may send a code; a code that is not text is refused", async () => {
    const person = await aPerson("agent");
    expect(await withCode(person, "123456")).toHaveProperty("token");
    await expect(withCode(person, 123456 as unknown as string)).rejects.toMatchObject({ status: 422 });
    await expect(withCode(person, "x".repeat(65))).rejects.toMatchObject({ status: 422 });
  });
});

describe("new recovery codes", () => {
  const renew = async (bearer: string, password: string, totp: string) =>
    perform(twoStep.renewCodes, await askerOf(bearer), { password, totp }, from("call", anAddress()));

  test("need the password and a code and replace the old ones; the app stays [TRUST-16]", async () => {
    const person = await aPerson("admin");
    const { app, bearer, recoveryCodes } = await enrolled(person);
    const [first = "", second = ""] = recoveryCodes;
    await expect(renew(bearer, "wrong", app.code())).rejects.toMatchObject({
      ...{ status: 422, data: { password: [expect.any(String)] } },
    });
    await expect(renew(bearer, PASSWORD, "000000")).rejects.toMatchObject(WRONG_CODE);
    expect(await stateOf(bearer)).toMatchObject({ recoveryCodesLeft: 10 });
    const made = await renew(bearer, PASSWORD, first);
    expect(new Set(made.recoveryCodes).size).toBe(10);
    expect(made.recoveryCodes.some((code) => recoveryCodes.includes(code))).toBe(false);
    expect(await stateOf(bearer)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    await expect(withCode(person, second)).rejects.toMatchObject(WRONG_CODE);
    expect(await withCode(person, made.recoveryCodes[0] ?? "")).toHaveProperty("token");
    expect(await withCode(person, app.code())).toHaveProperty("token");
    const audit = await queryRows<{ before: object; after: object }>(sql`
        SELECT before, after FROM audit WHERE operation = 'auth.twoStep.renewCodes'`);
    // The recovery code sent with the request was used up.
    expect(audit).toEqual([{ before: { codesLeft: 9 }, after: { codesLeft: 10 } }]);
  });

  test("are only for accounts with a second step; tries count like those of a sign-in [TRUST-15]", async () => {
    const without = await aPerson("admin");
    await expect(renew(await bearerOf(without), PASSWORD, "000000")).rejects.toMatchObject({ status: 409 });
    const { app, actor } = await enrolled(await aPerson("admin"));
    const ip = anAddress();
    const attempt = (password: string, totp: string) =>
      perform(twoStep.renewCodes, actor, { password, totp }, from("call", ip));
    for (let i = 0; i < 5; i++) await expect(attempt("wrong", "000000")).rejects.toMatchObject({ status: 422 });
    await expect(attempt(PASSWORD, app.code())).rejects.toMatchObject({ status: 429 });
  });
});

describe("switching off", () => {
  const off = async (bearer: string, password: string, totp: string) =>
    perform(twoStep.switchOff, await askerOf(bearer), { password, totp }, from("call", anAddress()));

  test("needs the password and a code, ends the other sessions, and deletes the codes [TRUST-16]", async () => {
    const person = await aPerson("admin");
    const { app, bearer, recoveryCodes } = await enrolled(person);
    const { token: other } = await withCode(person, recoveryCodes[0] ?? "");
    await expect(off(bearer, "wrong", app.code())).rejects.toMatchObject({
      status: 422,
      data: { password: [expect.any(String)] },
    });
    await expect(off(bearer, PASSWORD, "000000")).rejects.toMatchObject(WRONG_CODE);
    expect(await off(bearer, PASSWORD, app.code())).toEqual({});
    expect(await askerOf(bearer)).not.toBeNull();
    expect(await askerOf(other)).toBeNull();
    expect(await stateOf(bearer)).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    expect(await signIn(person)).toHaveProperty("token");
    await expect(off(bearer, PASSWORD, "000000")).rejects.toMatchObject({ status: 409 });
  });

  test("counts tries like those of a sign-in [TRUST-15]", async () => {
    const person = await aPerson("admin");
    const { app, actor } = await enrolled(person);
    const ip = anAddress();
    const attempt = (password: string, totp: string) =>
      perform(twoStep.switchOff, actor, { password, totp }, from("call", ip));
    for (let i = 0; i < 5; i++) await expect(attempt("wrong", "000000")).rejects.toMatchObject({ status: 422 });
    await expect(attempt(PASSWORD, app.code())).rejects.toMatchObject({ status: 429 });
  });

  test("a superadmin can do it for another person, who is signed out everywhere, but not for themselves", async () => {
    const [person, root] = [await aPerson("company"), await aPerson("superadmin")];
    const { bearer } = await enrolled(person);
    const own = await enrolled(root);
    const reset = (username: string, by = own.actor) => perform(twoStep.reset, by, { username }, from());
    expect(await reset(person.username.toUpperCase())).toEqual({ updated: 1 });
    expect(await askerOf(bearer)).toBeNull();
    expect(await signIn(person)).toHaveProperty("token");
    for (const name of [person.username, root.username, "no-such"]) {
      await expect(reset(name)).rejects.toMatchObject({ status: 422, data: { username: [expect.any(String)] } });
    }
    const audit = await queryRows<{ on_behalf_of: number; before: object }>(sql`
        SELECT on_behalf_of, before FROM audit WHERE operation = 'auth.twoStep.reset'`);
    expect(audit).toEqual([{ on_behalf_of: person.accountId, before: { enabled: true } }]);
  });
});

test("managers reset it for their own agents only, admins for agents and managers, and agents for nobody [AUTH-23]", async () => {
  const [manager, stranger] = [await aPerson("company"), await aPerson("company")];
  const admin = await aPerson("admin");
  const agent = await aPerson("agent", { of: manager });
  const reset = async (by: Person, username: string) =>
    perform(twoStep.reset, await askerOf(await bearerOf(by)), { username }, from());
  const unknown = { status: 422, data: { username: ["No account with this username uses two-step sign-in."] } };
  const { bearer } = await enrolled(agent);
  await expect(reset(stranger, agent.username)).rejects.toMatchObject(unknown);
  await expect(reset(await aPerson("agent", { of: manager }), agent.username)).rejects.toMatchObject({ status: 403 });
  expect(await askerOf(bearer)).not.toBeNull();
  expect(await reset(manager, agent.username)).toEqual({ updated: 1 });
  expect(await askerOf(bearer)).toBeNull();
  await enrolled(agent);
  expect(await reset(admin, agent.username)).toEqual({ updated: 1 });
  const peer = await aPerson("admin");
  await enrolled(peer);
  await expect(reset(admin, peer.username)).rejects.toMatchObject(unknown);
  await enrolled(stranger);
  await expect(reset(manager, stranger.username)).rejects.toMatchObject(unknown);
  expect(await reset(admin, stranger.username)).toEqual({ updated: 1 });
});

test("secrets, codes and tickets appear in plain text in no log, audit row or table [TRUST-21]", async () => {
  const entries: unknown[] = [];
  setJournal((entry) => void entries.push(entry));
  try {
    const person = await aPerson("admin");
    const asker = await askerOf(await bearerOf(person));
    const { secret } = await perform(twoStep.begin, asker, {}, { ...from("form"), once: "form:begin:1" });
    const app = appOf(secret);
    const confirmed = app.code(-1);
    const { recoveryCodes } = await perform(
      twoStep.confirm,
      asker,
      { totp: confirmed },
      { ...from("form"), once: "form:confirm:1" },
    );
    const used = app.code();
    const ticket = await ticketOf(person);
    await secondStep(ticket, used);
    await secondStep(ticket, "987654").catch(() => undefined);
    await withCode(person, recoveryCodes[0] ?? "");
    const tables = await queryOne(sql`
        SELECT (SELECT json_agg(a) FROM audit a) AS audit, (SELECT json_agg(o) FROM once o) AS once,
               (SELECT json_agg(t) FROM authenticators t) AS authenticators,
               (SELECT json_agg(c) FROM recovery_codes c) AS codes, (SELECT json_agg(s) FROM sessions s) AS sessions`);
    const text = JSON.stringify([entries, tables]);
    expect(text).toContain("auth.twoStep.confirm");
    const bare = recoveryCodes.map((code) => code.replace("-", ""));
    for (const planted of [secret, confirmed, used, ticket, "987654", ...recoveryCodes, ...bare]) {
      expect(text.includes(`"${planted}"`), planted).toBe(false);
    }
    for (const planted of [secret, ticket, ...recoveryCodes]) expect(text).not.toContain(planted);
  } finally {
    setJournal(() => undefined);
  }
});

test("an encrypted secret moved to another account opens nothing there", async () => {
  const [person, other] = [await aPerson("admin"), await aPerson("admin")];
  const { app } = await enrolled(person);
  await enrolled(other);
  await db.run`
        UPDATE authenticators SET secret_sealed = (
          SELECT secret_sealed FROM authenticators WHERE account_id = ${person.accountId})
        WHERE account_id = ${other.accountId}`;
  await expect(withCode(other, app.code())).rejects.toThrow();
});
