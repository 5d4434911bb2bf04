import { afterEach, beforeEach, expect } from "vitest";
import * as admins from "../../../server/admins";
import * as agents from "../../../server/agents";
import * as identity from "../../../server/identity";
import type { AnyOperation } from "../../../server/kernel/operation/operation";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { tokenHash } from "../../../server/kernel/process/secrets";
import * as offices from "../../../server/offices";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { fields } from "../agents/world";
import { aPerson, askerOf, from, PASSWORD, type Person, signIn } from "./world";

const GIVEN = "seven-grey-herons";
const OWN = "eleven-blue-kettles";
const DUE = { status: 403, code: "PASSWORD_CHANGE", data: {} };

const { FIRST_PASSWORD } = config();
beforeEach(() => overrideConfig({ FIRST_PASSWORD: "change" }));
afterEach(() => overrideConfig({ FIRST_PASSWORD }));

const both = (password: string) => ({ password, passwordConfirm: password });
const actorOf = async (token: string) => (await askerOf(token)) as Actor;
const as = async (who: Pick<Person, "username">, password = PASSWORD) => actorOf((await signIn(who, password)).token);
const adminIdOf = async ({ accountId }: Person) =>
  (await db.row<{ id: number }>`SELECT id FROM admins WHERE account_id = ${accountId}`)?.id;
const { admin, agent, company } = identity.profile;
const me = (actor: Actor) => perform(identity.me, actor, {}, from());
const listSessions = (actor: Actor) => perform(identity.ownSessions.list, actor, {}, from());

test("a new agent, office or admin has to replace the password that they were given [AUTH-29]", async () => {
  const [boss, manager] = [await aPerson("superadmin"), await aPerson("company")];
  const office = { officeName: "New", manFirstName: "A", manLastName: "B", manEmail: "n@example.org" };
  const made = [
    await perform(agents.create, await as(manager), fields({ ...both(GIVEN) }), from()),
    await perform(offices.create, await as(boss), { ...office, username: "neweroff", ...both(GIVEN) }, from()),
    await perform(
      admins.create,
      await as(boss),
      { email: "d@example.org", username: "neweradm", ...both(GIVEN) },
      from(),
    ),
  ];
  await db.run`UPDATE accounts SET approved = true WHERE username = ${made[0]!.username}`;
  for (const { username } of made) await expect(listSessions(await as({ username }, GIVEN))).rejects.toMatchObject(DUE);
});

test("a password set by a manager, an admin or on the server has to be replaced, once [AUTH-29]", async () => {
  const [boss, adm, manager] = [await aPerson("superadmin"), await aPerson("admin"), await aPerson("company")];
  const agt = await aPerson("agent", { of: manager });
  const given = both(GIVEN);
  const cases: { who: Person; update: AnyOperation; set: () => Promise<unknown> }[] = [
    {
      ...{ who: agt, update: agent.update },
      set: async () => perform(agents.update, await as(manager), { id: agt.agentId, ...given }, from()),
    },
    {
      ...{ who: manager, update: company.update },
      set: async () => perform(offices.update, await as(adm), { id: manager.companyId, ...given }, from()),
    },
    {
      ...{ who: adm, update: admin.update },
      set: async () => perform(admins.update, await as(boss), { id: await adminIdOf(adm), ...given }, from()),
    },
    {
      ...{ who: boss, update: admin.update },
      set: async () =>
        perform(identity.setLostPassword, system, { username: boss.username, password: GIVEN }, from("program")),
    },
  ];
  for (const { who, set, update } of cases) {
    await listSessions(await as(who));
    await set();
    await expect(listSessions(await as(who, GIVEN))).rejects.toMatchObject(DUE);
    await perform(update, await as(who, GIVEN), both(OWN), from());
    await listSessions(await as(who, OWN));
    await perform(update, await as(who, OWN), both(PASSWORD), from());
  }
});

