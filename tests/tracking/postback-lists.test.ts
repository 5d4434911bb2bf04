import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { clickedAt } from "../../server/tracking/clicks/click-id";
import { readReceipt } from "../../server/tracking";
import { perform } from "../../server/kernel/operation/perform";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { type Answer, aShop, change, countStored, elsewhere, eventsOf, openPostbacks, read } from "./postback-world";

type Item = Answer["body"] & { status: number; requestId: string; retryAfter?: number };

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());
let sender: Record<string, string>;
beforeEach(() => {
  sender = elsewhere();
});

const sendList = async (body: unknown, headers: Record<string, string> = {}) => {
  const { body: answered, ...answer } = await site.send(
    {
      method: "POST",
      path: "/api/postback/batch",
      headers: { "Content-Type": "application/json", ...sender, ...headers },
    },
    typeof body === "string" ? body : JSON.stringify(body),
  );
  return { ...answer, body: answered as Answer["body"], items: answered as unknown as Item[] };
};
const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

test("each postback of a list is answered in its place as it would be alone, and none keeps another back [POST-19]", async () => {
  const [shop, alone] = [await aShop(), await aShop()];
  const bodies = async ({ click, clicks, secret }: typeof shop) => {
    const [one = "", two = "", three = "", four = ""] = await clicks(4);
    const old = (await click(new Date(Date.now() - 31 * 86_400_000))).id;
    return [
      { clickid: one, event: "sale", txid: "A-1", amount: "12.50", secret },
      { clickid: two, event: "lead", secret },
      { clickid: old, event: "sale", secret },
      { clickid: two, event: "sale", secret: "wrong" },
      { clickid: three, event: "bonus", order: 7, secret },
      { event: "sale", secret },
      { clickid: four, event: "sale", test: "1", secret },
      "text",
      { clickid: two, event: "sale", secret },
    ];
  };
  const { status, items, headers } = await sendList(await bodies(shop));
  expect(status).toBe(200);
  const single: object[] = [];
  for (const body of await bodies(alone)) {
    const { status: ofBody, body: answer } = await site.json(body, sender);
    single.push({ status: ofBody, ...answer });
  }
  const plain = (answers: object[]) => answers.map((answer) => ({ ...answer, id: undefined, requestId: undefined }));
  expect(plain(items)).toEqual(plain(single));
  expect(items.map((item) => item.status)).toEqual([200, 400, 202, 401, 200, 400, 200, 400, 200]);
  expect(await eventsOf(shop.agent)).toHaveLength(3);
  const receipts = items.map(({ requestId }) => requestId);
  expect(new Set([...receipts, headers["x-request-id"]]).size).toBe(10);
  const stored = await read<{ receipt: string; verdict: string }>(sql`
    SELECT receipt, verdict FROM postbacks WHERE receipt = ANY(${receipts}::uuid[])`);
  const verdictOf = new Map(stored.map(({ receipt, verdict }) => [receipt, verdict]));
  expect(receipts.map((receipt) => verdictOf.get(receipt))).toEqual(items.map(({ verdict }) => verdict));
});

test("the secret of a list may be in its header, and another one in a postback is malformed", async () => {
  const [shop, other] = [await aShop(), await aShop()];
  const [one = "", two = ""] = await shop.clicks(2);
  const bodies = [
    { clickid: one, event: "sale" },
    { clickid: two, event: "sale", secret: other.secret },
  ];
  const { items } = await sendList(bodies, bearer(shop.secret));
  expect(items).toMatchObject([
    { status: 200, verdict: "accepted" },
    { status: 400, verdict: "refused", reason: "malformed", field: "secret" },
  ]);
});

test("what belongs to one order is decided in the order of the list: the first is booked, the repeat is a duplicate, the reversal follows [POST-19, POST-08, POST-11]", async () => {
  const { secret, agent, clicks } = await aShop();
  const ids = await clicks(200);
  const sales = ids.map((clickid, i) => ({ clickid, event: "sale", txid: `L-${i}` }));
  const bodies = [...sales, ...sales, ...sales.map((sale) => ({ ...sale, status: "reversed" }))];
  const { items } = await sendList(bodies.slice(0, 500), bearer(secret));
  const verdicts = items.map(({ verdict }) => verdict);
  expect(verdicts.slice(0, 200)).toEqual(Array(200).fill("accepted"));
  expect(verdicts.slice(200, 400)).toEqual(Array(200).fill("duplicate"));
  expect(verdicts.slice(400)).toEqual(Array(100).fill("accepted"));
  expect(items.slice(200, 400).map(({ id }) => id)).toEqual(items.slice(0, 200).map(({ id }) => id));
  expect(await eventsOf(agent)).toHaveLength(300);
});

test("sales of a list share transactions", async () => {
  const { secret, agent, clicks } = await aShop();
  const sales = (await clicks(60)).map((clickid) => ({ clickid, event: "sale" }));
  await sendList(sales.slice(0, 1), bearer(secret));
  await sendList(sales, bearer(secret));
  const { events, transactions } = first(
    await read<{ events: number; transactions: number }>(sql`
      SELECT count(*)::int AS events, count(DISTINCT xmin::text)::int AS transactions FROM sale_events
      WHERE agent_id = ${agent.id}`),
  );
  expect(events).toBe(60);
  expect(transactions).toBeLessThan(20);
});

