import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyedHash } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { anOffice, aPrice } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import {
  ago,
  aSecret,
  aShop,
  change,
  countStored,
  DAY,
  eventsOf,
  lastStored,
  MINUTE,
  openPostbacks,
  read,
} from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());

const RECEIPT = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const refusal = (reason: string, field?: string) => ({
  ...{ verdict: "refused", id: null, duplicate: false, reason, requestId: RECEIPT },
  ...(field ? { field } : {}),
  detail: expect.stringMatching(/^[A-Z].*\.$/) as unknown,
});

type Delta = { events: number; sales: number; bonus_sales: number; payout: string; bonus_payout: string };
const deltasOf = (agent: { id: number }) =>
  read<Delta>(sql`
    SELECT sum(events)::int AS events, sum(sales)::int AS sales, sum(bonus_sales)::int AS bonus_sales, sum(payout) AS payout,
      sum(bonus_payout) AS bonus_payout FROM stats_delta WHERE agent_id = ${agent.id}`);

test("query, form and JSON are equivalent, and an accepted sale is stored with its price and measures [POST-01] [POST-02]", async () => {
  const { agent, secret, click, site: shop } = await aShop();
  const ways = [site.get, site.form, site.json];
  for (const [i, send] of ways.entries()) {
    const params = { clickid: (await click()).id, event: "sale", txid: `t${i}`, email: "a+b@example.org", secret };
    const { status, body } = await send(params);
    expect(status).toBe(200);
    const event = (await eventsOf(agent)).at(-1);
    expect(body).toEqual({ verdict: "accepted", id: event?.id, duplicate: false });
    expect(event).toMatchObject({ event: 0, sign: 1, payout: "500.00", earning: "20.00", lpp: 1, txid: `t${i}` });
    expect(event).toMatchObject({ email: "a+b@example.org", agent_id: agent.id, company_id: agent.companyId });
    expect(await lastStored()).toMatchObject({
      verdict: "accepted",
      event_id: event?.id,
      site_id: shop.id,
      agent_id: agent.id,
      params: { ...params, secret: "***" },
    });
  }
  expect(await deltasOf(agent)).toMatchObject([{ events: 3, sales: 3, bonus_sales: 0, payout: "1500.00" }]);
});

test("events have a name and a number, and the site's own click has no money and no measures [POST-04]", async () => {
  const { agent, secret, click } = await aShop();
  for (const event of ["sale", "0", "bonus", "1", "click", "2"]) {
    const { body } = await site.get({ clickid: (await click()).id, event, secret });
    expect(body.verdict).toBe("accepted");
  }
  expect((await site.json({ clickid: (await click()).id, event: 2, secret })).body.verdict).toBe("accepted");
  const events = await eventsOf(agent);
  expect(events.map(({ event }) => event)).toEqual([0, 0, 1, 1, 2, 2, 2]);
  expect(events.at(-1)).toMatchObject({ payout: "0.00", earning: "0.00", lpp: 0, price_source: "none" });
  expect(await deltasOf(agent)).toMatchObject([{ events: 4, sales: 2, bonus_sales: 2, bonus_payout: "500.00" }]);
});

test("a bonus is only for types that pay one [POST-03]", async () => {
  const { agent, secret, click } = await aShop({ types: [{ bonus: false }] });
  const { status, body } = await site.get({ clickid: (await click()).id, event: "bonus", secret });
  expect([status, body]).toEqual([409, refusal("bonus_not_enabled", "event")]);
  expect(await eventsOf(agent)).toEqual([]);
  expect(await lastStored()).toMatchObject({ verdict: "refused", reason: "bonus_not_enabled", agent_id: agent.id });
});

test("without the secret of the click's site nothing is revealed and nothing is priced [POST-05]", async () => {
  const { agent, click } = await aShop();
  const foreign = await aShop();
  const clickid = (await click()).id;
  for (const secret of ["wrong", "", foreign.secret, foreign.secret.toUpperCase()]) {
    for (const id of [clickid, secret === foreign.secret ? clickid : randomUUID()]) {
      const { status, body } = await site.form({ clickid: id, event: "sale", txid: "x", secret });
      expect([status, body]).toEqual([401, refusal("bad_secret", "secret")]);
      expect(await lastStored()).toMatchObject({ verdict: "refused", reason: "bad_secret", agent_id: null });
    }
  }
  const { status, body } = await site.get({ clickid, event: "nonsense" });
  expect([status, body.reason]).toEqual([401, "bad_secret"]);
  expect(await eventsOf(agent)).toEqual([]);
});

