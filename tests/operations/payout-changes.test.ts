import { expect } from "vitest";
import { Account, AuditRow, PayoutDetails } from "~models";
import { screen as homeScreen } from "../../server/home";
import { loginRemote, remoteTokens } from "../../server/identity";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { withFixedTime } from "../../server/kernel/time/now";
import {
  confirmAgent,
  confirmOffice,
  destinationsOf,
  readAgent,
  readOwn,
  saveAgent,
  saveOffice,
  saveOwn,
} from "../../server/payouts";
import { ask, refused } from "../reports/ask";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { waitingMailsTo } from "../world/waiting-mails";
import { test } from "../world/rollback";
import { enrolled } from "./identity/two-step";
import { aPerson, askerOf, from, signIn } from "./identity/world";

const password = "correct-horse";
const OLD = { method: "bank", details: "Bank of the Islands\n0012 3456 7890", password };
const NEW = { method: "e-wallet", details: "0917 555 0142", password };
const START = Date.parse("2026-03-01T12:00:00Z");
const HOUR = 3_600_000;
const SECOND = 1_000;
const at = <T>(milliseconds: number, body: () => Promise<T>) => withFixedTime(new Date(START + milliseconds), body);

async function people() {
  const office = await anOffice({ username: "man", password, officeName: "North" });
  return {
    office,
    ann: await anAgent({ username: "ann", password, office }),
    sup: await aSuperadmin({ username: "sup", password, designated: true }),
    sup2: await aSuperadmin({ username: "sup2", password }),
  };
}

/** The destination of a payment to the agent at a moment. */
const usedAt = (milliseconds: number, { id }: { id: number }) =>
  at(milliseconds, async () => (await destinationsOf([id])).get(id)?.details);

test("new payout details are not paid to before 72 hours have passed, not even the first ones", async () => {
  const { ann } = await people();
  expect(await at(0, () => ask(saveOwn, ann.actor, OLD))).toMatchObject({
    ...{ method: "bank", waits: true, usedNow: null, usedFrom: "2026-03-04T07:00:00.000-05:00", version: 1 },
  });
  expect(await usedAt(72 * HOUR - SECOND, ann)).toBeUndefined();
  expect(await usedAt(72 * HOUR, ann)).toBe(OLD.details);

  const changed = 100 * HOUR;
  expect(await at(changed, () => ask(saveOwn, ann.actor, NEW))).toMatchObject({
    ...{ method: "e-wallet", ending: "0142", waits: true, version: 2 },
    usedNow: { method: "bank", details: null, ending: "7890" },
  });
  expect(await usedAt(changed + 72 * HOUR - SECOND, ann)).toBe(OLD.details);
  expect(await usedAt(changed + 72 * HOUR, ann)).toBe(NEW.details);
  expect(await at(changed + 72 * HOUR, () => ask(readOwn, ann.actor))).toMatchObject({ waits: false, usedNow: null });
});

test("an agent without details that are used is paid through the office, even while their own first ones wait", async () => {
  const { ann, office } = await people();
  await at(0, () => ask(saveOwn, office.actor, OLD));
  await at(100 * HOUR, () => ask(saveOwn, ann.actor, NEW));
  expect(await usedAt(101 * HOUR, ann)).toBe(OLD.details);
  expect(await usedAt(172 * HOUR, ann)).toBe(NEW.details);
});

test("details that their owner replaced while they waited are never used, not even between the two", async () => {
  const { ann } = await people();
  const thief = { ...NEW, details: "0917 555 9999" };
  await at(0, () => ask(saveOwn, ann.actor, OLD));
  await at(100 * HOUR, () => ask(saveOwn, ann.actor, thief));
  // The same as those that are used need no wait.
  expect(await at(110 * HOUR, () => ask(saveOwn, ann.actor, OLD))).toMatchObject({ waits: false, usedNow: null });
  for (const hours of [111, 172, 173, 300]) expect(await usedAt(hours * HOUR, ann)).toBe(OLD.details);
  await at(300 * HOUR, () => ask(saveOwn, ann.actor, thief));
  await at(310 * HOUR, () => ask(saveOwn, ann.actor, NEW));
  expect(await usedAt(372 * HOUR, ann)).toBe(OLD.details);
  expect(await usedAt(382 * HOUR, ann)).toBe(NEW.details);
});

