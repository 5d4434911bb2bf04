import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { sql } from "../../server/kernel/database/sql";
import { clickId } from "../../server/tracking/clicks/click-id";
import { retryPending } from "../../server/tracking/postbacks/pending";
import { anOffice, aPrice } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import {
  ago,
  aShop,
  change,
  DAY,
  eventsOf,
  lastStored,
  MINUTE,
  openPostbacks,
  read,
  type Stored,
} from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());

const HELD = { verdict: "held", id: null, duplicate: false };
const secondsAfter = (start: number) => (seconds: number) => new Date(start + seconds * 1000);
const soon = (seconds: number) => secondsAfter(Date.now())(seconds);
const storedOf = async (clickid: string) =>
  read<Stored>(sql`SELECT * FROM postbacks WHERE click_id = ${clickid} ORDER BY id`);

test("a sale of an unknown click is pending and is booked automatically once the click is there [POST-13]", async () => {
  const { agent, secret, type } = await aShop();
  const moment = ago(MINUTE);
  const id = clickId(moment.getTime());
  const { status, body } = await site.get({ clickid: id, event: "sale", txid: "w", secret });
  expect([status, body]).toMatchObject([202, { ...HELD, reason: "unknown_click" }]);
  await withFixedTime(soon(11), () => retryPending());
  expect(first(await storedOf(id))).toMatchObject({ verdict: "held", reason: "unknown_click", tries: 1 });
  await change(sql`
    INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
    VALUES (${id}, ${moment}, ${agent.id}, ${agent.companyId}, ${type.siteId}, ${type.id}, 0, true, 0, 'US')`);
  await retryPending();
  expect(await eventsOf(agent)).toEqual([]);
  await withFixedTime(soon(22), () => retryPending());
  const event = first(await eventsOf(agent));
  expect(first(await storedOf(id))).toMatchObject({
    verdict: "accepted",
    reason: null,
    event_id: event.id,
    agent_id: agent.id,
    next_try_at: null,
  });
  const stored = first(
    await read<{ received_at: Date }>(sql`SELECT received_at FROM postbacks WHERE click_id = ${id}`),
  );
  expect([event.received_at, event.occurred_at]).toEqual([stored.received_at, stored.received_at]);
});

test("an unknown click is looked up every ten seconds for ten minutes [POST-13]", async () => {
  const { secret } = await aShop();
  const id = randomUUID();
  await site.get({ clickid: id, event: "sale", secret });
  const after = secondsAfter(Date.now());
  let tried = 0;
  for (let seconds = 5; seconds < 700; seconds += 5) tried += await withFixedTime(after(seconds), () => retryPending());
  expect(tried).toBeGreaterThanOrEqual(58);
  expect(tried).toBeLessThanOrEqual(60);
  expect(first(await storedOf(id))).toMatchObject({ verdict: "held", next_try_at: null });
});