test("until then only reading the account, replacing the password and signing out are open [AUTH-29]", async () => {
  const manager = await aPerson("company");
  const agt = await aPerson("agent", { of: manager });
  await perform(agents.update, await as(manager), { id: agt.agentId, ...both(GIVEN) }, from());
  const { token } = await signIn(agt, GIVEN);
  const actor = await actorOf(token);
  expect(await me(actor)).toMatchObject({ username: agt.username });
  await expect(listSessions(actor)).rejects.toMatchObject(DUE);
  await expect(perform(identity.remoteTokens.create, actor, { kind: "client" }, from())).rejects.toMatchObject(DUE);
  await expect(perform(identity.twoStep.begin, actor, {}, from())).rejects.toMatchObject(DUE);
  await perform(identity.confirm, actor, { password: GIVEN }, from());
  await expect(perform(agent.update, actor, both(GIVEN), from())).rejects.toMatchObject({
    ...{ status: 422, data: { password: [expect.stringMatching(/that you were given/)] } },
  });
  await expect(perform(agent.update, actor, both("password1"), from())).rejects.toMatchObject({ status: 422 });
  await perform(agent.update, actor, both(OWN), from());
  // The session that replaced it stays open.
  expect(await listSessions(await actorOf(token))).toMatchObject({ total: 1 });
  await perform(identity.logout, await actorOf(token), {}, from());
  expect(await askerOf(token)).toBeNull();
});

test("the other fields of a profile wait for the password, too [AUTH-29]", async () => {
  const [adm, manager] = [await aPerson("admin"), await aPerson("company")];
  await perform(offices.update, await as(adm), { id: manager.companyId, ...both(GIVEN) }, from());
  const actor = await as(manager, GIVEN);
  for (const given of [{ officeName: "Renamed" }, { manEmail: "thief@example.org" }, {}]) {
    await expect(perform(company.update, actor, given, from())).rejects.toMatchObject(DUE);
  }
});

test("a view and a sign-in link of somebody else are not held up by it [AUTH-29]", async () => {
  const manager = await aPerson("company");
  const agt = await aPerson("agent", { of: manager });
  await perform(agents.update, await as(manager), { id: agt.agentId, ...both(GIVEN) }, from());
  const view = await perform(identity.viewAs, await as(manager), { accountId: agt.accountId }, from());
  const give = { accountId: agt.accountId, kind: "browser" };
  const link = await perform(identity.remoteTokens.create, await as(manager), give, from());
  const opened = await perform(identity.loginRemote, null, { token: link.token }, from());
  for (const { token } of [view, opened]) await listSessions(await actorOf(token));
});

test("a mailed link sets a password of one's own [AUTH-29]", async () => {
  const [manager, moment] = [await aPerson("company"), new Date()];
  await db.run`UPDATE accounts SET password_set_by_other = true WHERE id = ${manager.accountId}`;
  await expect(listSessions(await as(manager))).rejects.toMatchObject(DUE);
  await db.run`
    INSERT INTO password_resets (account_id, hash, created_at, expires_at)
    VALUES (${manager.accountId}, ${tokenHash("mailed")}, ${moment}, ${moment}::timestamptz + interval '1 hour')`;
  await perform(identity.resetPassword, null, { token: "mailed", ...both(OWN) }, from());
  await listSessions(await as(manager, OWN));
});

test("with FIRST_PASSWORD=keep nothing has to be replaced, and the mark is kept for the day when it is set [AUTH-29]", async () => {
  overrideConfig({ FIRST_PASSWORD: "keep" });
  const manager = await aPerson("company");
  const agt = await aPerson("agent", { of: manager });
  await perform(agents.update, await as(manager), { id: agt.agentId, ...both(GIVEN) }, from());
  const bearer = (await signIn(agt, GIVEN)).token;
  await listSessions(await actorOf(bearer));
  overrideConfig({ FIRST_PASSWORD: "change" });
  await expect(listSessions(await actorOf(bearer))).rejects.toMatchObject(DUE);
});
