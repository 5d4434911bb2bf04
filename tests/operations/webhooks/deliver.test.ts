import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "~models";
import { overrideConfig } from "../../../server/kernel/process/config";
import { inNewTransaction, writeTransaction } from "../../../server/kernel/database/transactions";
import { ANNOUNCE } from "../../../server/trade/outbox/announced";
import { currentClient } from "../../../server/kernel/database/transactions";
import { seal } from "../../../server/kernel/process/secrets";
import {
  claim,
  deleteOldDeliveries,
  deliverTo,
  secretContext,
  startDelivering,
  webhookEvents,
} from "../../../server/webhooks";
import { aClick, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { atEveryStatement } from "../../tracking/cut";
import { first } from "../../world/first";
import { db } from "../../world/db";
import { waitingMailsTo } from "../../world/waiting-mails";
import { anEndpoint, aReceiver, ok, SECRET, signaturesIn } from "./world";

let receiver: Awaited<ReturnType<typeof aReceiver>>;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
});
beforeEach(async () => {
  overrideConfig({ WEBHOOK_PRIVATE: true });
  receiver = await aReceiver();
});
afterEach(async () => {
  await receiver.close();
  await writeTransaction(() => WebhookEndpoint.destroy({ where: {} }));
});
afterAll(() => overrideConfig({ WEBHOOK_PRIVATE: false }));

/** Announces an event for each number, for endpoints of the network. */
const announce = (...numbers: number[]) =>
  writeTransaction(async () => {
    const events = numbers.map((n, i) => ({ position: i, event: "price.changed", company_id: null, data: { n } }));
    await currentClient().query({ ...ANNOUNCE, values: [JSON.stringify(events)] });
  });

/** Sends what is due now, as one process would. */
async function deliver(): Promise<void> {
  for (const { id, lease } of await claim(10)) await deliverTo(id, lease);
}

/** Makes a failed endpoint due at once. */
const due = () => writeTransaction(() => WebhookEndpoint.update({ nextTryAt: null }, { where: {} }));
const read = (id: number) => writeTransaction(() => WebhookEndpoint.findByPk(id, { rejectOnEmpty: true }));
const deliveries = () => writeTransaction(() => WebhookDelivery.findAll({ order: ["id"] }));
const attempts = () => writeTransaction(() => WebhookAttempt.findAll({ order: ["id"] }));
const numbers = () => receiver.received.map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n);

