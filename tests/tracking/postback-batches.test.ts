import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LOCKS } from "../../server/kernel/database/advisory-locks";
import { sql } from "../../server/kernel/database/sql";
import { dayOf } from "../../server/kernel/time";
import { payPeriodId } from "../../server/trade/periods";
import { now, withFixedTime } from "../../server/kernel/time/now";
import { decideInBatch } from "../../server/tracking/postbacks/batches";
import { bookTogether } from "../../server/tracking/postbacks/book-together";
import { decide, secretHashOf } from "../../server/tracking/postbacks/decide";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";
import { ago, aSecret, aShop, change, countStored, DAY, eventsOf, MINUTE, openPostbacks, read } from "./postback-world";

let database: TestDatabase;
let site: Awaited<ReturnType<typeof openPostbacks>>;
let client: pg.Client;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  site = await openPostbacks();
  client = new pg.Client({ connectionString: database.url, pipeline: true });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await site.close();
});

const postback = (fields: Record<string, string>) => {
  const params = new Map<string, unknown>(Object.entries({ event: "sale", ...fields }));
  const request = {
    receipt: randomUUID(),
    receivedAt: now(),
    ip: "203.0.113.9",
    params: Object.fromEntries(params),
  };
  return { request, input: { params, secretHash: secretHashOf(params.get("secret")), unreadable: false } };
};

/** A shop whose secret this process has seen. */
async function aKnownShop(given?: Parameters<typeof aShop>[0]) {
  const shop = await aShop(given);
  await site.form({ clickid: (await shop.click()).id, event: "sale", secret: shop.secret, test: "1" });
  return shop;
}

const decided = async (postbacks: ReturnType<typeof postback>[]) => {
  const outcomes = await bookTogether(client, postbacks);
  return postbacks.map((one) => outcomes.get(one)?.verdict ?? "left");
};

const transactionsOf = async (agent: { id: number }) =>
  first(
    await read<{ events: number; transactions: number }>(sql`
      SELECT count(*)::int AS events, count(DISTINCT xmin::text)::int AS transactions FROM sale_events
      WHERE agent_id = ${agent.id}`),
  );

test("new sales of a batch are one transaction, with the price, key and request of each [POST-08] [PRICE-03]", async () => {
  const { agent, secret, clicks } = await aKnownShop();
  const before = await countStored();
  const batch = (await clicks(5)).map((clickid, i) =>
    postback({ clickid, secret, txid: `order ${i}`, amount: "12.50" }),
  );
  expect(await decided(batch)).toEqual(Array(5).fill("accepted"));
  expect(await transactionsOf(agent)).toEqual({ events: 5, transactions: 1 });
  expect(await countStored()).toBe(before + 5);
  const requests = await read<{ txid: string; verdict: string; event: string; receipt: string; event_id: number }>(sql`
    SELECT p.txid, p.verdict, p.event, p.receipt, p.event_id FROM postbacks p JOIN sale_events e ON e.id = p.event_id
    WHERE e.agent_id = ${agent.id} AND e.txid = p.txid AND e.payout > 0 ORDER BY p.txid`);
  expect(requests).toMatchObject(
    batch.map(({ request }, i) => ({
      txid: `order ${i}`,
      verdict: "accepted",
      event: "sale",
      receipt: request.receipt,
    })),
  );
});

test("sales that reach the server together share transactions", async () => {
  const { agent, secret, clicks } = await aKnownShop();
  const sales = (await clicks(40)).map((clickid) => ({ clickid, event: "sale", secret }));
  const answers = await Promise.all(sales.map((sale) => site.form(sale)));
  expect(answers.map(({ body }) => body.verdict)).toEqual(Array(40).fill("accepted"));
  const { events, transactions } = await transactionsOf(agent);
  expect(events).toBe(40);
  expect(transactions).toBeLessThan(20);
});

test("repeated sales are recorded as duplicates of the first, within a batch and in later ones [POST-08]", async () => {
  const { agent, secret, click } = await aKnownShop();
  const sale = { clickid: (await click()).id, secret, txid: "twice" };
  const [one, two] = [postback(sale), postback(sale)];
  const verdicts = await decided([one, two]);
  expect(verdicts.toSorted()).toEqual(["accepted", "left"]);
  const left = verdicts[0] === "left" ? one : two;
  expect(await decided([left, postback(sale)])).toEqual(["duplicate", "duplicate"]);
  const stored = await read<{ verdict: string; event_id: number }>(sql`
    SELECT verdict, event_id FROM postbacks WHERE agent_id = ${agent.id} AND txid = 'twice' ORDER BY id`);
  const { id } = first(await eventsOf(agent));
  expect(stored).toEqual(["accepted", "duplicate", "duplicate"].map((verdict) => ({ verdict, event_id: id })));
});