test("all pending postbacks that are due are retried in one go, however many there are after an outage [POST-13]", async () => {
  const { secret } = await aShop();
  const id = randomUUID();
  await site.get({ clickid: id, event: "sale", secret });
  const after = secondsAfter(Date.now());
  const WAITING = 600;
  await change(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, status, params, next_try_at)
    SELECT gen_random_uuid(), received_at + n * interval '1 ms', 'held', 'unknown_click', site_id, click_id, 'sale', status,
      params, received_at FROM postbacks, generate_series(1, ${WAITING}) AS n WHERE click_id = ${id}`);
  expect(await withFixedTime(after(11), () => retryPending())).toBe(WAITING + 1);
  expect(await withFixedTime(after(12), () => retryPending())).toBe(0);
  await change(sql`UPDATE postbacks SET next_try_at = NULL WHERE click_id = ${id}`);
});

test("a sale is pending if its click is older than thirty days or any record it depends on has been suspended since [POST-13]", async () => {
  const ways = [
    (shop: Awaited<ReturnType<typeof aShop>>) => sql`UPDATE sites SET active = false WHERE id = ${shop.site.id}`,
    (shop: Awaited<ReturnType<typeof aShop>>) => sql`UPDATE types SET active = false WHERE id = ${shop.type.id}`,
    (shop: Awaited<ReturnType<typeof aShop>>) =>
      sql`UPDATE accounts SET active = false WHERE id = ${shop.agent.accountId}`,
    (shop: Awaited<ReturnType<typeof aShop>>) =>
      sql`UPDATE accounts SET approved = false WHERE id = ${shop.agent.accountId}`,
    (shop: Awaited<ReturnType<typeof aShop>>) =>
      sql`UPDATE accounts SET deleted_at = now() WHERE id = ${shop.agent.accountId}`,
    (shop: Awaited<ReturnType<typeof aShop>>) => sql`
      UPDATE accounts SET active = false WHERE id = (SELECT account_id FROM offices WHERE id = ${shop.agent.companyId})`,
    (shop: Awaited<ReturnType<typeof aShop>>) => sql`DELETE FROM agent_sites WHERE agent_id = ${shop.agent.id}`,
    (shop: Awaited<ReturnType<typeof aShop>>) =>
      sql`DELETE FROM office_sites WHERE company_id = ${shop.agent.companyId}`,
  ];
  for (const suspend of ways) {
    const shop = await aShop();
    const clickid = (await shop.click()).id;
    await change(suspend(shop));
    const { status, body } = await site.get({ clickid, event: "sale", secret: shop.secret });
    expect([status, body]).toMatchObject([202, { ...HELD, reason: "suspended" }]);
    expect(await lastStored()).toMatchObject({ verdict: "held", agent_id: shop.agent.id, next_try_at: null });
    expect(await eventsOf(shop.agent)).toEqual([]);
  }
  const { secret, click } = await aShop();
  const sell = async (clickid: string) => (await site.get({ clickid, event: "sale", secret })).body;
  expect(await sell((await click(ago(30 * DAY + MINUTE))).id)).toMatchObject({ ...HELD, reason: "too_old" });
  expect(await sell((await click(ago(30 * DAY - MINUTE))).id)).toMatchObject({ verdict: "accepted" });
  expect(await sell((await click(ago(MINUTE), { class: "suspended" })).id)).toMatchObject({
    ...HELD,
    reason: "suspended",
  });
  for (const kind of ["bot", "prefetch", "rate", "blacklisted"] as const) {
    expect(await sell((await click(ago(MINUTE), { class: kind })).id)).toMatchObject({ verdict: "accepted" });
  }
});

test("a reversal without original waits for it, by txid or by click [POST-11]", async () => {
  const { agent, secret, click } = await aShop();
  const [one, other] = [await click(), await click()];
  const reverse = { event: "sale", status: "reversed", secret };
  const ways: Record<string, string>[] = [{ clickid: randomUUID(), txid: "r" }, { clickid: other.id }];
  for (const params of ways) {
    const { status, body } = await site.get({ ...reverse, ...params });
    expect([status, body]).toMatchObject([202, { ...HELD, reason: "no_original" }]);
  }
  await site.get({ clickid: other.id, event: "bonus", secret });
  await site.get({ clickid: one.id, event: "sale", txid: "another", secret });
  expect((await eventsOf(agent)).map(({ sign }) => sign)).toEqual([1, 1]);
  const sale = await site.get({ clickid: one.id, event: "sale", txid: "r", secret });
  const second = await site.get({ clickid: other.id, event: "sale", txid: "s", secret });
  const events = await eventsOf(agent);
  expect(events.map(({ sign, txid, reverses }) => [sign, txid, reverses])).toEqual([
    [1, null, null],
    [1, "another", null],
    [1, "r", null],
    [-1, "r", sale.body.id],
    [1, "s", null],
    [-1, null, second.body.id],
  ]);
  const held = await read<Stored>(
    sql`SELECT * FROM postbacks WHERE status = 'reversed' AND agent_id = ${agent.id} ORDER BY received_at, id`,
  );
  expect(held.map(({ verdict, event_id }) => [verdict, event_id])).toEqual([
    ["accepted", events[3]?.id],
    ["accepted", events[5]?.id],
  ]);
});

test("a reversal pending while its sale was being booked is booked at the next retry [POST-11]", async () => {
  const { agent, secret, click } = await aShop();
  const clickid = (await click()).id;
  const { body } = await site.get({ clickid, event: "sale", secret });
  await change(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, status, params, next_try_at)
    SELECT gen_random_uuid(), received_at + interval '1 ms', 'held', 'no_original', site_id, click_id, 'sale', 'reversed',
      params || '{"status": "reversed"}', now() FROM postbacks WHERE click_id = ${clickid}`);
  expect(await withFixedTime(soon(1), () => retryPending())).toBe(1);
  expect((await eventsOf(agent)).at(-1)).toMatchObject({ sign: -1, reverses: body.id });
});