test("events arrive in their order, signed in both ways, and are then delivered [HOOK-01]", async () => {
  await anEndpoint({ url: receiver.url });
  await announce(1, 2, 3);
  await deliver();
  expect(numbers()).toEqual([1, 2, 3]);
  const { method, headers, body } = first(receiver.received);
  expect([method, headers["content-type"]]).toEqual(["POST", "application/json"]);
  const { standard, time, own } = signaturesIn(headers["webhook-signature"]);
  expect(own).toEqual([createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex")]);
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const id = String(headers["webhook-id"]);
  expect(standard).toEqual([createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")]);
  expect(headers["webhook-timestamp"]).toBe(time);
  const [delivery] = await deliveries();
  expect(JSON.parse(body)).toMatchObject({ id: `evt_${delivery?.id}`, type: "price.changed", data: { n: 1 } });
  expect(headers["webhook-id"]).toBe(`evt_${delivery?.id}`);
  expect((await deliveries()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  expect((await attempts()).map(({ status, error }) => [status, error])).toEqual(Array(3).fill([204, null]));
  await deliver();
  expect(receiver.received).toHaveLength(3);
});

test("a failed event holds the later ones back and is sent again, the same bytes, before them", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  await announce(1, 2, 3);
  receiver.reply = ({ body }, res) => res.writeHead(body.includes('"n":2') ? 500 : 200).end("sorry");
  await deliver();
  expect(numbers()).toEqual([1, 2]);
  const failing = await read(id);
  expect([failing.tries, failing.failingSince, failing.leasedUntil]).toEqual([1, expect.any(Date), null]);
  expect(failing.nextTryAt!.getTime()).toBeGreaterThan(failing.failingSince!.getTime());
  await deliver();
  expect(numbers()).toEqual([1, 2]);
  await due();
  receiver.reply = ok;
  await deliver();
  expect(numbers()).toEqual([1, 2, 2, 3]);
  expect(receiver.received[2]?.body).toBe(receiver.received[1]?.body);
  const working = await read(id);
  expect([working.tries, working.failingSince, working.nextTryAt]).toEqual([0, null, null]);
  expect((await attempts()).map(({ status, answer }) => [status, answer])).toContainEqual([500, "sorry"]);
});

test("after three days of failures an endpoint is disabled, by mail to its manager, and keeps its events", async () => {
  const office = await anOffice();
  await db.run`UPDATE offices SET man_email = 'manager@example.org' WHERE id = ${office.id}`;
  const { id } = await anEndpoint({ url: receiver.url, companyId: office.id, name: "CRM" });
  await writeTransaction(() => WebhookDelivery.create({ endpointId: id, event: "price.changed", data: { n: 1 } }));
  receiver.reply = (_, res) => res.writeHead(410).end();
  const failed = (since: string) => db.run`UPDATE webhook_endpoints SET failing_since = now() - ${since}::interval`;
  await failed("2 days 23 hours");
  await deliver();
  expect((await read(id)).enabled).toBe(true);
  await failed("3 days 1 minute");
  await due();
  await deliver();
  const disabled = await read(id);
  expect([disabled.enabled, disabled.disabledAt]).toEqual([false, expect.any(Date)]);
  expect((await deliveries()).map(({ state }) => state)).toEqual(["waiting"]);
  await due();
  await deliver();
  expect(receiver.received).toHaveLength(2);
  const mails = await waitingMailsTo("manager@example.org");
  expect(mails).toEqual([expect.stringContaining("CRM")]);
});

test("two processes send each event once, and one takes over from a process that ended", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  await announce(...Array.from({ length: 30 }, (_, i) => i));
  const stops = [startDelivering(5), startDelivering(5)];
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(30);
  for (const stop of stops) await stop();
  expect(numbers()).toEqual(Array.from({ length: 30 }, (_, i) => i));
  await announce(30);
  const [ended] = await claim(10);
  expect(ended?.id).toBe(id);
  expect(await claim(10)).toEqual([]);
  await db.run`UPDATE webhook_endpoints SET leased_until = now() - interval '1 ms'`;
  await deliver();
  expect(numbers().at(-1)).toBe(30);
});

test("an event that is committed late is sent before those that took later IDs", async () => {
  await anEndpoint({ url: receiver.url });
  let release = () => {};
  const held = new Promise<void>((go) => (release = go));
  let began = () => {};
  const inProgress = new Promise<void>((go) => (began = go));
  const slow = inNewTransaction(async () => {
    const events = [{ position: 1, event: "price.changed", company_id: null, data: { n: 1 } }];
    await currentClient().query({ ...ANNOUNCE, values: [JSON.stringify(events)] });
    began();
    await held;
  });
  await inProgress;
  await announce(2);
  await deliver();
  expect(numbers()).toEqual([]);
  release();
  await slow;
  await deliver();
  expect(numbers()).toEqual([1, 2]);
});

test("redirects are not followed, and long answers are read up to a limit", async () => {
  await anEndpoint({ url: receiver.url });
  await announce(1);
  receiver.reply = (_, res) => res.writeHead(302, { Location: `${receiver.url}/elsewhere` }).end();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect(first(await attempts())).toMatchObject({ status: 302, error: "Redirects are not followed." });
  let sent = 0;
  receiver.reply = (_, res) => {
    res.writeHead(200);
    const more = () => {
      if (res.destroyed) return;
      sent += 16 * 1024;
      res.write("x".repeat(16 * 1024), () => setImmediate(more));
    };
    more();
  };
  await due();
  await deliver();
  expect((await attempts()).at(-1)).toMatchObject({ status: 200, answer: "x".repeat(2_000) });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("an endpoint that does not answer fails after five seconds", { timeout: 30_000 }, async () => {
  await anEndpoint({ url: receiver.url });
  await announce(1);
  receiver.reply = () => {};
  await deliver();
  expect(first(await attempts())).toMatchObject({ status: null, error: "No complete answer within 5 seconds." });
});

const NOT_PUBLIC = "This host is not public.";

test("a name that does not exist fails like one of the internal network, and a low port is not called", async () => {
  overrideConfig({ WEBHOOK_PRIVATE: false });
  // A label of 64 characters exists nowhere, and no name server is asked.
  for (const host of [`${"x".repeat(64)}.example.org`, "localhost", "93.184.215.14:22"]) {
    await anEndpoint({ url: `https://${host}/hook` });
  }
  await announce(1);
  await deliver();
  const errors = (await attempts()).map(({ error }) => error).sort();
  expect(errors).toEqual(["Please use port 443, 8443 or one above 1023.", NOT_PUBLIC, NOT_PUBLIC]);
});

test("without WEBHOOK_PRIVATE neither http nor a host with a private address is called", async () => {
  overrideConfig({ WEBHOOK_PRIVATE: false });
  const secured = receiver.url.replace("http:", "https:");
  await anEndpoint({ url: receiver.url });
  await anEndpoint({ url: secured });
  await anEndpoint({ url: secured.replace("127.0.0.1", "localhost") });
  await announce(1);
  await deliver();
  expect(receiver.received).toEqual([]);
  const errors = (await attempts()).map(({ error }) => error).sort();
  expect(errors).toEqual(["Only https addresses are called.", NOT_PUBLIC, NOT_PUBLIC]);
});

test("for a day after a rotation, both secrets sign", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  const rotate = (rotatedAt: Date) =>
    writeTransaction(() => {
      const values = { previousSecret: seal("whsec_before", secretContext(id)), rotatedAt };
      return WebhookEndpoint.update(values, { where: { id } });
    });
  await rotate(new Date());
  await announce(1);
  await deliver();
  const { headers, body } = first(receiver.received);
  const { standard, time, own } = signaturesIn(headers["webhook-signature"]);
  const hashOf = (secret: string) => createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  expect(own).toEqual([hashOf(SECRET), hashOf("whsec_before")]);
  expect(standard).toHaveLength(2);
  await rotate(new Date(Date.now() - 25 * 60 * 60 * 1000));
  await announce(2);
  await deliver();
  expect(signaturesIn(receiver.received[1]?.headers["webhook-signature"]).own).toHaveLength(1);
});

test("a test is sent before events that wait, once, and does not count as a failure of the endpoint", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  await announce(1);
  await writeTransaction(() => WebhookDelivery.create({ endpointId: id, event: "test", data: {} }));
  receiver.reply = ({ body }, res) => res.writeHead(body.includes('"test"') ? 500 : 200).end();
  await deliver();
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    "test",
    "price.changed",
  ]);
  expect((await deliveries()).map(({ state }) => state)).toEqual(["delivered", "failed"]);
  expect((await read(id)).failingSince).toBeNull();
});

test("a test of an event has its example data and a mark, in a postback the values of the macros [HOOK-03]", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  const url = `${receiver.url}?s={status}&p={payout}&o={sale_id}&e={earning}&x={reverses}`;
  const postback = await anEndpoint({ url, format: "postback", events: ["sale.accepted"] });
  await writeTransaction(async () => {
    const sample = { of: "sale.reversed", network: true };
    await WebhookDelivery.create({ endpointId: id, event: "test", data: sample });
    await WebhookDelivery.create({ endpointId: postback.id, event: "test", data: { of: "sale.reversed" } });
  });
  await deliver();
  const posted = receiver.received.find(({ method }) => method === "POST");
  const { type, ...body } = JSON.parse(posted?.body ?? "") as { type: string; data: unknown };
  expect([type, body]).toEqual(["sale.reversed", expect.objectContaining({ test: true })]);
  const described = webhookEvents.find(({ event }) => event === "sale.reversed");
  expect(described?.body.shape.data.strict().safeParse(body.data)).toMatchObject({ success: true });
  expect(body.data).toMatchObject({ payout: "-500.00", earning: "-22.29" });
  expect(receiver.received.find(({ method }) => method === "GET")?.path).toBe(
    "/hook?s=reversed&p=-500.00&o=903&e=&x=902",
  );
});

test("the pause that a receiver asks for is kept, an hour at most [HOOK-02]", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  await announce(1);
  let asked = "";
  receiver.reply = (_, res) => res.writeHead(429, { "Retry-After": asked }).end();
  const pauseAfter = async (header: string) => {
    asked = header;
    await due();
    await writeTransaction(() => WebhookEndpoint.update({ tries: 0 }, { where: {} }));
    await deliver();
    const rows = await db.rows<{ seconds: number }>`
      SELECT extract(epoch FROM next_try_at - now())::float AS seconds FROM webhook_endpoints WHERE id = ${id}`;
    return first(rows).seconds;
  };
  const [short, asks, date, long] = [
    await pauseAfter("1"),
    await pauseAfter("90"),
    await pauseAfter(new Date(Date.now() + 300_000).toUTCString()),
    await pauseAfter("86400"),
  ];
  expect(short).toBeLessThanOrEqual(5);
  expect([asks > 30 && asks <= 90, date > 120 && date <= 301, long > 3_000 && long <= 3_600]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await pauseAfter("soon")).toBeLessThanOrEqual(5);
});