test("other postbacks are left alone, and spoil no sale of their batch [POST-05] [POST-11] [POST-12] [POST-13]", async () => {
  const { agent, secret, click, clicks } = await aKnownShop();
  const other = await aKnownShop();
  const [plain = "", tested = "", reversed = "", stolen = "", malformed = "", unreadable = ""] = await clicks(6);
  const old = (await click(ago(31 * DAY))).id;
  const suspended = await aKnownShop();
  const suspendedClick = (await suspended.click()).id;
  await change(sql`UPDATE sites SET active = false WHERE id = ${suspended.site.id}`);
  const before = await countStored();
  const batch = [
    postback({ clickid: tested, secret, test: "1" }),
    postback({ clickid: reversed, secret, status: "reversed" }),
    postback({ clickid: stolen, secret, reason: "stolen_card" }),
    postback({ clickid: malformed, secret, status: "much" }),
    postback({ clickid: old, secret }),
    postback({ clickid: (await other.click()).id, secret }),
    postback({ clickid: randomUUID(), secret }),
    postback({ clickid: suspendedClick, secret: suspended.secret }),
    postback({ clickid: plain, secret: "no secret of any site" }),
    postback({ clickid: plain, secret }),
    postback({ clickid: unreadable, secret }),
  ];
  for (const { input } of batch.slice(-1)) input.unreadable = true;
  expect(await decided(batch)).toEqual([...Array<string>(9).fill("left"), "accepted", "left"]);
  expect(await countStored()).toBe(before + 1);
  expect(await transactionsOf(agent)).toEqual({ events: 1, transactions: 1 });
});

test("a revoked secret, or an address that the site does not allow, books nothing although the secret was known [POST-05]", async () => {
  const { agent, site: ofSecret, secret, clicks } = await aKnownShop();
  const [one = "", two = ""] = await clicks(2);
  await change(sql`UPDATE sites SET allowed_addresses = '{198.51.100.0/24}' WHERE id = ${ofSecret.id}`);
  expect(await decided([postback({ clickid: one, secret })])).toEqual(["left"]);
  await change(sql`UPDATE sites SET allowed_addresses = '{}' WHERE id = ${ofSecret.id}`);
  await change(sql`UPDATE site_secrets SET revoked_at = ${ago(MINUTE)} WHERE site_id = ${ofSecret.id}`);
  expect(await decided([postback({ clickid: two, secret })])).toEqual(["left"]);
  expect(await eventsOf(agent)).toEqual([]);
});

test("a batch marks its secret as used once a minute, at the time of its last request", async () => {
  const { site: ofSecret, secret, clicks } = await aKnownShop();
  const usedAt = async () =>
    first(
      await read<{ at: Date | null }>(sql`SELECT last_used_at AS at FROM site_secrets WHERE site_id = ${ofSecret.id}`),
    ).at;
  const [one = "", two = "", three = ""] = await clicks(3);
  const justNow = await usedAt();
  await decided([postback({ clickid: one, secret })]);
  expect(await usedAt()).toEqual(justNow);
  await change(sql`UPDATE site_secrets SET last_used_at = ${ago(2 * MINUTE)} WHERE site_id = ${ofSecret.id}`);
  const [last, earlier] = [postback({ clickid: two, secret }), postback({ clickid: three, secret })];
  earlier.request.receivedAt = new Date(last.request.receivedAt.getTime() - 1);
  await decided([last, earlier]);
  expect(await usedAt()).toEqual(last.request.receivedAt);
});

test("a reversal that waits for a sale of a batch is booked with it [POST-11]", async () => {
  const { agent, secret, clicks } = await aKnownShop();
  const [one = "", two = ""] = await clicks(2);
  const reversal = await site.form({ clickid: one, event: "sale", secret, txid: "back", status: "reversed" });
  expect(reversal.body).toMatchObject({ verdict: "held", reason: "no_original" });
  expect(await decided([postback({ clickid: one, secret, txid: "back" }), postback({ clickid: two, secret })])).toEqual(
    ["accepted", "accepted"],
  );
  expect((await eventsOf(agent)).map(({ sign }) => sign).sort()).toEqual([-1, 1, 1]);
});

test("a reversal that was received days before the newest click of a batch is booked with it, too [POST-11]", async () => {
  const { agent, secret, click } = await aKnownShop();
  const old = { clickid: (await click(ago(5 * DAY))).id, secret, txid: "old" };
  const clock = { "x-test-clock": ago(3 * DAY).toISOString() };
  const reversal = await site.form({ ...old, event: "sale", status: "reversed" }, clock);
  expect(reversal.body).toMatchObject({ verdict: "held", reason: "no_original" });
  expect(await decided([postback(old), postback({ clickid: (await click()).id, secret })])).toEqual([
    ...["accepted", "accepted"],
  ]);
  expect((await eventsOf(agent)).map(({ sign }) => sign).sort()).toEqual([-1, 1, 1]);
});

