import { expect } from "vitest";
import { edit, isMark, last, login, save, notices } from "../../server/alerts";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { ask, refused } from "../reports/ask";
import { type Account, type Agent, aSuperadmin, anAdmin, anAgent, anOffice } from "../world/builders";
import { test } from "../world/rollback";

const enabled = async (html: string) => ask(save, (await aSuperadmin()).actor, { enable: true, html });
const told = ({ id }: Agent, text: string) => execute(sql`UPDATE agents SET must_read = ${text} WHERE id = ${id}`);

test("a superadmin reads and writes the alert; omitted HTML keeps the text [API-17, API-18, ALERT-05]", async () => {
  const [chief, others] = [await aSuperadmin(), [await anAdmin(), await anOffice(), await anAgent()]];
  expect(await ask(save, chief.actor, { enable: true, html: "<p>Stop</p>" })).toEqual({
    ...{ enable: true, html: "<p>Stop</p>" },
  });
  expect(await ask(save, chief.actor, { enable: false })).toEqual({ enable: false, html: "<p>Stop</p>" });
  expect(await ask(last, chief.actor)).toEqual({ enable: false, html: "<p>Stop</p>" });
  for (const { actor } of others) {
    for (const operation of [last, edit]) expect(await refused(operation, actor)).toEqual({ status: 403 });
    expect(await refused(save, actor, { enable: true })).toEqual({ status: 403 });
  }
  expect(await refused(save, chief.actor, { enable: "on", html: 5 })).toMatchObject({
    ...{ status: 422, data: { enable: [expect.any(String)], html: ["Please enter a text."] } },
  });
  expect((await refused(save, chief.actor, { html: "<p>Stop</p>" })).data).toHaveProperty("enable");
});

test("saving an outdated version of the alert is refused", async () => {
  const chief = await aSuperadmin();
  const { version } = await ask(edit, chief.actor);
  await ask(save, chief.actor, { enable: true, html: "<p>Theirs</p>", version });
  expect(await refused(save, chief.actor, { enable: false, version })).toEqual({
    ...{ status: 409, data: { current: { enable: true, html: "<p>Theirs</p>", version: version + 1 } } },
  });
});

test("signing in returns the agent's notes as text and the enabled alert as HTML [API-16, ALERT-06]", async () => {
  const [agent, office] = [await anAgent(), await anOffice()];
  await execute(sql`DELETE FROM alerts`);
  expect(await ask(login, agent.actor)).toEqual({ accountAlert: null, commonAlert: null });
  await told(agent, "Call <b>me</b>");
  await enabled("<p>Stop</p><script>x()</script>");
  expect(await ask(login, agent.actor)).toEqual({ accountAlert: "Call <b>me</b>", commonAlert: "<p>Stop</p>" });
  expect(await ask(login, office.actor)).toEqual({ accountAlert: null, commonAlert: "<p>Stop</p>" });
  await told(agent, "  ");
  await ask(save, (await aSuperadmin()).actor, { enable: false });
  expect(await ask(login, agent.actor)).toEqual({ accountAlert: null, commonAlert: null });
  await enabled("<p><br></p>");
  expect(await ask(login, agent.actor)).toEqual({ accountAlert: null, commonAlert: null });
  expect(await refused(login, null)).toEqual({ status: 401 });
});

test("the account's own alert comes first, then the one for everyone, each until it is marked as read [ALERT-07, ALERT-08, ALERT-09]", async () => {
  const agent = await anAgent();
  await told(agent, "Call me");
  await enabled("<p>Stop</p>");
  const next = async (read: string[]) => (await ask(notices, agent.actor, { read })).alert;
  const own = await next([]);
  expect(own).toEqual({ text: "Call me", mark: expect.any(String) });
  const all = await next([own?.mark ?? ""]);
  expect(all).toEqual({ html: "<p>Stop</p>", mark: expect.any(String) });
  expect(await next([all?.mark ?? ""])).toEqual(own);
  expect(await next([own?.mark ?? "", all?.mark ?? ""])).toBeNull();
  for (const seen of [own, all]) expect(isMark(seen?.mark ?? "")).toBe(true);
});

test("with the alert, accounts that may approve agents get the number of pending ones [SHELL-16, ROLE-08]", async () => {
  const office = await anOffice();
  const before = (await ask(notices, (await aSuperadmin()).actor)).unapproved ?? NaN;
  await anAgent({ office, approved: false });
  await anAgent({ office });
  const length = async ({ actor }: Account) => (await ask(notices, actor)).unapproved;
  expect(await length(await aSuperadmin())).toBe(before + 1);
  expect(await length(await anAdmin({ approveAgents: true }))).toBe(before + 1);
  for (const other of [await anAdmin({ approveAgents: false }), await anAgent(), office])
    expect(await length(other)).toBeUndefined();
});

test("a changed text is unread again, and a mark applies to one account only [ALERT-07]", async () => {
  const [agent, colleague] = [await anAgent(), await anAgent()];
  await enabled("<p>Stop</p>");
  const markOf = async ({ actor }: Agent, read: string[] = []) =>
    (await ask(notices, actor, { read })).alert?.mark ?? "";
  const read = [await markOf(agent)];
  expect(await markOf(agent, read)).toBe("");
  expect(await markOf(colleague, read)).not.toBe("");
  await enabled("<p>Go</p>");
  expect(await markOf(agent, read)).not.toBe("");
  await enabled("<p>Stop</p>");
  expect(await markOf(agent, read)).toBe("");
});
