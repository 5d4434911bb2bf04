import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { ago, aShop, change, DAY, eventsOf, lastStored, openPostbacks, shopsOfBothWays } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());
const ways = shopsOfBothWays(() => site);

test("a pending postback says what it waits for, with a receipt [POST-11] [POST-13]", async () => {
  const { secret, click, agent } = await aShop();
  const old = (await click(ago(31 * DAY))).id;
  const held = async (params: object) => {
    const { status, body } = await site.json({ event: "sale", secret, ...params });
    const stored = await lastStored();
    expect([status, body.requestId, body.detail]).toEqual([202, stored.receipt, stored.detail]);
    return [body.reason, body.field, body.detail];
  };
  const text = (part: string) => expect.stringContaining(part) as unknown;
  expect(await held({ clickid: randomUUID() })).toEqual(["unknown_click", "clickid", text("ten minutes")]);
  expect(await held({ clickid: old })).toEqual(["too_old", "clickid", text("30 days")]);
  expect(await held({ clickid: randomUUID(), txid: "r", status: "reversed" })).toEqual([
    "no_original",
    "txid",
    text("as soon as"),
  ]);
  await change(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
  expect(await held({ clickid: (await click()).id })).toEqual(["suspended", "clickid", text("suspended")]);
});

test.each(ways)("a duplicate says in what it differs from the first, %s [POST-08] [POST-12]", async (_, open) => {
  const shop = await open();
  const { secret, click } = shop;
  const clickid = (await click()).id;
  const sale = { clickid, event: "sale", txid: "A", amount: "12.50", currency: "PHP", secret };
  const detail = async (changes: object) => {
    const { body } = await site.json({ ...sale, ...changes });
    const stored = await lastStored();
    expect([body.verdict, stored.detail]).toEqual(["duplicate", body.detail ?? null]);
    return body.detail;
  };
  expect((await site.json(sale)).body.verdict).toBe("accepted");
  for (const amount of ["12.5", 12.5, "012.500", ""]) expect(await detail({ amount })).toBeUndefined();
  expect(await detail({ amount: "13" })).toContain("with another amount.");
  expect(await detail({ currency: "USD" })).toContain("with another currency.");
  expect(await detail({ clickid: (await click()).id, amount: "1" })).toContain("another click and another amount");
  expect((await site.json({ ...sale, txid: "", amount: "1" })).body.verdict).toBe("accepted");
  expect(await detail({ txid: "", amount: "2" })).toContain("its order number as txid");
  expect((await site.json({ ...sale, status: "reversed" })).body.verdict).toBe("accepted");
  expect(await detail({})).toContain("It stays reversed");
  expect(await detail({ status: "reversed" })).toBeUndefined();
});

test("a test says what the request would be, and never an amount [POST-15]", async () => {
  const { secret, click, agent } = await aShop({ types: [{ bonus: false }] });
  const foreign = await aShop();
  const clickid = (await click()).id;
  const tried = async (params: object) => {
    const { status, body } = await site.json({ event: "sale", secret, test: "1", ...params });
    expect([body.verdict, (await lastStored()).verdict]).toEqual(["test", "test"]);
    expect(JSON.stringify(body)).not.toMatch(/payout|earning|\b500\b/);
    return [status, body.wouldBe, body.reason, body.duplicate];
  };
  expect(await tried({ clickid })).toEqual([200, "accepted", undefined, false]);
  expect(await tried({ clickid: randomUUID() })).toEqual([200, "held", "unknown_click", false]);
  expect(await tried({ clickid, event: "bonus" })).toEqual([409, "refused", "bonus_not_enabled", false]);
  expect(await tried({ clickid: (await foreign.click()).id })).toEqual([401, "refused", "bad_secret", false]);
  expect(await tried({ clickid, status: "back" })).toEqual([400, "refused", "malformed", false]);
  await site.json({ clickid, event: "sale", secret, txid: "T" });
  expect(await tried({ clickid, txid: "T" })).toEqual([200, "duplicate", undefined, true]);
  expect(await eventsOf(agent)).toHaveLength(1);
});