test("refusals and sizes are counted for each postback [POST-19]", async () => {
  const { secret, clicks } = await aShop();
  const [clickid = ""] = await clicks(1);
  const wrong = Array.from({ length: 70 }, () => ({ clickid, event: "sale", secret: "wrong" }));
  const { items } = await sendList([...wrong, { clickid, event: "sale", secret }]);
  const statuses = items.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(items.find(({ status }) => status === 429)?.retryAfter).toBeGreaterThan(0);
  expect(statuses.at(-1)).toBe(200);

  const long = { clickid, event: "sale", email: "x".repeat(16 * 1024) };
  const sized = await sendList([long, { clickid, event: "sale" }], { ...bearer(secret), ...elsewhere() });
  expect(sized.items).toMatchObject([
    { status: 413, reason: "malformed", detail: "The body is longer than 16 KB." },
    { status: 200, verdict: "duplicate" },
  ]);
});

test("a list that cannot be read is answered as one request, and no sale in it is booked", async () => {
  const { secret, click } = await aShop();
  const sale = { clickid: (await click()).id, event: "sale" };
  const before = await countStored();
  const cases: [status: number, detail: RegExp, body: unknown, headers?: Record<string, string>][] = [
    [400, /must be a JSON list of postbacks; it is an object/, sale],
    [400, /not valid JSON/, "[{"],
    [413, /has 501 postbacks/, Array.from({ length: 501 }, () => sale)],
    [413, /longer than 8000 KB/, `[${" ".repeat(8_200_000)}]`],
    [415, /text\/plain is not read/, [sale], { "Content-Type": "text/plain" }],
  ];
  for (const [status, detail, body, headers] of cases) {
    const answer = await sendList(body, { ...bearer(secret), ...headers });
    expect({ status: answer.status, ...answer.body }).toMatchObject({
      status,
      verdict: "refused",
      reason: "malformed",
    });
    expect(answer.body.detail).toMatch(detail);
    expect(answer.body.requestId).toBe(answer.headers["x-request-id"]);
  }
  expect(await countStored()).toBe(before + cases.length);
  const unknown = await sendList(`[${" ".repeat(1_100_000)}]`);
  expect([unknown.status, unknown.body.detail]).toEqual([413, expect.stringContaining("1024 KB")]);
  const nested = await sendList(`[${"[".repeat(100_000)}${"]".repeat(100_000)}]`, bearer(secret));
  expect(nested.items).toMatchObject([{ status: 413 }]);
  expect((await sendList([])).items).toEqual([]);
  const { status, headers } = await site.send({ method: "PUT", path: "/api/postback/batch" });
  expect([status, headers.allow]).toEqual([405, "POST"]);
});

const receiptOf = (requestId: string, secret?: string, ip = "203.0.113.9") =>
  perform(readReceipt, null, { requestId, secret }, { channel: "program", ip, userAgent: "" });

test("a receipt says what became of a postback, to the site that sent it alone [POST-20]", async () => {
  const [shop, other] = [await aShop(), await aShop()];
  const [clickid = ""] = await shop.clicks(1);
  const sale = { clickid, event: "sale", txid: "R-1", secret: shop.secret };
  const reversal = await site.json({ ...sale, status: "reversed" }, sender);
  expect(reversal.body).toMatchObject({ verdict: "held", requestId: reversal.headers["x-request-id"] });
  const receipt = reversal.body.requestId ?? "";
  expect(Math.abs(clickedAt(receipt) - Date.now())).toBeLessThan(60_000);
  const held = await receiptOf(receipt, shop.secret);
  expect(held).toMatchObject({ requestId: receipt, verdict: "held", reason: "no_original", id: null, decidedAt: null });
  expect(held.nextTryAt).not.toBeNull();

  const booked = await site.json(sale, sender);
  expect(await receiptOf(receipt, shop.secret)).toMatchObject({ verdict: "accepted", reason: null, txid: "R-1" });
  const ofSale = await receiptOf(String(booked.headers["x-request-id"]), shop.secret);
  expect(ofSale).toMatchObject({ verdict: "accepted", id: booked.body.id, duplicate: false, clickid, event: "sale" });

  const refused = await site.json({ ...sale, event: "lead" }, sender);
  expect(await receiptOf(refused.body.requestId ?? "", shop.secret)).toMatchObject({
    ...{ verdict: "refused", reason: "bad_event", field: "event", detail: refused.body.detail },
  });
  const unknown = "01900000-0000-7000-8000-000000000000";
  for (const id of [unknown, unknown.replace("-7", "-4"), "x"])
    await expect(receiptOf(id, shop.secret)).rejects.toMatchObject({ status: 404 });
  await expect(receiptOf(receipt, other.secret)).rejects.toMatchObject({ status: 404 });
  for (const secret of [undefined, "", "wrong"])
    await expect(receiptOf(receipt, secret)).rejects.toMatchObject({ status: 401 });
  await change(sql`UPDATE sites SET allowed_addresses = '{198.51.100.0/24}' WHERE id = ${shop.site.id}`);
  await expect(receiptOf(receipt, shop.secret)).rejects.toMatchObject({ status: 403 });
  expect(await receiptOf(receipt, shop.secret, "198.51.100.7")).toMatchObject({ verdict: "accepted" });
});

test("a receipt is found by its key, however many postbacks there are", async () => {
  const plan = await read<Record<"QUERY PLAN", string>>(sql`
    EXPLAIN SELECT verdict FROM postbacks
    WHERE received_at = ${new Date()} AND receipt = '01900000-0000-7000-8000-000000000000' AND site_id = 1`);
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/^Index Scan [^\n]*\n +Index Cond: .*received_at = /);
});