test("two secrets can be active, a revoked one stops at once, and none is stored in plain text [POST-06]", async () => {
  const { secret, click, site: shop } = await aShop();
  const second = await aSecret(shop.id);
  const post = async (by: string) =>
    (await site.get({ clickid: (await click()).id, event: "sale", secret: by, note: by })).status;
  expect([await post(secret), await post(second)]).toEqual([200, 200]);
  await change(sql`UPDATE site_secrets SET revoked_at = now() WHERE hash = ${keyedHash("site-secret", secret)}`);
  expect([await post(secret), await post(second)]).toEqual([401, 200]);
  const used = await read<{ n: number }>(
    sql`SELECT count(last_used_at) AS n FROM site_secrets WHERE site_id = ${shop.id}`,
  );
  expect(first(used).n).toBe(2);
  for (const one of [secret, second]) {
    const kept = await read(sql`SELECT id FROM postbacks WHERE params::text LIKE ${`%${one}%`}`);
    expect(kept).toEqual([]);
  }
});

test("a list of addresses takes effect as soon as it has an entry [POST-07]", async () => {
  const { secret, click, site: shop } = await aShop();
  const from = async (address: string) => {
    const { status, body } = await site.get(
      { clickid: (await click()).id, event: "sale", secret },
      { "x-test-address": address },
    );
    return [status, body.reason ?? body.verdict];
  };
  expect(await from("198.51.100.1")).toEqual([200, "accepted"]);
  await change(sql`UPDATE sites SET allowed_addresses = '{198.51.100.0/24,2001:db8::/32}' WHERE id = ${shop.id}`);
  expect(await from("198.51.100.1")).toEqual([200, "accepted"]);
  expect(await from("2001:db8::7")).toEqual([200, "accepted"]);
  expect(await from("203.0.113.1")).toEqual([403, "ip_denied"]);
  expect(await from("unknown")).toEqual([403, "ip_denied"]);
  await change(sql`UPDATE sites SET allowed_addresses = '{0.0.0.0/0,::/0}' WHERE id = ${shop.id}`);
  expect(await from("unknown")).toEqual([403, "ip_denied"]);
  expect(await lastStored()).toMatchObject({ verdict: "refused", reason: "ip_denied", site_id: shop.id });
});