test("a tracker gets sales and reversals as GETs with the values of their macros [HOOK-04, HOOK-05]", async () => {
  await aSuperadmin();
  const agent = await anAgent({ username: "ann" });
  const site = await aSite({});
  const type = first(site.types);
  const { id: clickId } = await aClick({ agent, type, at: new Date() });
  await db.run`UPDATE clicks SET subs = '{"sub1": "a b&c"}' WHERE id = ${clickId}::uuid`;
  const url = `${receiver.url}?c={click_id}&s=%7Bsub1%7D&x={sub2}&p=%7bpayout%7d&a={agent}&t={txid}&st={status}`;
  const { id } = await anEndpoint({ url, format: "postback", events: ["sale.accepted"] });
  const data = { clickId, txid: "order 1", event: "sale", payout: "10.00", geo: "US", agentId: agent.id };
  const more = { siteId: type.siteId, typeId: type.id, occurredAt: "2026-11-20T00:00:00Z" };
  await writeTransaction(async () => {
    await WebhookDelivery.create({ endpointId: id, event: "sale.accepted", data: { ...data, ...more } });
    const reversed = { ...data, ...more, payout: "-10.00" };
    await WebhookDelivery.create({ endpointId: id, event: "sale.reversed", data: reversed });
  });
  await deliver();
  const start = `/hook?c=${clickId}&s=a%20b%26c&x=`;
  expect(receiver.received.map(({ method, path: target }) => [method, target])).toEqual([
    ["GET", `${start}&p=10.00&a=ann&t=order%201&st=approved`],
    ["GET", `${start}&p=-10.00&a=ann&t=order%201&st=reversed`],
  ]);
  // The names are stored with the event, so that its body stays the same when somebody is renamed.
  expect(first(await deliveries()).data).toMatchObject({
    agent: "ann",
    sitename: site.sitename,
    subs: { sub1: "a b&c" },
  });
});

