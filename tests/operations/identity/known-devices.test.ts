import { expect } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { later } from "./two-step";
import { anAddress, aPerson, from, PASSWORD, type Person, signIn } from "./world";

const actorOf = async (token: string) => (await identity.authenticateSession(token, from("form"))) as Actor;
const DAY = 24 * 60 * 60;

/** A browser that keeps the tokens of its sessions. */
function aBrowser(ip = anAddress()) {
  const tokens: string[] = [];
  const origin = () => ({ ...from("form", ip), formerSessions: () => tokens });
  return {
    origin,
    keep: (token: string) => void tokens.unshift(token),
    async signIn(who: Person, password = PASSWORD) {
      const { token } = await signIn(who, password, origin());
      tokens.unshift(token);
      return token;
    },
  };
}

/** As many failures of the name as keep everybody out, from addresses of others. */
const lockedOut = async ({ username }: Person): Promise<void> => {
  for (let n = 0; n < 50; n++) {
    await db.run`INSERT INTO sign_in_failures (username, ip) VALUES (${username}, ${anAddress()}::inet)`;
  }
};
const TOO_MANY = { status: 429 };

test("strangers who fail with a name keep nobody out of a browser in which its owner was signed in [TRUST-15]", async () => {
  const owner = await aPerson("agent");
  const [known, other] = [aBrowser(), aBrowser()];
  const session = await known.signIn(owner);
  await lockedOut(owner);
  await expect(other.signIn(owner)).rejects.toMatchObject(TOO_MANY);
  const actor = await actorOf(session);
  await expect(perform(identity.confirm, actor, { password: PASSWORD }, from())).rejects.toMatchObject(TOO_MANY);
  await expect(perform(identity.confirm, actor, { password: PASSWORD }, known.origin())).resolves.toBeDefined();
  await expect(known.signIn(owner)).resolves.toBeDefined();
});

test("a browser is known to the accounts that signed in there within 90 days, and to no other [TRUST-15]", async () => {
  const [owner, colleague, stranger] = [await aPerson("agent"), await aPerson("agent"), await aPerson("agent")];
  const shared = aBrowser();
  await shared.signIn(owner);
  await shared.signIn(colleague);
  for (const person of [owner, colleague, stranger]) await lockedOut(person);
  await expect(shared.signIn(stranger)).rejects.toMatchObject(TOO_MANY);
  await expect(shared.signIn(colleague)).resolves.toBeDefined();
  await expect(shared.signIn(owner)).resolves.toBeDefined();
  const old = aBrowser();
  const late = await aPerson("agent");
  await old.signIn(late);
  await db.run`UPDATE sessions SET created_at = created_at - interval '91 days' WHERE account_id = ${late.accountId}`;
  await lockedOut(late);
  await expect(old.signIn(late)).rejects.toMatchObject(TOO_MANY);
});

test("a known browser has the limits of any other: five wrong passwords from one address [TRUST-15]", async () => {
  const owner = await aPerson("agent");
  const known = aBrowser();
  await known.signIn(owner);
  for (let n = 0; n < 5; n++) await expect(known.signIn(owner, "wrong")).rejects.toMatchObject({ status: 422 });
  await expect(known.signIn(owner)).rejects.toMatchObject(TOO_MANY);
});

test("a sign-in on a new device is mailed to the owner, with device, time and address; the first one is not", async () => {
  const owner = await aPerson("agent");
  const known = aBrowser();
  await known.signIn(owner);
  expect(await waitingMailsTo(owner.email)).toEqual([]);
  const other = aBrowser("203.0.113.77");
  await other.signIn(owner);
  await other.signIn(owner);
  await known.signIn(owner);
  const [mail = "", ...others] = await waitingMailsTo(owner.email);
  expect(others).toEqual([]);
  expect(mail).toContain(`Subject: New sign-in as "${owner.username}"`);
  expect(mail).toContain("IP address: 203.0.113.77");
  expect(mail).toContain("Device: test");
  await later(91 * DAY, () => known.signIn(owner));
  expect(await waitingMailsTo(owner.email)).toHaveLength(1);
});

test("a program is known by its name and address, so that one that signs in daily sends no mail", async () => {
  const owner = await aPerson("company");
  const program = { ...from("call", "203.0.113.5"), userAgent: "importer/2" };
  for (let n = 0; n < 3; n++) await signIn(owner, PASSWORD, program);
  expect(await waitingMailsTo(owner.email)).toEqual([]);
  await signIn(owner, PASSWORD, { ...program, ip: "203.0.113.6" });
  expect(await waitingMailsTo(owner.email)).toHaveLength(1);
});

test("a session that a sign-in link opened does not make its browser a known one", async () => {
  const [manager, browser] = [await aPerson("company"), aBrowser()];
  const agent = await aPerson("agent", { of: manager });
  const actor = await actorOf(await browser.signIn(manager));
  const link = { kind: "browser", agentId: agent.agentId } as const;
  const { token } = await perform(identity.remoteTokens.create, actor, link, from());
  browser.keep((await perform(identity.loginRemote, null, { token }, browser.origin())).token);
  await lockedOut(agent);
  await expect(browser.signIn(agent)).rejects.toMatchObject(TOO_MANY);
});
