import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { AuditRow } from "~models";
import { attention } from "../../../server/home";
import { overrideConfig } from "../../../server/kernel/process/config";
import { writeTransaction } from "../../../server/kernel/database/transactions";
import { withFixedTime } from "../../../server/kernel/time/now";
import { saveOwn } from "../../../server/payouts";
import { acknowledge, read, search } from "../../../server/signals";
import { mailOpen } from "../../../server/signals/mail";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";
import { first } from "../../world/first";
import { waitingMailsTo } from "../../world/waiting-mails";
import { aReceiver } from "../webhooks/world";
import { after, evaluateAt, NOW, openNow, stored } from "./world";

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
});
beforeEach(() => aSite());
afterEach(async () => {
  overrideConfig({ WEBHOOK_PRIVATE: false });
  await db.run`DELETE FROM signals`;
  await db.run`DELETE FROM site_hours`;
  await db.run`DELETE FROM payout_details`;
  await db.run`UPDATE domains SET hidden = true`;
  await db.run`DELETE FROM mails`;
});

const password = "correct-horse";
const BANK = { method: "bank", details: "Bank of the Islands\n0012 3456 7890", password };

test("one destination of two agents opens a signal for their manager, and closes when one of them has another [SIGNAL-05]", async () => {
  const office = await anOffice();
  const [ann, ben] = [await anAgent({ office, password }), await anAgent({ office, password })];
  await ask(saveOwn, ann.actor, BANK);
  await evaluateAt(0);
  expect(await openNow()).toEqual([]);
  await ask(saveOwn, ben.actor, { ...BANK, details: "bank of the islands 0012 34567890" });
  await evaluateAt(0.2);
  const [signal] = await stored();
  expect(signal).toMatchObject({ kind: "destination", companyId: office.id });
  expect(signal?.sentence).toBe(`${ann.username} and ${ben.username} are paid to the same destination.`);
  expect(JSON.stringify(signal)).not.toContain("0012");
  await ask(saveOwn, ben.actor, { ...BANK, details: "0917 555 0142", version: 1 });
  await evaluateAt(0.4);
  expect(await openNow()).toEqual([]);
});

test("a destination of agents of two offices is not shown to either manager", async () => {
  const agents = [await anAgent({ password }), await anAgent({ password })];
  for (const { actor } of agents) await ask(saveOwn, actor, BANK);
  await evaluateAt(0);
  expect((await stored()).map(({ kind, companyId }) => [kind, companyId])).toEqual([["destination", null]]);
});

test("a domain that fails twice opens a signal, one failure does not, and an answer closes it [SIGNAL-06]", async () => {
  overrideConfig({ WEBHOOK_PRIVATE: true });
  const receiver = await aReceiver();
  const { origin } = new URL(receiver.url);
  await db.run`INSERT INTO domains (domain, description, hidden) VALUES (${origin}, '', false)`;
  await evaluateAt(0);
  expect(receiver.received.map(({ method, path }) => [method, path])).toEqual([["GET", "/robots.txt"]]);
  await evaluateAt(0.5);
  expect(receiver.received).toHaveLength(1);
  receiver.reply = (_, res) => res.writeHead(502).end();
  await evaluateAt(1);
  expect(await openNow()).toEqual([]);
  await evaluateAt(1.1);
  const [signal] = await stored();
  expect(signal).toMatchObject({
    sentence: `${origin} has not answered since 2026-03-02 14:00 (New York).`,
    evidence: { error: "HTTP status 502.", observed: 2 },
  });
  receiver.reply = (_, res) => res.writeHead(404).end();
  await evaluateAt(1.2);
  expect(await openNow()).toEqual([]);
  await receiver.close();
});

test("a domain within the network is never requested [SIGNAL-06]", async () => {
  const receiver = await aReceiver();
  await db.run`INSERT INTO domains (domain, description, hidden) VALUES (${new URL(receiver.url).origin}, '', false)`;
  await evaluateAt(0);
  await evaluateAt(2);
  expect(receiver.received).toEqual([]);
  expect(await db.rows`SELECT failures FROM domain_checks JOIN domains ON id = domain_id AND NOT hidden`).toEqual([
    { failures: 0 },
  ]);
  await receiver.close();
});