test("deliveries are deleted after 30 days, with their attempts", async () => {
  await anEndpoint({ url: receiver.url });
  await announce(1, 2);
  await deliver();
  const [old, recent] = await deliveries();
  const age = (id: number | undefined, days: number) =>
    db.run`UPDATE webhook_deliveries SET created_at = now() - ${days} * interval '1 day' WHERE id = ${id ?? 0}`;
  await age(old?.id, 31);
  await age(recent?.id, 29);
  await deleteOldDeliveries();
  expect((await deliveries()).map(({ id }) => id)).toEqual([recent?.id]);
  expect((await attempts()).map(({ deliveryId }) => deliveryId)).toEqual([recent?.id]);
});

test("a new address takes effect for the next event, also among events that were read together", async () => {
  const { id } = await anEndpoint({ url: receiver.url });
  await announce(1, 2, 3);
  receiver.reply = (received, res) => {
    const change = async () => {
      const endpoint = await read(id);
      if (received.path === "/hook") await writeTransaction(() => endpoint.update({ url: `${receiver.url}/new` }));
      ok(received, res);
    };
    void change();
  };
  await deliver();
  expect(receiver.received.map(({ path: target }) => target)).toEqual(["/hook", "/hook/new", "/hook/new"]);
});

test("a connection lost at any statement loses no event, reorders none and sends at most one again", async () => {
  await anEndpoint({ url: receiver.url });
  let last = 0;
  const two = () => announce(++last, ++last);
  await two();
  const cuts = await atEveryStatement(deliver, async () => {
    await writeTransaction(() => WebhookEndpoint.update({ leasedUntil: null, nextTryAt: null }, { where: {} }));
    await deliver();
    const sent = numbers();
    expect([...new Set(sent)]).toEqual(Array.from({ length: last }, (_, i) => i + 1));
    expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(1);
    expect(sent).toEqual([...sent].sort((one, other) => one - other));
    expect((await deliveries()).filter(({ state }) => state !== "delivered")).toEqual([]);
    receiver.received.length = 0;
    await writeTransaction(() => WebhookDelivery.destroy({ where: {} }));
    last = 0;
    await two();
  });
  expect(cuts.some((cut) => cut.includes("WITH settled AS"))).toBe(true);
  expect(cuts.length).toBeGreaterThan(20);
});