test("a superadmin confirms what another person entered, once, and not what they entered themselves", async () => {
  const { ann, office, sup, sup2 } = await people();
  const id = { id: ann.id };
  expect(await refused(confirmAgent, sup.actor, id)).toEqual({ status: 409 });
  await at(0, () => ask(saveAgent, sup.actor, { ...id, ...OLD }));
  expect(await at(HOUR, () => ask(readAgent, sup.actor, id))).toMatchObject({ waits: true, mayConfirm: false });
  expect(await at(HOUR, () => refused(confirmAgent, sup.actor, id))).toEqual({ status: 409 });
  expect(await usedAt(HOUR, ann)).toBeUndefined();
  const idle = { ...sup2.actor, confirmedUntil: START };
  await expect(at(HOUR, () => ask(confirmAgent, idle, id))).rejects.toMatchObject({ code: "CONFIRM" });
  expect(await at(HOUR, () => ask(readAgent, sup2.actor, id))).toMatchObject({ mayConfirm: true, version: 1 });
  expect(await at(HOUR, () => ask(confirmAgent, sup2.actor, { ...id, version: 1 }))).toMatchObject({
    ...{ waits: false, confirmedBy: "sup2", usedFrom: "2026-03-01T08:00:00.000-05:00", version: 2, mayConfirm: false },
  });
  expect(await usedAt(HOUR, ann)).toBe(OLD.details);
  expect(await at(HOUR, () => refused(confirmAgent, sup2.actor, id))).toEqual({ status: 409 });
  const [row] = await AuditRow.findAll({ where: { operation: "payouts.confirmAgent" } });
  expect([row?.username, row?.record, row?.recordId]).toEqual(["sup2", "agent", String(ann.id)]);

  await at(0, () => ask(saveOwn, office.actor, NEW));
  await at(HOUR, () => ask(confirmOffice, sup.actor, { id: office.id }));
  for (const { actor } of [ann, office]) expect(await refused(confirmAgent, actor, id)).toEqual({ status: 403 });
});

test("a confirmation of details that changed since they were shown is refused, and so is an outdated change", async () => {
  const { ann, sup } = await people();
  await at(0, () => ask(saveOwn, ann.actor, OLD));
  await at(HOUR, () => ask(saveOwn, ann.actor, NEW));
  expect(await at(HOUR, () => refused(confirmAgent, sup.actor, { id: ann.id, version: 1 }))).toMatchObject({
    ...{ status: 409, data: { current: { method: "e-wallet", version: 2 } } },
  });
  expect(await at(HOUR, () => refused(saveOwn, ann.actor, { ...OLD, version: 1 }))).toMatchObject({
    ...{ status: 409, data: { current: { ending: "0142", details: null, version: 2 } } },
  });
  expect(await usedAt(HOUR, ann)).toBeUndefined();
});

const NOT_OWN = [
  ["a session that a manager's link opened", { by: "man", opener: "link", confirmedUntil: 0 }],
  ["a client token", { clientTokenId: 1, opener: "client", confirmedUntil: 0 }],
] as const;

test.each(NOT_OWN)("%s changes and confirms no payout details, whatever password is sent", async (_who, actor) => {
  const { ann, office, sup } = await people();
  await ask(saveOwn, ann.actor, OLD);
  const thief = { ...ann.actor, ...actor };
  for (const typed of [NEW, { ...NEW, password: "wrong" }]) {
    expect(await refused(saveOwn, thief, typed)).toEqual({ status: 403 });
    const root = { ...sup.actor, ...actor };
    expect(await refused(saveAgent, root, { id: ann.id, ...typed })).toEqual({ status: 403 });
    expect(await refused(saveOffice, root, { id: office.id, ...typed })).toEqual({ status: 403 });
    expect(await refused(confirmAgent, root, { id: ann.id })).toEqual({ status: 403 });
  }
  expect(await PayoutDetails.count()).toBe(1);
  expect(await ask(readOwn, thief)).toMatchObject({ mayChange: false, ending: "7890" });
});

test.each(["client", "browser"] as const)(
  "a session that a %s token opened changes no payout details, although it is the account's own",
  async (kind) => {
    const { accountId } = await aPerson("agent");
    const { username } = (await Account.findByPk(accountId))!;
    const own = (await askerOf((await signIn({ username })).token)) as Actor;
    const made = await perform(remoteTokens.create, own, { accountId, kind }, from());
    const { token } = await perform(loginRemote, null, { token: made.token }, from());
    const session = (await askerOf(token)) as Actor;
    expect([session.accountId, session.by]).toEqual([accountId, null]);
    expect(await refused(saveOwn, session, OLD)).toEqual({ status: 403 });
    await expect(ask(saveOwn, session, OLD)).rejects.toThrow(
      "This session was opened with a token or a link. Payout details are changed only in a session that was opened with the person's own password. Please sign in with it and try again.",
    );
    expect(await ask(readOwn, session)).toMatchObject({ mayChange: false });
    expect(await ask(saveOwn, own, OLD)).toMatchObject({ mayChange: true, version: 1 });
  },
);