async function twoSignals() {
  const office = await anOffice({ password });
  const site = await aSite();
  const agent = await anAgent({ office });
  const add = (
    kind: string,
    subject: number,
    siteId: number | null,
    agentId: number | null,
    companyId: number | null,
  ) =>
    db.run`
      INSERT INTO signals (kind, subject, site_id, agent_id, company_id, opened_at, sentence, expected, evidence)
      VALUES (${kind}, ${subject}, ${siteId}, ${agentId}, ${companyId}, ${after(-subject / 1000)}, ${`About ${kind}.`}, 'Less.',
        '{"since": "2026-03-02T12:59:00.000-05:00", "address": "/app/logs/click-outs"}')`;
  await add("instant", agent.id, null, agent.id, office.id);
  await add("silent", site.id, site.id, null, null);
  return { office, site, agent, admin: await anAdmin(), sup: await aSuperadmin() };
}

test("admins read all signals, managers those of their office, agents none [SIGNAL-08]", async () => {
  const { office, site, agent, admin, sup } = await twoSignals();
  const kinds = async (actor: typeof admin.actor, input = {}) =>
    (await ask(search, actor, input)).items.map(({ kind }) => kind).sort();
  expect(await kinds(admin.actor)).toEqual(["instant", "silent"]);
  expect(await kinds(sup.actor)).toEqual(["instant", "silent"]);
  expect(await kinds(office.actor)).toEqual(["instant"]);
  expect(await kinds((await anOffice()).actor)).toEqual([]);
  expect(await refused(search, agent.actor, {})).toMatchObject({ status: 403 });
  expect(await kinds(admin.actor, { kind: "silent" })).toEqual(["silent"]);
  expect(await kinds(admin.actor, { siteId: site.id, open: true })).toEqual(["silent"]);
  expect(await kinds(admin.actor, { open: false })).toEqual([]);
  expect(await refused(search, admin.actor, { siteId: 999_999 })).toMatchObject({ status: 404 });
  const [row] = (await ask(search, office.actor, {})).items;
  expect(Object.keys(row ?? {}).sort()).toEqual(
    ["id", "kind", "siteId", "agentId", "openedAt", "closedAt", "sentence", "expected", "evidence"]
      .concat(["acknowledgedAt", "acknowledgedBy", "note"])
      .sort(),
  );
});

test("an acknowledged signal keeps its note, leaves the list on Home, and is in the audit [SIGNAL-09]", async () => {
  const { office, admin } = await twoSignals();
  const due = async (actor: typeof admin.actor) =>
    (await ask(attention, actor, {})).find(({ kind }) => kind === "signals");
  expect(await due(admin.actor)).toMatchObject({ count: 2, since: "2026-03-02" });
  const own = first((await ask(search, office.actor, {})).items);
  const other = (await ask(search, admin.actor, { kind: "silent" })).items[0];
  expect(await refused(acknowledge, office.actor, { id: other?.id, note: "Seen" })).toMatchObject({ status: 404 });
  expect(await refused(read, office.actor, { id: other?.id })).toMatchObject({ status: 404 });
  expect(await refused(acknowledge, office.actor, { id: own.id, note: " " })).toMatchObject({ status: 422 });
  const answer = await withFixedTime(NOW, () =>
    ask(acknowledge, office.actor, { id: own.id, note: "A test account." }),
  );
  expect(answer).toMatchObject({
    ...{ id: own.id, closedAt: null, note: "A test account.", acknowledgedBy: office.username },
    acknowledgedAt: "2026-03-02T13:00:00.000-05:00",
  });
  expect(await due(admin.actor)).toMatchObject({ count: 1 });
  const rows = await writeTransaction(() =>
    AuditRow.findAll({ where: { record: "signal", recordId: String(own.id) } }),
  );
  expect(rows.map(({ after }) => after)).toEqual([{ note: "A test account." }]);
});

test("open signals are mailed once a day to those who want these mails [SIGNAL-10]", async () => {
  const { office, admin, sup } = await twoSignals();
  await db.run`UPDATE offices SET man_email = 'man@example.org' WHERE id = ${office.id}`;
  for (const { accountId, username } of [admin, sup])
    await db.run`UPDATE admins SET email = ${`${username}@example.org`} WHERE account_id = ${accountId}`;
  await db.run`UPDATE accounts SET muted_mails = '{signals}' WHERE id = ${sup.accountId}`;
  const mail = (hours: number) => writeTransaction(() => mailOpen(after(hours)));
  await mail(-6);
  expect(await waitingMailsTo("man@example.org")).toEqual([]);
  await mail(0);
  await mail(1);
  expect(await waitingMailsTo("man@example.org")).toEqual([expect.stringMatching(/About instant[^]*Less/)]);
  const [all] = await waitingMailsTo(`${admin.username}@example.org`);
  expect(all).toMatch(/About silent/);
  expect(all).toMatch(/About instant/);
  expect(await waitingMailsTo(`${sup.username}@example.org`)).toEqual([]);
  await mail(24);
  expect(await waitingMailsTo("man@example.org")).toHaveLength(2);
});