test("a batch that fails while it is booked is undone, and its connection can be used again", async () => {
  const { agent, secret, clicks } = await aKnownShop();
  const [bad = "", good = ""] = await clicks(2);
  const batch = [postback({ clickid: bad, secret, txid: "broken" }), postback({ clickid: good, secret })];
  await change(sql`ALTER TABLE postbacks ADD CONSTRAINT broken CHECK (txid <> 'broken') NOT VALID`);
  await expect(bookTogether(client, batch)).rejects.toThrow("broken");
  await change(sql`ALTER TABLE postbacks DROP CONSTRAINT broken`);
  expect(await eventsOf(agent)).toEqual([]);
  expect(await decided(batch)).toEqual(["accepted", "accepted"]);
});

test("a batch books nothing into a pay period that is closed, and leaves its sales to be decided alone [POST-17]", async () => {
  const { agent, secret, click } = await aKnownShop();
  // A pay period of its own, because a closed one cannot be opened again.
  const later = ago(-100 * DAY);
  const day = dayOf(later);
  await change(sql`
    INSERT INTO pay_periods (id, start_day, end_day, state, closed_at, hash)
    VALUES (${payPeriodId(day)}, ${day}, ${day}, 'closed', now(), '')`);
  const before = await countStored();
  await withFixedTime(later.toISOString(), async () => {
    const at = new Date(later.getTime() - 1_000);
    const batch = [(await click(at)).id, (await click(at)).id].map((clickid) => postback({ clickid, secret }));
    expect(await decided(batch)).toEqual(["left", "left"]);
  });
  expect(await countStored()).toBe(before);
  expect(await eventsOf(agent)).toEqual([]);
});

/** The rows that each of the named statements was sent with. */
async function sentDuring(body: () => Promise<unknown>): Promise<Record<string, number[]>> {
  const query = vi.spyOn(client, "query");
  await body();
  const rows: Record<string, number[]> = {};
  for (const [statement] of query.mock.calls as unknown as [{ name?: string; values?: [string | unknown[]] }][]) {
    const first = statement.values?.[0];
    const list: unknown = typeof first === "string" && first.startsWith("[") ? JSON.parse(first) : first;
    if (statement.name && Array.isArray(list)) (rows[statement.name] ??= []).push(list.length);
  }
  query.mockRestore();
  return rows;
}

test("a batch looks up, prices and books each of its sales once [POST-08] [PRICE-03]", async () => {
  const { secret, clicks } = await aKnownShop();
  const sales = (await clicks(3)).map((clickid) => postback({ clickid, secret }));
  const book = (batch: typeof sales) => sentDuring(() => bookTogether(client, batch));
  expect(await book(sales.slice(0, 1))).toMatchObject({ "terms-of": [1], "book-with-requests": [1] });
  expect(await book(sales.slice(1))).toMatchObject({ "terms-of": [2], "book-with-requests": [2] });
});

// Noon on the 17th, three months ago: the two half-months before it are at most 30 days away.
const TODAY = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() - 3, 17, 16));
const [LAST, CLOSED] = [new Date(TODAY.getTime() - 5 * DAY), new Date(TODAY.getTime() - 25 * DAY)];
const [today, last, closed] = [dayOf(TODAY), dayOf(LAST), dayOf(CLOSED)];

/** A duplicate, sales of three half-months and a refused postback, and what is stored of them afterwards. */
async function aMixedBatch() {
  const { agent, secret, click } = await aKnownShop();
  const sale = async (txid: string, at: Date, more = {}) => {
    const { id } = await click(new Date(at.getTime() - MINUTE));
    return { clickid: id, secret, txid, ts: at.toISOString(), ...more };
  };
  const booked = await sale("booked", TODAY);
  expect(await decided([postback(booked)])).toEqual(["accepted"]);
  const batch = [
    booked,
    await sale("of the last half-month", LAST),
    await sale("of a closed one", CLOSED),
    await sale("bad", TODAY, { status: "much" }),
    await sale("of this one", TODAY),
  ].map(postback);
  const stored = () =>
    read<Record<string, unknown>>(sql`
      SELECT p.txid, p.verdict, p.reason, e.txid AS event, e.day::text AS day, e.occurred_at, e.sign, e.payout,
        e.earning, e.lpp, e.price_source
      FROM postbacks p LEFT JOIN sale_events e ON e.id = p.event_id
      WHERE p.agent_id = ${agent.id} AND p.txid IS NOT NULL ORDER BY p.txid, p.verdict`);
  return { batch, stored };
}

