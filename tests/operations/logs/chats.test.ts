import { expect } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { chatScreen, searchChats, submitChat, submitChatScreen } from "../../../server/logs";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";

const START = Date.parse("2026-06-10T13:00:00Z");
const minute = (n: number) => new Date(START + n * 60_000);

/** Two offices with an agent each, who submit in turn, a minute apart, starting with Zoe of A-Town. */
async function talks() {
  const [north, south] = [await anOffice({ officeName: "B-Town" }), await anOffice({ officeName: "A-Town" })];
  const [ann, zoe] = [
    await anAgent({ office: north, username: "ann" }),
    await anAgent({ office: south, username: "zoe" }),
  ];
  const site = await aSite({ sitename: "Roses", enabledFor: [north, south] });
  const talk = (who: typeof ann, n: number, client: string, siteId = site.id) =>
    withFixedTime(minute(n), () =>
      ask(submitChat, who.actor, { clientUsername: client, siteId, conversation: `Hi ${client}` }),
    );
  const other = await aSite({ sitename: "Violets", enabledFor: [south] });
  const made = [await talk(zoe, 0, "c1"), await talk(ann, 1, "c2"), await talk(zoe, 2, "c3", other.id)];
  return { north, south, ann, zoe, site, other, made, talk };
}
const clients = async (actor: Actor, input: Record<string, unknown> = {}) =>
  (await ask(searchChats, actor, input)).items.map(({ clientUsername }) => clientUsername);

test("an agent's chat log is returned as stored [CHAT-09, API-49, ROLE-24]", async () => {
  const { north, ann, site, made } = await talks();
  const row = { companyId: north.id, agentId: ann.id, siteId: site.id, sitename: "Roses", clientUsername: "c2" };
  const kept = { ...row, id: made[1]?.id, conversation: "Hi c2", submitTime: "2026-06-10T09:01:00.000-04:00" };
  expect(made[1]).toEqual(kept);
  const chief = await aSuperadmin();
  const { items, total } = await ask(searchChats, chief.actor, { companyId: north.id });
  expect([items, total]).toEqual([[{ ...kept, officeName: "B-Town", agentUsername: "ann" }], 1]);
  const audit = sql`SELECT after FROM audit WHERE record = 'chatLog' AND record_id = ${String(kept.id)}`;
  expect(await queryRows(audit)).toEqual([{ after: { siteId: site.id } }]);
});

test("only agents can submit, and only for sites that they may sell [CHAT-04, ROLE-24]", async () => {
  const { ann, north, other } = await talks();
  const given = { clientUsername: "c", siteId: other.id, conversation: "x" };
  for (const { actor } of [north, await anAdmin(), await aSuperadmin()]) {
    expect(await refused(submitChat, actor, given)).toEqual({ status: 403 });
    expect(await refused(submitChatScreen, actor)).toEqual({ status: 403 });
  }
  expect(await refused(submitChat, null, given)).toEqual({ status: 401 });
  expect(await refused(submitChat, ann.actor, given)).toEqual({ status: 404 });
  expect((await ask(submitChatScreen, ann.actor)).sites.map(({ label }) => label)).toEqual(["Roses"]);
});

test("client, site and conversation are required, each within its limits [CHAT-07]", async () => {
  const { ann, site } = await talks();
  const good = { clientUsername: "c", siteId: site.id, conversation: "x" };
  const bad: Record<string, unknown[]> = {
    clientUsername: [undefined, null, "", "  ", "a".repeat(65), "a\0", "\ud800", 7],
    siteId: [undefined, null, 0, -1, 1.5, "1", 2_147_483_648],
    conversation: [undefined, null, "", " \n ", "a".repeat(20_001), "a\0", "\udc00", 7],
  };
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      const wrong = await refused(submitChat, ann.actor, { ...good, [field]: value });
      expect({ field, value, wrong }).toMatchObject({ wrong: { status: 422, data: { [field]: [/\S/] } } });
    }
  }
  const conversation = ` a\r\nb\n${"c".repeat(19_990)}`;
  const most = await ask(submitChat, ann.actor, { ...good, clientUsername: "a".repeat(64), conversation });
  expect(most.conversation).toBe(conversation.replace("\r", ""));
});

