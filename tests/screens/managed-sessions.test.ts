import { expect, test } from "vitest";
import { aPerson, anAddress, PASSWORD, type Person } from "../operations/identity/world";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { tableIn } from "../world/table";
import { aVisitor, type Visitor } from "../world/visitor";

const { server } = aScreenWorld({ env: { TRUST_PROXY: "127.0.0.1" } });

async function signedIn({ username }: Person): Promise<Visitor> {
  const visitor = aVisitor(server.url, { address: anAddress() });
  await visitor.signIn(username, PASSWORD);
  return visitor;
}
const isIn = async (visitor: Visitor) => (await visitor.get("/app/home")).status === 200;
const adminIdOf = async ({ accountId }: Person) =>
  (await db.row<{ id: number }>`SELECT id FROM admins WHERE account_id = ${accountId}`)?.id ?? 0;

test("an agent, an office and an admin have a page of sessions, which end there one by one or together [AUTH-27]", async () => {
  const [boss, admin, manager] = [await aPerson("superadmin"), await aPerson("admin"), await aPerson("company")];
  const agent = await aPerson("agent", { of: manager });
  for (const [by, of, path, from] of [
    [manager, agent, `/app/agents/${agent.agentId}/sessions`, `/app/agents/edit/${agent.agentId}`],
    [admin, manager, `/app/offices/${manager.companyId}/sessions`, `/app/offices/edit/${manager.companyId}`],
    [boss, admin, `/app/admins/${await adminIdOf(admin)}/sessions`, `/app/admins/edit/${await adminIdOf(admin)}`],
  ] as const) {
    const visitor = await signedIn(by);
    const theirs = [await signedIn(of), await signedIn(of), await signedIn(of)];
    expect(pageOf((await visitor.get(from)).html).link("Sessions")).toBe(path);
    const { html } = await visitor.get(path);
    expect(pageOf(html).one("h1")?.text).toBe(`Sessions of ${of.username}`);
    expect(tableIn(html).headings).toEqual(["Device", "Kind", "IP", "Login", "Last seen", "Actions"]);
    const before = tableIn(html).rows.length;
    const [accountId, sessionId] = ["accountId", "sessionId"].map(
      (name) => pageOf(html).one(`table input[name=${name}]`)?.sent ?? "",
    );
    const ended = await visitor.post(path, { intent: "end", accountId: accountId!, sessionId: sessionId! });
    expect([ended.status, ended.headers.get("location")]).toEqual([302, path]);
    const after = await visitor.open(path);
    expect([pageOf(after.html).notice, tableIn(after.html).rows.length]).toEqual([
      "Success Operation Complete",
      before - 1,
    ]);
    expect((await Promise.all(theirs.map(isIn))).filter(Boolean)).toHaveLength(2);
    await visitor.post(path, { intent: "endAll", accountId: accountId! });
    expect(await Promise.all(theirs.map(isIn))).toEqual([false, false, false]);
    const none = await visitor.get(path);
    expect(tableIn(none.html).empty).toMatch(/^No open sessions.*while they are signed in\.$/);
    expect(none.html).not.toContain('value="endAll"');
    if (of === admin) expect(pageOf(none.html).link(admin.username)).toBe(from);
    expect(await isIn(visitor)).toBe(true);
  }
});

test("people who do not manage the account have neither the page nor the acts, and no tab [AUTH-27]", async () => {
  const [admin, manager, other] = [await aPerson("admin"), await aPerson("company"), await aPerson("company")];
  const agent = await aPerson("agent", { of: manager });
  const session = await signedIn(agent);
  const [own, foreign] = [await signedIn(manager), await signedIn(other)];
  const path = `/app/agents/${agent.agentId}/sessions`;
  expect((await foreign.get(path)).status).toBe(404);
  const forged = { intent: "endAll", accountId: String(agent.accountId) };
  expect((await foreign.post(path, forged)).status).toBe(404);
  expect((await session.get(path)).status).toBe(403);
  expect((await session.post(path, forged)).status).toBe(403);
  expect(pageOf((await own.get(`/app/offices/${manager.companyId}/figures`)).html).link("Sessions")).toBeUndefined();
  expect((await own.get(`/app/offices/${manager.companyId}/sessions`)).status).toBe(403);
  expect((await own.get(`/app/admins/${await adminIdOf(admin)}/sessions`)).status).toBe(403);
  expect((await (await signedIn(admin)).get(`/app/admins/${await adminIdOf(admin)}/sessions`)).status).toBe(403);
  expect(await isIn(session)).toBe(true);
});

test("an invalid address is reported, and the sessions are still shown", async () => {
  const manager = await aPerson("company");
  const agent = await aPerson("agent", { of: manager });
  await signedIn(agent);
  const { status, html } = await (
    await signedIn(manager)
  ).get(`/app/agents/${agent.agentId}/sessions?page=x&sortField=hash`);
  expect([status, tableIn(html).rows.length]).toEqual([200, 1]);
  expect(pageOf(html).failure).toMatch(/page number|sorted/);
});
