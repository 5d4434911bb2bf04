import { describe, expect } from "vitest";
import { WebhookEndpoint } from "~models";
import { sql } from "../../../server/kernel/database/sql";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import type { AnyOperation } from "../../../server/kernel/operation/operation";
import { withFixedTime } from "../../../server/kernel/time/now";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { hasPlausibleChecksum, unseal } from "../../../server/kernel/process/secrets";
import {
  choices,
  create,
  deliveries,
  read,
  remove,
  rotateSecret,
  search,
  secretContext,
  sendAgain,
  test as sendTest,
  update,
} from "../../../server/webhooks";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";

const NOBODYS = 2_147_483_647;
const URL = "https://example.org/hook";
const fields = (given: object = {}) => ({ name: "CRM", url: URL, events: ["sale.accepted"], ...given });
const stored = async (id: number): Promise<WebhookEndpoint> => (await WebhookEndpoint.findByPk(id))!;
const opened = ({ id }: { id: number }, sealed: Buffer | null) => unseal(sealed!, secretContext(id)).toString();
const waiting = (id: number) =>
  queryRows<{ event: string; state: string }>(
    sql`SELECT event, state FROM webhook_deliveries WHERE endpoint_id = ${id} ORDER BY id`,
  );

describe("creating", () => {
  test("the secret is answered once, stored sealed and in no log", async () => {
    const { actor } = await aSuperadmin();
    const made = await withFixedTime("2026-03-01T17:00:00Z", () =>
      ask(create, actor, fields({ events: ["price.changed", "sale.accepted", "price.changed"] })),
    );
    expect(made).toEqual({
      ...{ id: made.id, companyId: null, agentId: null, officeName: null, format: "signed", name: "CRM", url: URL },
      ...{ events: ["sale.accepted", "price.changed"], enabled: true, state: "working", failingSince: null },
      ...{ disabledAt: null, disabledReason: null, nextTryAt: null, lastDeliveryAt: null, rotatedAt: null },
      ...{ createdAt: "2026-03-01T12:00:00.000-05:00", createdBy: actor.username, version: 1, secret: made.secret },
    });
    expect(made.secret).toMatch(/^whsec_[0-9a-f]{72}$/);
    expect(hasPlausibleChecksum(made.secret ?? "", "whsec_")).toBe(true);
    const row = await stored(made.id);
    expect(opened(row, row.secret)).toBe(made.secret);
    const { secret: _, ...shown } = made;
    expect(await ask(read, actor, { id: made.id })).toEqual(shown);
    await ask(rotateSecret, actor, { id: made.id });
    const found = await queryOne<{ n: number; all: number }>(sql`
        SELECT count(*) FILTER (WHERE concat(before, after) LIKE '%whsec_%' OR concat(before, after) LIKE '%secret%') AS n,
          count(*) AS all
        FROM audit WHERE record = 'webhookEndpoint' AND record_id = ${String(made.id)}`);
    expect(found).toEqual({ n: 0, all: 2 });
  });

  test("an endpoint of a manager belongs to their office, whatever they send; a superadmin chooses", async () => {
    const [own, other] = [await anOffice(), await anOffice()];
    const { actor } = await aSuperadmin();
    for (const companyId of [undefined, null, other.id, NOBODYS]) {
      const made = await ask(create, own.actor, fields(companyId === undefined ? {} : { companyId }));
      expect(made).toMatchObject({ companyId: own.id, officeName: own.actor.officeName });
    }
    expect(await ask(create, actor, fields({ companyId: own.id }))).toMatchObject({ companyId: own.id });
    expect(await ask(create, actor, fields())).toMatchObject({ companyId: null });
    expect(await refused(create, actor, fields({ companyId: NOBODYS }))).toEqual({ status: 404 });
  });

  test("a postback receives accepted or reversed sales and has no secret; a signed endpoint needs an event [HOOK-05]", async () => {
    const { actor } = await anOffice();
    const url = "https://t.example.org/p?cid={click_id}&pay={payout}";
    const made = await ask(create, actor, { name: "Tracker", url, format: "postback", events: ["price.changed"] });
    expect(made).toMatchObject({ format: "postback", events: ["sale.accepted"], url, secret: null });
    expect(await refused(rotateSecret, actor, { id: made.id })).toEqual({ status: 409 });
    const both = ["sale.accepted", "sale.reversed"];
    expect(await ask(update, actor, { id: made.id, events: [...both, "agent.created"] })).toMatchObject({
      events: both,
    });
    expect(await ask(update, actor, { id: made.id, events: ["price.changed"] })).toMatchObject({
      events: ["sale.accepted"],
    });
    const none = { status: 422, data: { events: ["Please choose at least one event."] } };
    expect(await refused(create, actor, fields({ events: [] }))).toEqual(none);
    expect(await refused(create, actor, fields({ events: undefined }))).toEqual(none);
    const signed = await ask(create, actor, fields());
    expect(await refused(update, actor, { id: signed.id, events: [] })).toEqual(none);
    expect(await refused(create, actor, fields({ events: ["sale.lost"] }))).toMatchObject({ status: 422 });
    expect(await refused(create, actor, fields({ events: ["test"] }))).toMatchObject({ status: 422 });
  });

  test("an office has at most 20 endpoints", async () => {
    const { actor } = await anOffice();
    for (let i = 0; i < 20; i++) await ask(create, actor, fields());
    expect(await refused(create, actor, fields())).toEqual({ status: 409 });
    expect(await ask(create, (await anOffice()).actor, fields())).toMatchObject({ name: "CRM" });
  });
});

