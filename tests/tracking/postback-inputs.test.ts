import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase } from "../world/database";
import { ago, aShop, countStored, DAY, elsewhere, eventsOf, lastStored, openPostbacks } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
let shop: Awaited<ReturnType<typeof aShop>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  shop = await aShop();
});
afterAll(() => site.close());

const HUGE = "9".repeat(300);
const ODD = ["\0", "a\0b", "\ud800", ["a"], { a: 1 }, HUGE];
const RECEIPT = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

const wrong: [name: string, reason: string, values: unknown[]][] = [
  ["clickid", "missing_clickid", ["", null, undefined]],
  ["clickid", "malformed", [...ODD, 7, true, "x", randomUUID().replaceAll("-", ""), `{${randomUUID()}}`, "{clickid}"]],
  [
    "event",
    "bad_event",
    [...ODD, "", null, undefined, "Sale", "3", 3, -1, 0.5, true, "sale ", "constructor", "__proto__"],
  ],
  ["status", "malformed", [...ODD, "Approved", "reverse", 1, true]],
  ["txid", "malformed", [...ODD, "x".repeat(256), true, 2 ** 53, 1e300]],
  ["reason", "malformed", [...ODD, "x".repeat(256), false]],
  ["test", "malformed", [...ODD, "yes", "2", 2, -1]],
  [
    "ts",
    "bad_ts",
    [
      ...ODD,
      true,
      "now",
      "2026-11-21",
      "2026-11-21T10:00:00",
      "2026-02-30T10:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T10:60:00Z",
      "2026-01-01T10:00:60Z",
      "-1",
      -1,
      "1e9",
      "99999999999",
      1e21,
      "1970-01-01T00:00:00Z",
      "0",
      "2026-01-01T10:00:00+99:00",
      "+010000-01-01T00:00:00Z",
    ],
  ],
];

test("each invalid value of each parameter is refused with its reason, its name and what it must be, and stored [POST-16]", async () => {
  const clickid = (await shop.click()).id;
  for (const [name, reason, values] of wrong) {
    for (const value of values) {
      const before = await countStored();
      const params = { clickid, event: "sale", secret: shop.secret, [name]: value };
      const { status, body } = await site.json(params, elsewhere());
      const detail = expect.stringMatching(new RegExp(`^${name} must be`)) as unknown;
      const refused = {
        verdict: "refused",
        id: null,
        duplicate: false,
        reason,
        field: name,
        detail,
        requestId: RECEIPT,
      };
      expect([name, value, status, body]).toEqual([name, value, 400, refused]);
      expect(await countStored()).toBe(before + 1);
      const stored = await lastStored();
      expect(stored).toMatchObject({ verdict: "refused", reason, site_id: shop.site.id, field: name });
      expect([stored.receipt, stored.detail]).toEqual([body.requestId, body.detail]);
      expect(stored.params.secret).toBe("***");
      const storable = typeof value === "string" && value.isWellFormed() && !value.includes("\0");
      if (storable) expect(stored.params[name]).toBe(value);
      // The click's agent is stored if the request identifies it.
      expect(stored.agent_id).toBe(name === "clickid" ? null : shop.agent.id);
    }
  }
  expect(await eventsOf(shop.agent)).toEqual([]);
});

test("a repeated parameter is refused like any other that is not a single value [POST-16]", async () => {
  const clickid = (await shop.click()).id;
  const base = `clickid=${clickid}&event=sale&secret=${shop.secret}`;
  const twice: [string, number, string][] = [
    [`${base}&clickid=${clickid}`, 400, "malformed"],
    [`${base}&event=sale`, 400, "bad_event"],
    [`${base}&ts=1&ts=1`, 400, "bad_ts"],
    [`${base}&txid=1&txid=1`, 400, "malformed"],
    [`${base}&secret=${shop.secret}`, 401, "bad_secret"],
    [`clickid[]=${clickid}&event=sale&secret=${shop.secret}`, 400, "missing_clickid"],
  ];
  for (const [query, status, reason] of twice) {
    const { status: seen, body } = await site.send({ path: `/api/postback?${query}` });
    expect([query, seen, body.reason]).toEqual([query, status, reason]);
    expect(JSON.stringify((await lastStored()).params)).not.toContain(shop.secret);
  }
  const both = await site.send(
    { method: "POST", path: `/api/postback?${base}`, headers: { "Content-Type": "application/json" } },
    JSON.stringify({ event: "bonus" }),
  );
  expect([both.status, both.body.reason]).toEqual([400, "bad_event"]);
});

