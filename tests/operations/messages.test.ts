import { expect } from "vitest";
import { notices } from "../../server/alerts";
import { execute, queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { withFixedTime } from "../../server/kernel/time/now";
import { listScreen, markRead, read, search, send, sendForm, sendScreen, withdraw } from "../../server/messages";
import { ask, refused } from "../reports/ask";
import { type Account, anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { test } from "../world/rollback";

const NOON = "2026-11-20T12:00:00-05:00";
const at = <T>(time: string, body: () => Promise<T>) => withFixedTime(new Date(time), body);
const registered = ({ accountId }: Account, time: string) =>
  execute(sql`UPDATE accounts SET registered_at = ${time}::timestamptz WHERE id = ${accountId}`);

/** Two offices with two agents each, all registered long ago. */
async function aNetwork() {
  const [alpha, beta] = [await anOffice(), await anOffice()];
  const [ann, art] = [await anAgent({ office: alpha }), await anAgent({ office: alpha })];
  const [bea, bob] = [await anAgent({ office: beta }), await anAgent({ office: beta })];
  for (const person of [alpha, beta, ann, art, bea, bob]) await registered(person, "2026-01-05T12:00:00Z");
  return { admin: await anAdmin(), alpha, beta, ann, art, bea, bob };
}

const text = (title: string) => ({ title, html: `<p>${title}</p><script>x()</script>` });
const titles = async ({ actor }: Account, input = {}) =>
  (await ask(search, actor, input)).items.map(({ title }) => title);
const unread = async ({ actor }: Account) => (await ask(notices, actor)).unread;

test("everybody, an office or chosen agents get a message, and nobody else does [MESSAGE-01]", () =>
  at(NOON, async () => {
    const { admin, alpha, beta, ann, art, bea } = await aNetwork();
    const sent = await ask(send, admin.actor, { ...text("To all"), audience: "all" });
    expect(sent).toMatchObject({ html: "<p>To all</p>", audience: "all", from: "2026-11-20", to: null, read: 0 });
    await ask(send, admin.actor, { ...text("To alpha"), audience: { companyIds: [alpha.id] } });
    await ask(send, admin.actor, { ...text("To Ann"), audience: { agentIds: [ann.id] } });
    expect(await titles(ann)).toEqual(["To Ann", "To alpha", "To all"]);
    expect(await titles(art)).toEqual(["To alpha", "To all"]);
    expect(await titles(alpha)).toEqual(["To alpha", "To all"]);
    expect([await titles(bea), await titles(beta)]).toEqual([["To all"], ["To all"]]);
    const [row] = (await ask(search, ann.actor)).items;
    expect(row).toEqual({
      ...{ id: expect.any(Number), title: "To Ann", html: "<p>To Ann</p>", by: admin.username },
      ...{ from: "2026-11-20", to: null, readAt: null },
    });
  }));

test("a receipt is kept once, counts for the sender, and moves the message behind the unread ones [MESSAGE-05, MESSAGE-07]", () =>
  at(NOON, async () => {
    const { admin, alpha, ann, bea } = await aNetwork();
    const audience = { companyIds: [alpha.id] };
    const first = await ask(send, admin.actor, { ...text("First"), audience });
    const second = await ask(send, admin.actor, { ...text("Second"), audience });
    expect(await unread(ann)).toBe(2);
    const { readAt } = await ask(markRead, ann.actor, { id: second.id });
    expect(readAt).toBe("2026-11-20T12:00:00.000-05:00");
    await at("2026-11-21T12:00:00-05:00", () => ask(markRead, ann.actor, { id: second.id }));
    expect((await ask(read, ann.actor, { id: second.id })).readAt).toBe(readAt);
    expect(await titles(ann)).toEqual(["First", "Second"]);
    expect([await unread(ann), await unread(alpha), await unread(bea)]).toEqual([1, 2, 0]);
    expect((await ask(notices, admin.actor)).unread).toBeUndefined();
    const { items } = await ask(search, admin.actor, { box: "sent" });
    expect(items.slice(0, 2).map(({ id, sent, read: seen }) => [id, sent, seen])).toEqual([
      [second.id, 3, 1],
      [first.id, 3, 0],
    ]);
    expect(await refused(markRead, bea.actor, { id: first.id })).toMatchObject({ status: 404 });
    expect(await refused(markRead, admin.actor, { id: first.id })).toMatchObject({ status: 404 });
  }));

test("a planned message begins on its first day in New York and ends with its last one [MESSAGE-04]", async () => {
  const { admin, ann } = await aNetwork();
  const days = { from: "2026-11-22", to: "2026-11-23" };
  const { id } = await at(NOON, () => ask(send, admin.actor, { ...text("Later"), audience: "all", ...days }));
  const seen = (time: string) => at(time, async () => [...(await titles(ann)), await unread(ann)]);
  expect(await seen("2026-11-21T23:59:00-05:00")).toEqual([0]);
  expect(await seen("2026-11-22T00:00:00-05:00")).toEqual(["Later", 1]);
  expect(await seen("2026-11-23T23:59:00-05:00")).toEqual(["Later", 1]);
  expect(await seen("2026-11-24T00:00:00-05:00")).toEqual([0]);
  expect(await at(NOON, () => ask(read, admin.actor, { id }))).toMatchObject(days);
  expect(await at(NOON, () => refused(read, ann.actor, { id }))).toMatchObject({ status: 404 });
});

test("the audience follows people to their office, and newcomers see only what begins after their registration [MESSAGE-02, MESSAGE-03]", () =>
  at(NOON, async () => {
    const { admin, alpha, beta, bob } = await aNetwork();
    await ask(send, admin.actor, { ...text("Old"), audience: { companyIds: [alpha.id] } });
    const newcomer = await anAgent({ office: alpha });
    await registered(newcomer, "2026-11-20T12:00:01-05:00");
    expect([await titles(newcomer), await titles(bob)]).toEqual([[], []]);
    await execute(sql`UPDATE agents SET company_id = ${alpha.id} WHERE id = ${bob.id}`);
    const moved = { ...bob, actor: { ...bob.actor, companyId: alpha.id } };
    expect(await titles(moved)).toEqual(["Old"]);
    await at("2026-11-21T12:00:00-05:00", async () => {
      await ask(send, admin.actor, { ...text("New"), audience: { companyIds: [alpha.id, beta.id] } });
      expect([await titles(newcomer), await titles(moved)]).toEqual([["New"], ["New", "Old"]]);
    });
  }));

test("managers write to their own agents only and see only what they sent themselves", () =>
  at(NOON, async () => {
    const { admin, alpha, beta, ann, bea } = await aNetwork();
    const { id } = await ask(send, alpha.actor, { ...text("Ours"), audience: { companyIds: [alpha.id] } });
    await ask(send, admin.actor, { ...text("Theirs"), audience: { companyIds: [beta.id] } });
    expect(await titles(ann)).toEqual(["Ours"]);
    expect([await titles(alpha), await titles(alpha, { box: "sent" })]).toEqual([[], ["Ours"]]);
    expect([await titles(beta), await titles(beta, { box: "sent" })]).toEqual([["Theirs"], []]);
    expect(await titles(admin)).toEqual(["Theirs", "Ours"]);
    expect(await refused(send, alpha.actor, { ...text("x"), audience: "all" })).toMatchObject({
      ...{ status: 422, data: { audience: ["Please choose your office or agents of it."] } },
    });
    for (const audience of [{ companyIds: [beta.id] }, { agentIds: [ann.id, bea.id] }])
      expect(await refused(send, alpha.actor, { ...text("x"), audience })).toMatchObject({ status: 404 });
    expect(await refused(send, ann.actor, { ...text("x"), audience: { agentIds: [ann.id] } })).toEqual({ status: 403 });
    expect(await refused(search, ann.actor, { box: "sent" })).toMatchObject({
      status: 422,
      data: { box: [expect.any(String)] },
    });
    expect(await refused(withdraw, beta.actor, { id })).toMatchObject({ status: 404 });
  }));

test("a withdrawn message disappears for its recipients; its sender keeps it with its receipts", () =>
  at(NOON, async () => {
    const { alpha, ann } = await aNetwork();
    const { id } = await ask(send, alpha.actor, { ...text("Oops"), audience: { agentIds: [ann.id] } });
    await ask(markRead, ann.actor, { id });
    for (let times = 0; times < 2; times++) expect(await ask(withdraw, alpha.actor, { id })).toEqual({ deleted: 1 });
    expect(await titles(ann)).toEqual([]);
    expect(await refused(read, ann.actor, { id })).toMatchObject({ status: 404 });
    const kept = await ask(read, alpha.actor, { id });
    expect(kept).toMatchObject({
      sent: 1,
      read: 1,
      names: [ann.username],
      withdrawnAt: expect.stringMatching(/^2026-11-20/),
    });
    const acts = await queryRows(sql`
      SELECT operation FROM audit WHERE record = 'message' AND record_id = ${String(id)} ORDER BY id`);
    expect(acts).toEqual([{ operation: "messages.send" }, { operation: "messages.withdraw" }]);
  }));

test("a message needs a text, recipients, and days that are to come in their order", () =>
  at(NOON, async () => {
    const { actor } = await aSuperadmin();
    const fields = async (input: object) =>
      (await refused(send, actor, { ...text("x"), audience: "all", ...input })).data as object;
    expect(await fields({ html: "<p><br></p>", title: " " })).toEqual({
      ...{ title: ["Please fill in this field."], html: ["Please fill in this field."] },
    });
    for (const audience of [undefined, "agents", { companyIds: [] }, { agentIds: [1], companyIds: [1] }])
      expect(Object.keys(await fields({ audience }))).toEqual([expect.stringMatching(/^audience/)]);
    expect(await fields({ from: "2026-11-19" })).toEqual({ from: ["Please choose today or a later day."] });
    expect(await fields({ to: "2026-11-19" })).toEqual({ to: ["Please choose today or a later day."] });
    expect(await fields({ from: "2026-11-22", to: "2026-11-21" })).toEqual({ to: ["Please end it after it begins."] });
  }));

test("the form takes usernames, and a manager's office without choosing it", () =>
  at(NOON, async () => {
    const { admin, alpha, ann, art, bea } = await aNetwork();
    const agents = `${ann.username.toUpperCase()}, ${art.username}\n`;
    const sent = await ask(sendForm, alpha.actor, { ...text("x"), audience: "agents", agents });
    expect(sent.audience).toEqual({ agentIds: expect.arrayContaining([ann.id, art.id]) });
    const whole = await ask(sendForm, alpha.actor, { ...text("x"), audience: "offices" });
    expect(whole.audience).toEqual({ companyIds: [alpha.id] });
    const wrong = await refused(sendForm, alpha.actor, {
      ...text("x"),
      audience: "agents",
      agents: `${agents} ${bea.username}`,
    });
    expect(wrong.data).toEqual({ agents: [`There is no such agent: ${bea.username.toLowerCase()}.`] });
    expect((await refused(sendForm, admin.actor, { ...text("x"), audience: "offices" })).data).toHaveProperty(
      "companyIds",
    );
    expect(await ask(sendScreen, alpha.actor, { agentId: ann.id })).toEqual({ offices: null, agent: ann.username });
    expect(await refused(sendScreen, alpha.actor, { agentId: bea.id })).toMatchObject({ status: 404 });
    expect(await ask(listScreen, alpha.actor, {})).toMatchObject({ box: "received", boxes: ["received", "sent"] });
  }));