/** One text for all of them, so that none reveals which names exist. */
const NOT_PUBLIC = /^This host is not public\.$/;

const ADDRESSES: [url: string, message: RegExp][] = [
  ["http://example.org/hook", /https address/],
  ["ftp://example.org/", /https address/],
  ["example.org/hook", /https address/],
  ["javascript:alert(1)", /https address/],
  ["https://", /https address/],
  ["https://user@example.org/", /username or password/],
  ["https://user:secret@example.org/", /username or password/],
  ["https://example.org/#here", /#/],
  ["https://example.org/a b", /spaces/],
  ["https://example.org\\@localhost/", /backslashes/],
  ["https://localhost/", NOT_PUBLIC],
  ["https://localhost./", NOT_PUBLIC],
  ["https://crm.local/", NOT_PUBLIC],
  ["https://db.internal/", NOT_PUBLIC],
  ["https://intranet/", NOT_PUBLIC],
  ["https://127.0.0.1/", NOT_PUBLIC],
  ["https://169.254.169.254/latest/meta-data", NOT_PUBLIC],
  ["https://10.1.2.3/", NOT_PUBLIC],
  ["https://[::1]/", NOT_PUBLIC],
  ["https://[::ffff:7f00:1]/", NOT_PUBLIC],
  ["https://example.org:22/", /^Please use port 443, 8443 or one above 1023\.$/],
  ["https://example.org:80/", /^Please use port 443/],
  ["https://2130706433/", /plain name/],
  ["https://0x7f.1/", /plain name/],
  [`https://example.org/${"a".repeat(2_000)}`, /at most 2000 characters/],
];

describe("the address", () => {
  test.each(ADDRESSES)("%s is refused at its field", async (url, message) => {
    const { actor } = await anOffice();
    const { id } = await ask(create, actor, fields());
    const refusal = { status: 422, data: { url: [expect.stringMatching(message) as string] } };
    expect(await refused(create, actor, fields({ url }))).toEqual(refusal);
    expect(await refused(update, actor, { id, url })).toEqual(refusal);
  });

  test("may have port 443, 8443 or one above 1023", async () => {
    const { actor } = await anOffice();
    for (const url of ["https://example.org:443/a", "https://example.org:8443/", "https://example.org:1024/"]) {
      expect(await ask(create, actor, fields({ url }))).toMatchObject({ url });
    }
  });

  test("is in the audit without its path and query, which may be secret", async () => {
    const { actor } = await anOffice();
    const { id } = await ask(create, actor, fields({ url: "https://hooks.example.org/T0/SECRETPATH?key=SECRETKEY" }));
    await ask(update, actor, { id, url: "https://hooks.example.org/T0/OTHERSECRET" });
    await ask(remove, actor, { id });
    const rows = await queryRows<{ before: object | null; after: object | null }>(
      sql`SELECT before, after FROM audit WHERE record = 'webhookEndpoint' AND record_id = ${String(id)} ORDER BY id`,
    );
    expect(JSON.stringify(rows)).not.toContain("SECRET");
    const host = { url: "hooks.example.org" };
    expect(rows).toEqual([
      { before: null, after: expect.objectContaining(host) as object },
      { before: host, after: host },
      { before: expect.objectContaining(host) as object, after: null },
    ]);
  });

  test("of a postback may have macros in its path and query", async () => {
    const { actor } = await anOffice();
    const postback = (url: string) => fields({ url, format: "postback" });
    const { id } = await ask(create, actor, postback("https://t.example.org/{agent}?a={sub1}"));
    const message = (text: RegExp) => ({ status: 422, data: { url: [expect.stringMatching(text) as string] } });
    for (const [url, text] of [
      ["https://t.example.org/?a={clickid}", /^There is no macro \{clickid\}\. Allowed: \{click_id\}, /],
      ["https://t.example.org/?a=%7Bclickid%7D", /^There is no macro \{clickid\}\./],
      ["https://{site}.example.org/", /path and in the query only/],
      ["https://127.0.0.1/?a={txid}", NOT_PUBLIC],
    ] as const) {
      expect(await refused(create, actor, postback(url))).toEqual(message(text));
      expect(await refused(update, actor, { id, url })).toEqual(message(text));
    }
  });

  test("may be private and without TLS with WEBHOOK_PRIVATE=on only", async () => {
    const { actor } = await anOffice();
    expect(config().WEBHOOK_PRIVATE).toBe(false);
    overrideConfig({ WEBHOOK_PRIVATE: true });
    try {
      for (const url of ["http://127.0.0.1:8080/hook", "https://crm.local/", "http://[::1]/"]) {
        expect(await ask(create, actor, fields({ url }))).toMatchObject({ url });
      }
      expect(await refused(create, actor, fields({ url: "http://a:b@10.0.0.1/" }))).toMatchObject({ status: 422 });
      expect(await refused(create, actor, fields({ url: "ftp://10.0.0.1/" }))).toMatchObject({ status: 422 });
    } finally {
      overrideConfig({ WEBHOOK_PRIVATE: false });
    }
  });
});

test("managers see and change the endpoints of their office only; admins and agents none [ROLE-12, TRUST-13]", async () => {
  const { actor } = await aSuperadmin();
  const [own, other] = [await anOffice(), await anOffice()];
  const made = await ask(create, own.actor, fields({ name: "own" }));
  const others = await ask(create, other.actor, fields({ name: "other" }));
  const network = await ask(create, actor, fields({ name: "network" }));
  const namesFor = async (who: typeof actor) =>
    (await ask(search, who, { pageSize: 500 })).items.map(({ name }) => name);
  expect(await namesFor(own.actor)).toEqual(["own"]);
  expect(await namesFor(actor)).toEqual(["network", "other", "own"]);
  const { id: deliveryId } = await ask(sendTest, actor, { id: others.id });
  const acts: AnyOperation[] = [read, update, remove, rotateSecret, sendTest, deliveries];
  for (const id of [others.id, network.id, NOBODYS]) {
    for (const act of acts) expect(await refused(act, own.actor, { id }), act.name).toEqual({ status: 404 });
  }
  expect(await refused(sendAgain, own.actor, { id: deliveryId })).toEqual({ status: 404 });
  expect(await refused(sendAgain, own.actor, { id: Number.MAX_SAFE_INTEGER })).toEqual({ status: 404 });
  const admin = await anAdmin();
  for (const act of [...acts, sendAgain, search, choices])
    expect(await refused(act, admin.actor, { id: made.id }), act.name).toEqual({ status: 403 });
  expect(await refused(create, admin.actor, fields())).toEqual({ status: 403 });
  const agent = await anAgent({ office: own });
  for (const act of acts) expect(await refused(act, agent.actor, { id: made.id }), act.name).toEqual({ status: 404 });
  expect(await ask(search, agent.actor)).toMatchObject({ total: 0 });
  expect((await ask(choices, own.actor)).offices).toBeNull();
  expect((await ask(choices, actor)).offices).toContainEqual({ id: own.id, officeName: own.actor.officeName });
});

test("agents have postbacks of their own sales, five at most, which their office does not see [HOOK-06]", async () => {
  const [office, superadmin] = [await anOffice(), await aSuperadmin()];
  const { id: agentId, actor } = await anAgent({ office });
  const other = await anAgent({ office });
  const postback = (given: object = {}) =>
    fields({ format: "postback", url: "https://t.example.org/p?cid={sub1}&payout={payout}", ...given });
  const made = await ask(create, actor, postback({ companyId: NOBODYS }));
  expect(made).toMatchObject({ agentId, companyId: office.id, events: ["sale.accepted"], secret: null });
  expect(await refused(create, actor, fields())).toMatchObject({
    status: 422,
    data: { format: ["Agents can add postbacks only. Please choose postback."] },
  });
  const earning = postback({ url: "https://t.example.org/p?e={earning}" });
  expect(await refused(create, actor, earning)).toMatchObject({
    status: 422,
    data: { url: [expect.stringMatching(/no macro \{earning\}/)] },
  });
  for (const who of [office.actor, other.actor]) {
    expect(await refused(read, who, { id: made.id })).toEqual({ status: 404 });
    expect(await refused(remove, who, { id: made.id })).toEqual({ status: 404 });
    expect((await ask(search, who)).total).toBe(0);
  }
  expect(await ask(read, superadmin.actor, { id: made.id })).toMatchObject({ agentId });
  const events = ["sale.accepted", "sale.reversed"];
  expect(await ask(choices, actor)).toMatchObject({ postbacksOnly: true, events, offices: null });
  for (let i = 1; i < 5; i++) await ask(create, actor, postback());
  expect(await refused(create, actor, postback())).toEqual({ status: 409 });
  expect(await ask(create, office.actor, fields())).toMatchObject({ agentId: null });
});

test("the address of each tracker is allowed for agents [HOOK-06]", async () => {
  const { actor } = await anAgent();
  const { trackers } = await ask(choices, actor);
  expect(trackers.map(({ name }) => name)).toEqual(["Voluum", "RedTrack", "Binom", "Keitaro"]);
  for (const { name, url } of trackers)
    await ask(create, actor, { name, url: url.replace("YOUR-DOMAIN", "t.example.org"), format: "postback" });
});

test("a save keeps what it leaves out, and one from an outdated version is refused with the present state", async () => {
  const { actor } = await anOffice();
  const { id } = await ask(create, actor, fields());
  const saved = await ask(update, actor, { id, name: "Books", version: 1 });
  expect(saved).toMatchObject({ name: "Books", url: URL, events: ["sale.accepted"], enabled: true, version: 2 });
  expect(await refused(update, actor, { id, name: "Late", version: 1 })).toEqual({
    ...{ status: 409, data: { current: saved } },
  });
  expect(await ask(update, actor, { id, enabled: false })).toMatchObject({ state: "off", enabled: false });
});

test("enabling an endpoint that the server disabled clears its failures", async () => {
  const { actor } = await anOffice();
  const { id } = await ask(create, actor, fields());
  const at = new Date("2026-03-01T12:00:00Z");
  await WebhookEndpoint.update({ failingSince: at, tries: 7, nextTryAt: at }, { where: { id } });
  expect(await ask(read, actor, { id })).toMatchObject({
    ...{ state: "failing", failingSince: "2026-03-01T07:00:00.000-05:00" },
  });
  await WebhookEndpoint.update({ enabled: false, disabledAt: at }, { where: { id } });
  expect(await ask(update, actor, { id, name: "Books", enabled: false })).toMatchObject({ state: "disabled" });
  expect(await ask(update, actor, { id, enabled: true })).toMatchObject({
    ...{ state: "working", disabledAt: null, failingSince: null, nextTryAt: null, enabled: true },
  });
  expect((await stored(id)).tries).toBe(0);
});

test("after a rotation the previous secret is kept with the time; the next rotation replaces it", async () => {
  const { actor } = await anOffice();
  const made = await ask(create, actor, fields());
  const first = await withFixedTime("2026-03-01T17:00:00Z", () => ask(rotateSecret, actor, { id: made.id }));
  expect(first).toEqual({ id: made.id, secret: first.secret, rotatedAt: "2026-03-01T12:00:00.000-05:00" });
  let row = await stored(made.id);
  expect([opened(row, row.secret), opened(row, row.previousSecret)]).toEqual([first.secret, made.secret]);
  const second = await ask(rotateSecret, actor, { id: made.id });
  row = await stored(made.id);
  expect([opened(row, row.secret), opened(row, row.previousSecret)]).toEqual([second.secret, first.secret]);
  expect(new Set([made.secret, first.secret, second.secret]).size).toBe(3);
});

test("a deleted endpoint takes its events with it", async () => {
  const { actor } = await anOffice();
  const { id } = await ask(create, actor, fields());
  await ask(sendTest, actor, { id });
  expect(await ask(remove, actor, { id })).toEqual({ deleted: 1 });
  expect(await waiting(id)).toEqual([]);
  expect(await refused(read, actor, { id })).toEqual({ status: 404 });
});

test("a test waits at once, one at a time, and not for a disabled endpoint", async () => {
  const { actor } = await anOffice();
  const { id } = await ask(create, actor, fields());
  await WebhookEndpoint.update({ nextTryAt: new Date("2099-01-01T00:00:00Z") }, { where: { id } });
  await ask(sendTest, actor, { id });
  expect(await waiting(id)).toEqual([{ event: "test", state: "waiting" }]);
  expect(await ask(read, actor, { id })).toMatchObject({ nextTryAt: null, version: 1 });
  expect(await refused(sendTest, actor, { id })).toEqual({ status: 409 });
  await ask(update, actor, { id, enabled: false });
  expect(await refused(sendTest, actor, { id })).toEqual({ status: 409 });
  expect(await waiting(id)).toHaveLength(1);
});

test("a test takes any event, that of a postback only sales [HOOK-03]", async () => {
  const { actor } = await anOffice();
  const { id } = await ask(create, actor, fields());
  await ask(sendTest, actor, { id, event: "agent.created" });
  const { items } = await ask(deliveries, actor, { id });
  expect(JSON.parse(items[0]?.body ?? "")).toMatchObject({
    type: "agent.created",
    test: true,
    data: { username: "iulham" },
  });
  const unknown = await refused(sendTest, actor, { id, event: "agent.lost" });
  expect(unknown).toMatchObject({ status: 422, data: { event: expect.anything() as unknown } });
  const postback = await ask(create, actor, fields({ format: "postback" }));
  const refusal = { status: 422, data: { event: ["A postback is sent for sales only."] } };
  expect(await refused(sendTest, actor, { id: postback.id, event: "agent.created" })).toEqual(refusal);
  await ask(sendTest, actor, { id: postback.id, event: "sale.reversed" });
});