test("any parameter named secret is masked, and so is the secret wherever it appears [POST-06] [POST-16]", async () => {
  const { secret, click } = await aShop();
  const clickid = (await click()).id;
  const named = {
    "secret[]": "hush",
    client_secret: "hush",
    SecretKey: ["hush"],
    note: `it is ${secret}`,
    other: "kept",
  };
  expect((await site.json({ clickid, event: "sale", secret, ...named })).status).toBe(200);
  expect((await lastStored()).params).toEqual({
    clickid,
    event: "sale",
    secret: "***",
    "secret[]": "***",
    client_secret: "***",
    SecretKey: "***",
    note: "***",
    other: "kept",
  });
});

test("prototype keys and unknown ones are stored and change nothing [POST-16]", async () => {
  const { agent, secret, click } = await aShop();
  const clickid = (await click()).id;
  const body = `{"clickid":"${clickid}","event":"sale","secret":"${secret}","__proto__":{"txid":"p","test":"1"},"constructor":{"a":1},"payout":1,"agentId":1}`;
  const sent = await site.send({ method: "POST", headers: { "Content-Type": "application/json" } }, body);
  expect([sent.status, sent.body.verdict]).toEqual([200, "accepted"]);
  expect(await eventsOf(agent)).toMatchObject([{ txid: null, payout: "500.00", agent_id: agent.id }]);
  expect(Object.keys((await lastStored()).params).sort()).toContain("__proto__");
  const deep = `{"clickid":"${clickid}","event":"sale","secret":"${secret}","x":${"[".repeat(7_000)}${"]".repeat(7_000)}}`;
  expect((await site.send({ method: "POST", headers: { "Content-Type": "application/json" } }, deep)).status).toBe(200);
});

test("the time parameter is in ISO 8601, Unix seconds or milliseconds [POST-16] [POST-17]", async () => {
  const { agent, secret, click } = await aShop();
  const clicked = ago(2 * DAY);
  const sell = async (ts: string | number) => {
    const { id } = await click(clicked);
    const { status, body } = await site.json({ clickid: id, event: "sale", ts, secret });
    return body.reason ?? (status === 200 ? (await eventsOf(agent)).at(-1)?.occurred_at.toISOString() : status);
  };
  const whole = new Date(Math.floor(ago(DAY).getTime() / 1000) * 1000);
  const east = new Date(whole.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
  expect(await sell(whole.toISOString())).toBe(whole.toISOString());
  expect(await sell(seconds(whole))).toBe(whole.toISOString());
  expect(await sell(Number(seconds(whole)))).toBe(whole.toISOString());
  expect(await sell(whole.getTime() + 7)).toBe(new Date(whole.getTime() + 7).toISOString());
  expect(await sell(whole.toISOString().replace("T", " "))).toBe(whole.toISOString());
  expect(await sell(`${seconds(whole)}.25`)).toBe(new Date(whole.getTime() + 250).toISOString());
  for (const offset of ["+08:00", " 08:00", "+0800"]) expect(await sell(east + offset)).toBe(whole.toISOString());
  expect(await sell(clicked.toISOString())).toBe(clicked.toISOString());
  expect(await sell(seconds(clicked))).toBe(clicked.toISOString());
  expect(await sell(Math.floor(Date.now() / 1000))).not.toBe("bad_ts");
});

test("any parameter value gets a response defined by the contract, and the request is stored [POST-16]", async () => {
  const { secret, click } = await aShop();
  const clickid = (await click()).id;
  const names = [
    "clickid",
    "event",
    "status",
    "txid",
    "geo",
    "ts",
    "email",
    "amount",
    "currency",
    "reason",
    "test",
    "other",
  ];
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.double(),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value), async (given) => {
      const before = await countStored();
      const { status, body } = await site.json({ clickid, event: "sale", secret, ...given }, elsewhere());
      expect([200, 202, 400]).toContain(status);
      expect(["accepted", "duplicate", "held", "refused", "test"]).toContain(body.verdict);
      expect(await countStored()).toBe(before + 1);
    }),
    { numRuns: 150 },
  );
});