test("an account with two-step sign-in changes payout details with a code of its app only, each code once", async () => {
  const person = await aPerson("agent");
  const { app, actor } = await enrolled(person);
  const totp = app.code();
  const save = (more: object) => ask(saveOwn, actor, { ...OLD, ...more });
  expect(await ask(readOwn, actor)).toMatchObject({ needsCode: true });
  for (const [given, message] of [
    [{}, /^Please enter the code/],
    [{ totp: "000000" }, /^This code is wrong/],
  ] as const)
    expect(await refused(saveOwn, actor, { ...OLD, ...given })).toEqual({
      ...{ status: 422, data: { totp: [expect.stringMatching(message)] } },
    });
  expect(await refused(saveOwn, actor, { ...OLD, totp, password: "wrong" })).toMatchObject({ status: 422 });
  expect(await PayoutDetails.count()).toBe(0);
  expect(await save({ totp })).toMatchObject({ method: "bank" });
  expect(await refused(saveOwn, actor, { ...OLD, totp })).toMatchObject({ status: 422 });
});

test("the payee and their office get a mail with time and address, without a line of the details", async () => {
  const { ann, office } = await people();
  await execute(sql`UPDATE agents SET email = 'ann@payout-mails.example' WHERE id = ${ann.id}`);
  await execute(sql`UPDATE offices SET man_email = 'man@payout-mails.example' WHERE id = ${office.id}`);
  const save = (actor: Actor) => perform(saveOwn, actor, NEW, from("call", "203.0.113.9"));
  await at(0, () => save(ann.actor));
  const mails = [
    ...(await waitingMailsTo("ann@payout-mails.example")),
    ...(await waitingMailsTo("man@payout-mails.example")),
  ];
  expect(mails).toHaveLength(2);
  for (const mail of mails) {
    expect(mail).toContain("Subject: The payout details of ann changed");
    expect(mail).toContain("When: 2026-03-01 07:00 (New York)");
    expect(mail).toContain("IP address: 203.0.113.9");
    expect(mail).toContain("They are used from 2026-03-04 07:00 (New York),");
    for (const secret of ["0917", "0142", "wallet", password]) expect(mail).not.toContain(secret);
  }
  await at(HOUR, () => save(office.actor));
  const both = await waitingMailsTo("man@payout-mails.example");
  expect(both.filter((mail) => mail.includes("The payout details of North changed"))).toHaveLength(1);
});

test("Home says to an agent and a manager that their new details wait, and stops once they are used", async () => {
  const { ann, office, sup } = await people();
  const notice = async (actor: Actor, hours: number) =>
    (await at(hours * HOUR, () => ask(homeScreen, actor))).newPayout;
  expect(await notice(ann.actor, 0)).toBeNull();
  await at(0, () => ask(saveAgent, sup.actor, { id: ann.id, ...OLD }));
  await at(0, () => ask(saveOwn, office.actor, OLD));
  const waiting = { changedAt: "2026-03-01T07:00:00.000-05:00", usedFrom: "2026-03-04T07:00:00.000-05:00" };
  expect(await notice(ann.actor, 71)).toEqual({ ...waiting, changedBy: "sup" });
  expect(await notice(office.actor, 71)).toEqual({ ...waiting, changedBy: "man" });
  for (const { actor } of [ann, office]) expect(await notice(actor, 72)).toBeNull();
  await at(80 * HOUR, () => ask(saveOwn, ann.actor, NEW));
  expect(await notice(ann.actor, 81)).toMatchObject({ changedBy: "ann" });
  await at(81 * HOUR, () => ask(confirmAgent, sup.actor, { id: ann.id }));
  expect(await notice(ann.actor, 81)).toBeNull();
});

test("former details stay sealed with who and when, for superadmins only, and the database refuses to rewrite them", async () => {
  const { ann, sup } = await people();
  await at(0, () => ask(saveOwn, ann.actor, OLD));
  await at(HOUR, () => ask(saveAgent, sup.actor, { id: ann.id, ...NEW }));
  await at(80 * HOUR, () => ask(saveOwn, ann.actor, { method: "cash", password }));
  const { former } = await at(80 * HOUR, () => ask(readAgent, sup.actor, { id: ann.id }));
  expect(former).toMatchObject([
    { method: "e-wallet", details: NEW.details, changedBy: "sup", withdrawn: false, confirmedBy: null },
    { method: "bank", details: OLD.details, changedBy: "ann", withdrawn: true },
  ]);
  expect(await ask(readOwn, ann.actor)).not.toHaveProperty("former");
  const reader = { ...sup.actor, scope: "read" as const };
  expect(await ask(readAgent, reader, { id: ann.id })).not.toHaveProperty("former");
  await expect(execute(sql`UPDATE payout_details SET method = 'other'`)).rejects.toThrow("Payout details never change");
});
