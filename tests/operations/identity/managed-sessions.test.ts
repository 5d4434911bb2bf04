import { expect } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { later } from "./two-step";
import { aPerson, askerOf, bearerOf, from, type Person } from "./world";

const { list, end, endAll, screen } = identity.managedSessions;
const FORBIDDEN = { status: 403, code: "FORBIDDEN" };
const NO_ACCOUNT = { status: 404, record: "account" };

const actorOf = async (token: string) => (await askerOf(token)) as Actor;
const as = async (who: Person) => actorOf(await bearerOf(who));
const listOf = async (actor: Actor, { accountId }: Person) => perform(list, actor, { id: accountId }, from());
const endAllOf = async (actor: Actor, { accountId }: Person) => perform(endAll, actor, { id: accountId }, from());

async function people() {
  const [boss, admin, manager] = [await aPerson("superadmin"), await aPerson("admin"), await aPerson("company")];
  return { boss, admin, manager, agent: await aPerson("agent", { of: manager }) };
}

test("managers see and end the sessions of their agents, admins also of managers, superadmins also of admins [AUTH-27]", async () => {
  const { boss, admin, manager, agent } = await people();
  for (const [by, of] of [
    [boss, admin],
    [boss, agent],
    [admin, manager],
    [admin, agent],
    [manager, agent],
  ] as const) {
    const actor = await as(by);
    const bearers = [await bearerOf(of), await bearerOf(of)];
    const { items, total } = await listOf(actor, of);
    expect([total, items.map(({ current, by: maker, ip }) => [current, maker, ip])]).toEqual([
      2,
      [
        [false, null, "192.0.2.1"],
        [false, null, "192.0.2.1"],
      ],
    ]);
    expect(await endAllOf(actor, of)).toEqual({ deleted: 2 });
    for (const bearer of bearers) expect(await askerOf(bearer)).toBeNull();
    expect(await listOf(actor, of)).toEqual({ items: [], total: 0 });
    expect(await endAllOf(actor, of)).toEqual({ deleted: 0 });
  }
});

test("nobody sees or ends the sessions of their equals, of higher roles, of another office or of themselves [AUTH-27]", async () => {
  const { boss, admin, manager, agent } = await people();
  const stranger = await aPerson("company");
  const all = [boss, admin, manager, agent, stranger];
  const bearers = await Promise.all(all.map((who) => bearerOf(who)));
  for (const [by, of] of [
    [boss, await aPerson("superadmin")],
    [boss, boss],
    [admin, await aPerson("admin")],
    [admin, boss],
    [manager, stranger],
    [manager, manager],
    [manager, admin],
    [stranger, agent],
  ] as const) {
    const actor = await as(by);
    await expect(listOf(actor, of)).rejects.toMatchObject(NO_ACCOUNT);
    await expect(endAllOf(actor, of)).rejects.toMatchObject(NO_ACCOUNT);
    const one = { id: of.accountId, sessionId: (await as(of)).sessionId };
    await expect(perform(end, actor, one, from())).rejects.toMatchObject(NO_ACCOUNT);
  }
  await expect(listOf(await as(agent), manager)).rejects.toMatchObject(FORBIDDEN);
  for (const bearer of bearers) expect(await askerOf(bearer)).not.toBeNull();
});

test("one session ends alone; one of another account, an ended and an unknown one are 404 [AUTH-27, TRUST-13]", async () => {
  const { manager, agent } = await people();
  const other = await aPerson("agent", { of: manager });
  const [first, second] = [await bearerOf(agent), await bearerOf(agent)];
  const { sessionId } = await actorOf(first);
  const actor = await as(manager);
  const endOne = (id: number | null) => perform(end, actor, { id: agent.accountId, sessionId: id }, from());
  for (const id of [(await as(other)).sessionId, actor.sessionId, 2_000_000_000]) {
    await expect(endOne(id)).rejects.toMatchObject({ status: 404, record: "session" });
  }
  expect(await endOne(sessionId)).toEqual({ deleted: 1 });
  expect([await askerOf(first), (await askerOf(second))?.username]).toEqual([null, agent.username]);
  await expect(endOne(sessionId)).rejects.toMatchObject({ status: 404 });
  expect(
    await db.rows`
      SELECT username, account_id, on_behalf_of, record, record_id, after FROM audit
      WHERE operation = 'accounts.sessions.end'`,
  ).toEqual([
    {
      ...{ username: manager.username, account_id: manager.accountId, on_behalf_of: agent.accountId },
      ...{ record: "session", record_id: String(sessionId), after: { live: false } },
    },
  ]);
});

test("sessions of others end without the password again, but by no client token, link or view [AUTH-27]", async () => {
  const { boss, admin, manager, agent } = await people();
  const bearer = await bearerOf(manager);
  const made = await perform(identity.remoteTokens.create, await actorOf(bearer), { kind: "client" }, from());
  const give = { accountId: manager.accountId, kind: "browser" };
  const link = await perform(identity.remoteTokens.create, await as(boss), give, from());
  const opened = await Promise.all(
    [made.token, link.token].map((token) => perform(identity.loginRemote, null, { token }, from())),
  );
  for (const token of [made.token, ...opened.map((session) => session.token)]) {
    await bearerOf(agent);
    await expect(endAllOf(await actorOf(token), agent)).rejects.toMatchObject(FORBIDDEN);
  }
  const view = await perform(identity.viewAs, await as(admin), { accountId: manager.accountId }, from());
  await expect(endAllOf(await actorOf(view.token), agent)).rejects.toMatchObject({ code: "VIEWING" });
  await later(2 * 60 * 60, async () => {
    expect(await endAllOf(await actorOf(bearer), agent)).toEqual({ deleted: 3 });
  });
});

test("a session names the person who views the account in it, for its owner too", async () => {
  const { manager, agent } = await people();
  await perform(identity.viewAs, await as(manager), { accountId: agent.accountId }, from());
  expect((await listOf(await as(manager), agent)).items.map(({ by }) => by)).toEqual([manager.username]);
  const own = await perform(identity.ownSessions.list, await as(agent), {}, from());
  expect(own.items.map(({ by, current }) => [by, current])).toEqual(
    expect.arrayContaining([
      [manager.username, false],
      [null, true],
    ]),
  );
});

test("the screens find the account by the agent, office or admin", async () => {
  const { boss, admin, manager, agent } = await people();
  const row = await db.row<{ id: number }>`SELECT id FROM admins WHERE account_id = ${admin.accountId}`;
  const actor = await as(boss);
  for (const [kind, id, of] of [
    ["agent", agent.agentId, agent],
    ["office", manager.companyId, manager],
    ["admin", row?.id, admin],
  ] as const) {
    const { account } = await perform(screen, actor, { kind, id }, from());
    expect(account).toEqual({ id: of.accountId, username: of.username });
  }
  await expect(perform(screen, actor, { kind: "agent", id: 2_000_000_000 }, from())).rejects.toMatchObject({
    ...{ status: 404, record: "agent" },
  });
  await expect(perform(screen, await as(manager), { kind: "office", id: manager.companyId }, from())).rejects.toThrow();
});