test("sales of other half-months, duplicates and bad ones are booked in a batch as they are alone [POST-08] [POST-17]", async () => {
  await change(sql`
    INSERT INTO pay_periods (id, start_day, end_day, state, closed_at, hash)
    VALUES (${payPeriodId(closed)}, ${closed}, ${closed}, 'closed', now(), '')`);
  await withFixedTime(TODAY, async () => {
    const [together, alone] = [await aMixedBatch(), await aMixedBatch()];
    await Promise.all(together.batch.map(decideInBatch));
    for (const { request, input } of alone.batch) await decide(client, request, input, false);
    const stored = await together.stored();
    expect(stored).toEqual(await alone.stored());
    expect(stored).toMatchObject([
      { txid: "bad", verdict: "refused", reason: "malformed", event: null },
      { txid: "booked", verdict: "accepted", event: "booked", day: today },
      { txid: "booked", verdict: "duplicate", event: "booked", day: today },
      { txid: "of a closed one", verdict: "accepted", event: "of a closed one", day: today, occurred_at: CLOSED },
      { txid: "of the last half-month", verdict: "accepted", day: last, occurred_at: LAST },
      { txid: "of this one", verdict: "accepted", day: today, occurred_at: TODAY },
    ]);
  });
});

test("a sale of another half-month does not join the transaction of a batch, nor delay it [POST-17]", async () => {
  const closing = new pg.Client({ connectionString: database.url });
  await closing.connect();
  await closing.query("BEGIN");
  for (const day of [last, closed])
    await closing.query("SELECT pg_advisory_xact_lock($1::int, $2::int)", [LOCKS.payPeriod, payPeriodId(day)]);
  await client.query("SET lock_timeout = 1000");
  try {
    await withFixedTime(TODAY, async () => {
      const { batch } = await aMixedBatch();
      expect(await decided(batch)).toEqual(["duplicate", "left", "left", "left", "accepted"]);
    });
  } finally {
    await client.query("RESET lock_timeout");
    await closing.end();
  }
});

test("a sale that another connection books first is left out of its batch; the others are booked [POST-08]", async () => {
  const { agent, secret, clicks } = await aKnownShop();
  const [raced = "", other = ""] = await clicks(2);
  const rival = new pg.Client({ connectionString: database.url, pipeline: true });
  await rival.connect();
  const hold = new pg.Client({ connectionString: database.url });
  await hold.connect();
  // Both have found the sale unbooked before either of them books it, because both wait for the prices.
  await hold.query("BEGIN");
  await hold.query("LOCK TABLE prices IN ACCESS EXCLUSIVE MODE");
  const late = bookTogether(rival, [postback({ clickid: raced, secret }), postback({ clickid: other, secret })]);
  const waiting = async () =>
    first(
      await read<{ n: number }>(sql`
        SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'prices'::regclass`),
    ).n;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  const early = bookTogether(client, [postback({ clickid: raced, secret })]);
  await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
  await hold.query("COMMIT");
  await hold.end();
  const verdicts = [...(await early).values(), ...(await late).values()].map(({ verdict }) => verdict);
  await rival.end();
  expect(verdicts).toEqual(Array(2).fill("accepted"));
  expect(await eventsOf(agent)).toHaveLength(2);
});

test("a batch that fails is decided one by one, so that one bad row refuses no other sale", async () => {
  const { agent, secret, clicks } = await aKnownShop();
  const [bad = "", good = ""] = await clicks(2);
  // A link without a price cannot be priced; pricing fails for all sales of the batch.
  const unpriced = await aKnownShop();
  const unpricedClick = (await unpriced.click()).id;
  await change(sql`DELETE FROM prices WHERE type_id = ${unpriced.type.id}`);
  const answers = await Promise.all([
    site.form({ clickid: bad, event: "sale", secret }),
    site.form({ clickid: unpricedClick, event: "sale", secret: unpriced.secret }),
    site.form({ clickid: good, event: "sale", secret }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(await transactionsOf(agent)).toMatchObject({ events: 2 });
});

test("a new secret of a site is admitted at once, although its site is not known yet [POST-05]", async () => {
  const { agent, site: ofSecret, click } = await aKnownShop();
  const fresh = await aSecret(ofSecret.id);
  const answer = await site.form({ clickid: (await click()).id, event: "sale", secret: fresh });
  expect(answer.body.verdict).toBe("accepted");
  expect(await eventsOf(agent)).toHaveLength(1);
});