test("agents read their own chat logs, managers their office's, admins all, with the names that their role may see [API-48, ROLE-21]", async () => {
  const { north, south, ann, zoe } = await talks();
  const admin = await anAdmin();
  expect(await clients(ann.actor)).toEqual(["c2"]);
  expect(await clients(zoe.actor)).toEqual(["c3", "c1"]);
  expect(await clients(south.actor)).toEqual(["c3", "c1"]);
  expect(await clients(admin.actor)).toEqual(["c1", "c3", "c2"]);
  const keys = async (actor: Actor) => Object.keys((await ask(searchChats, actor)).items[0] ?? {});
  expect(await keys(admin.actor)).toEqual(expect.arrayContaining(["officeName", "agentUsername"]));
  expect(await keys(north.actor)).not.toContain("officeName");
  expect(await keys(north.actor)).toContain("agentUsername");
  for (const name of ["officeName", "agentUsername"]) expect(await keys(ann.actor)).not.toContain(name);
});

test("chat logs sort by office for roles that see offices, and by each requested column [CHAT-05, CHAT-06]", async () => {
  const { ann, north } = await talks();
  const { actor } = await aSuperadmin();
  expect(await clients(actor, { sortField: "officeName", sortAsc: false })).toEqual(["c2", "c3", "c1"]);
  expect(await clients(actor, { sortField: "agentUsername" })).toEqual(["c2", "c1", "c3"]);
  expect(await clients(actor, { sortField: "sitename", sortAsc: false })).toEqual(["c3", "c2", "c1"]);
  expect(await clients(actor, { sortField: "clientUsername", sortAsc: false })).toEqual(["c3", "c2", "c1"]);
  expect(await clients(actor, { sortField: "conversation" })).toEqual(["c1", "c2", "c3"]);
  expect(await clients(actor, { sortField: "submitTime" })).toEqual(["c3", "c2", "c1"]);
  expect(await clients(actor, { sortField: "submitTime", sortAsc: true })).toEqual(["c1", "c2", "c3"]);
  expect(await refused(searchChats, north.actor, { sortField: "officeName" })).toMatchObject({ status: 422 });
  expect(await refused(searchChats, ann.actor, { sortField: "agentUsername" })).toMatchObject({ status: 422 });
  expect(await refused(searchChats, actor, { sortField: "ip" })).toMatchObject({ status: 422 });
});

test("chat logs are filtered by office, agent, site and days; foreign records do not exist [CHAT-03]", async () => {
  const { north, south, ann, zoe, site, other, talk } = await talks();
  await talk(ann, 60 * 24, "c4");
  const { actor } = await aSuperadmin();
  expect(await clients(actor, { companyId: south.id })).toEqual(["c1", "c3"]);
  expect(await clients(actor, { agentId: ann.id })).toEqual(["c2", "c4"]);
  expect(await clients(actor, { siteId: other.id })).toEqual(["c3"]);
  expect(await clients(actor, { start: "2026-06-11", end: "2026-06-11" })).toEqual(["c4"]);
  expect(await clients(ann.actor, { siteId: site.id, end: "2026-06-10", start: "2026-06-10" })).toEqual(["c2"]);
  expect(await refused(searchChats, north.actor, { agentId: zoe.id })).toEqual({ status: 404 });
  expect(await refused(searchChats, ann.actor, { siteId: other.id })).toEqual({ status: 404 });
  expect(await refused(searchChats, ann.actor, { agentId: ann.id })).toMatchObject({ status: 422 });
  expect(await refused(searchChats, north.actor, { companyId: south.id })).toMatchObject({ status: 422 });
  expect(await refused(searchChats, actor, { start: "2026-06-12", end: "2026-06-11" })).toMatchObject({
    status: 422,
  });
});

test("a chat log stays with the office in which it was submitted", async () => {
  const { north, south, ann } = await talks();
  await execute(sql`UPDATE agents SET company_id = ${south.id} WHERE id = ${ann.id}`);
  expect(await clients(north.actor)).toEqual(["c2"]);
  expect(await clients(south.actor)).toEqual(["c3", "c1"]);
});

test("the list shows the beginning of a long chat log, and its own page shows all of it", async () => {
  const { ann, site } = await talks();
  const long = `${"a".repeat(239)}😀${"b".repeat(5_000)}`;
  const given = { clientUsername: "long", siteId: site.id, conversation: long };
  const { id } = await withFixedTime(minute(9), () => ask(submitChat, ann.actor, given));
  const shown = async (input: Record<string, unknown>) => (await ask(chatScreen, ann.actor, input)).items[0];
  expect(await shown({})).toMatchObject({ id, cut: true, conversation: `${"a".repeat(239)}…` });
  expect(await shown({ open: id })).toMatchObject({ id, cut: false, conversation: long });
});