test("a repeated sale gets the first one's id, whatever else has changed [POST-08] [POST-09]", async () => {
  const { agent, secret, click } = await aShop();
  const [one, other] = [await click(), await click()];
  const sale = await site.get({ clickid: one.id, event: "sale", txid: "same", secret });
  const again = await site.get({ clickid: other.id, event: "0", txid: "same", secret, geo: "DE" });
  expect([again.status, again.body]).toMatchObject([200, { verdict: "duplicate", id: sale.body.id, duplicate: true }]);
  const plain = await site.get({ clickid: one.id, event: "sale", secret });
  expect(plain.body).toMatchObject({ verdict: "accepted", duplicate: false });
  await change(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
  expect((await site.get({ clickid: one.id, event: "sale", secret })).body).toEqual({
    verdict: "duplicate",
    id: plain.body.id,
    duplicate: true,
  });
  expect(await lastStored()).toMatchObject({ verdict: "duplicate", event_id: plain.body.id });
  expect(await eventsOf(agent)).toHaveLength(2);
  expect(await deltasOf(agent)).toMatchObject([{ events: 2, sales: 2 }]);
});

test("a reversal finds its original by txid, else by click and event, and reverses it once [POST-10] [POST-12]", async () => {
  const { agent, secret, click, type } = await aShop();
  const clickid = (await click()).id;
  const sale = await site.get({ clickid, event: "sale", txid: "a", secret });
  await aPrice({ type, payout: 900, since: ago(0) });
  await change(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
  const reversal = await site.get({ clickid: randomUUID(), event: "sale", txid: "a", status: "reversed", secret });
  expect([reversal.status, reversal.body.verdict]).toEqual([200, "accepted"]);
  const events = await eventsOf(agent);
  expect(events.at(-1)).toMatchObject({
    sign: -1,
    payout: "-500.00",
    lpp: -1,
    reverses: sale.body.id,
    id: reversal.body.id,
  });
  // Identified differently it is the same reversal, and the sale is not restored.
  const byClick = await site.get({ clickid, event: "sale", status: "reversed", secret });
  expect(byClick.body).toEqual({ verdict: "duplicate", id: reversal.body.id, duplicate: true });
  const approved = await site.get({ clickid, event: "sale", txid: "a", secret });
  expect(approved.body).toMatchObject({ verdict: "duplicate", id: sale.body.id, duplicate: true });
  expect(approved.body.detail).toContain("It stays reversed");
  expect(await eventsOf(agent)).toEqual(events);
  expect(await deltasOf(agent)).toMatchObject([{ events: 2, sales: 0, payout: "0.00" }]);
});

test("test=1 returns what would happen and the source of the price, and stores only the request [POST-15]", async () => {
  const { agent, secret, click, type } = await aShop();
  await aPrice({ type, geo: "DE", payout: 610.5, earning: 31, since: ago(DAY) });
  const params = { clickid: (await click()).id, event: "sale", secret, test: "1", geo: "de" };
  const { status, body } = await site.json(params);
  expect([status, body]).toEqual([
    200,
    { verdict: "test", id: null, duplicate: false, wouldBe: "accepted", price: { source: "geo" } },
  ]);
  expect(await lastStored()).toMatchObject({ verdict: "test", event_id: null, params: { ...params, secret: "***" } });
  expect((await site.get({ clickid: randomUUID(), event: "sale", secret, test: "1" })).body).toMatchObject({
    ...{ verdict: "test", id: null, duplicate: false, wouldBe: "held", reason: "unknown_click", field: "clickid" },
  });
  const wrong = await site.get({ ...params, event: "x" });
  expect([wrong.status, wrong.body]).toMatchObject([400, { verdict: "test", wouldBe: "refused", reason: "bad_event" }]);
  expect(await eventsOf(agent)).toEqual([]);
  expect(await deltasOf(agent)).toMatchObject([{ events: 0 }]);
});

test("the country is the postback's, else the click's, and all values are fixed with the event [PRICE-02] [PRICE-03]", async () => {
  const { agent, secret, click, type } = await aShop();
  await aPrice({ type, geo: "DE", payout: 600, since: ago(DAY) });
  await aPrice({ type, geo: "FR", payout: 700, since: ago(DAY) });
  const sell = async (from: string, geo: string) =>
    site.get({ clickid: (await click(ago(MINUTE), { geo: from })).id, event: "sale", secret, geo });
  for (const [from, geo] of [
    ["DE", ""],
    ["DE", "fr"],
    ["", "FR"],
    ["US", ""],
    ["", ""],
  ] as const)
    await sell(from, geo);
  const sold = () =>
    eventsOf(agent).then((events) => events.map(({ geo, payout, price_source }) => [geo, payout, price_source]));
  const before = await sold();
  expect(before).toEqual([
    ["DE", "600.00", "geo"],
    ["FR", "700.00", "geo"],
    ["FR", "700.00", "geo"],
    ["US", "500.00", "default"],
    ["", "500.00", "default"],
  ]);
  const everything = await eventsOf(agent);
  const elsewhere = await anOffice();
  await aPrice({ type, payout: 1, since: ago(0) });
  await change(sql`UPDATE agents SET company_id = ${elsewhere.id} WHERE id = ${agent.id}`);
  await change(sql`UPDATE sites SET avp = true WHERE id = ${type.siteId}`);
  expect(await eventsOf(agent)).toEqual(everything);
});

test("every request leaves a row, including invalid postbacks [POST-16]", async () => {
  const before = await countStored();
  const json = { "Content-Type": "application/json" };
  const bodies: [string, Record<string, string>, number][] = [
    ["{", json, 400],
    ["[1]", json, 400],
    ["null", json, 400],
    ['"text"', json, 400],
    ["a=1", { "Content-Type": "multipart/form-data; boundary=x" }, 400],
    ["<x/>", { "Content-Type": "application/xml" }, 415],
    ["{}", { "Content-Type": "application/json", "Content-Encoding": "gzip" }, 415],
    [`{"a":"${"x".repeat(16 * 1024)}"}`, json, 413],
    [JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, i]))), json, 413],
  ];
  for (const [body, headers, expected] of bodies) {
    const { status, body: told } = await site.send({ method: "POST", headers }, body);
    expect([status, told]).toEqual([expected, refusal("malformed")]);
  }
  expect(await countStored()).toBe(before + bodies.length);
  const put = await site.send({ method: "PUT" });
  expect([put.status, put.headers.allow]).toEqual([405, "GET, POST"]);
});