test("a pending sale has the price, flags and version of its receipt and the office of its own time [PRICE-03] [PRICE-04]", async () => {
  const { agent, secret, type } = await aShop();
  const moment = ago(MINUTE);
  const id = clickId(moment.getTime());
  await site.get({ clickid: id, event: "sale", ts: ago(MINUTE / 2).toISOString(), secret });
  const elsewhere = await anOffice();
  const present = ago(0);
  await aPrice({ type, payout: 400, since: present });
  await aPrice({ type, office: { id: agent.companyId }, payout: 900, since: present });
  await change(sql`INSERT INTO site_flags VALUES (${type.siteId}, ${present}, true, true)`);
  await change(sql`UPDATE agent_offices SET until = ${present} WHERE agent_id = ${agent.id}`);
  await change(
    sql`INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agent.id}, ${elsewhere.id}, ${present})`,
  );
  await change(sql`
    INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
    VALUES (${id}, ${moment}, ${agent.id}, ${agent.companyId}, ${type.siteId}, ${type.id}, 0, true, 0, 'US')`);
  await withFixedTime(soon(11), () => retryPending());
  expect(await eventsOf(agent)).toMatchObject([{ payout: "500.00", company_id: agent.companyId, flags: 0 }]);
});

test("a stolen card flags the event and, with the option on, suspends the agent with a note [POST-14]", async () => {
  const { agent, secret, click } = await aShop();
  const account = async () =>
    first(
      await read<{ active: boolean; status_reason: string | null; version: number }>(
        sql`SELECT active, status_reason, version FROM accounts WHERE id = ${agent.accountId}`,
      ),
    );
  const links = async () => first(await read<{ version: number }>(sql`SELECT version FROM link_state`)).version;
  const clickid = (await click()).id;
  await site.get({ clickid, event: "sale", txid: "1", secret });
  await site.get({ clickid, event: "sale", txid: "1", status: "reversed", reason: "stolen_card", secret });
  expect((await eventsOf(agent)).map(({ stolen_card }) => stolen_card)).toEqual([false, true]);
  expect(await account()).toMatchObject({ active: true });

  const before = await links();
  await change(sql`UPDATE options SET value = '1' WHERE name = 'auto_block_account'`);
  await site.get({ clickid, event: "sale", txid: "2", secret });
  const { body } = await site.get({ clickid, event: "sale", txid: "3", reason: "stolen_card", secret });
  await change(sql`UPDATE options SET value = '0' WHERE name = 'auto_block_account'`);
  expect(await account()).toEqual({
    active: false,
    status_reason: `Sale ${body.id} was made with a stolen card.`,
    version: 2,
  });
  expect(await links()).toBeGreaterThan(before);
  const audit = await read(sql`SELECT record, record_id, after FROM audit WHERE operation = 'postbacks.block'`);
  expect(audit).toMatchObject([{ record: "agent", record_id: String(agent.id), after: { active: false } }]);
});
