import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { sql } from "../../server/kernel/database/sql";
import { clickId } from "../../server/tracking/clicks/click-id";
import { secretHashOf } from "../../server/tracking/postbacks/decide";
import { retryPending } from "../../server/tracking/postbacks/pending";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import {
  ago,
  aSecret,
  aShop,
  change,
  elsewhere,
  eventsOf,
  lastStored,
  MINUTE,
  openPostbacks,
  read,
  type Stored,
} from "./postback-world";

/**
 * Postbacks that are decided by themselves and not in a batch: the first one with a secret that this process has not seen,
 * and pending ones at a retry. They have to end as they would together with others.
 */

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());

type Shop = Awaited<ReturnType<typeof aShop>>;
/** Sends a postback with a secret of the site that nothing was sent with before. */
const sendAlone = async (shop: Shop, params: Record<string, string>, headers = {}) =>
  site.get({ event: "sale", secret: await aSecret(shop.site.id), ...params }, headers);
const storedOf = async (clickid: string) =>
  read<Stored>(sql`SELECT * FROM postbacks WHERE click_id = ${clickid} ORDER BY id`);
const isActive = async ({ agent }: Shop) =>
  first(await read<{ active: boolean }>(sql`SELECT active FROM accounts WHERE id = ${agent.accountId}`)).active;
const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000);

test("a sale books the reversal that was waiting for it, and is stored with whose it is [POST-11]", async () => {
  const shop = await aShop();
  const clickid = (await shop.click()).id;
  const held = await sendAlone(shop, { clickid, txid: "r", status: "reversed" });
  expect(held.body).toMatchObject({ verdict: "held", reason: "no_original" });
  const sale = await sendAlone(shop, { clickid, txid: "r" });
  expect(sale.body.verdict).toBe("accepted");
  const events = await eventsOf(shop.agent);
  expect(events.map(({ sign, reverses }) => [sign, reverses])).toEqual([
    [1, null],
    [-1, sale.body.id],
  ]);
  const whose = { agent_id: shop.agent.id, company_id: shop.agent.companyId, type_id: shop.type.id };
  expect(await storedOf(clickid)).toMatchObject([
    { verdict: "accepted", event_id: events[1]?.id, field: null, detail: null, ...whose },
    { verdict: "accepted", event_id: sale.body.id, ...whose },
  ]);
});

test("only a stolen card suspends the agent while the option is on, and an agent without one keeps selling [POST-14]", async () => {
  const shop = await aShop();
  await change(sql`UPDATE options SET value = '1' WHERE name = 'auto_block_account'`);
  const plain = await sendAlone(shop, { clickid: (await shop.click()).id });
  expect([plain.body.verdict, await isActive(shop)]).toEqual(["accepted", true]);
  await sendAlone(shop, { clickid: (await shop.click()).id, reason: "stolen_card" });
  await change(sql`UPDATE options SET value = '0' WHERE name = 'auto_block_account'`);
  expect(await isActive(shop)).toBe(false);
});

test("a repeat with another amount is answered with the difference", async () => {
  const shop = await aShop();
  const clickid = (await shop.click()).id;
  const sold = await sendAlone(shop, { clickid, txid: "1", amount: "10.00", currency: "USD" });
  const again = await sendAlone(shop, { clickid, txid: "1", amount: "12.00", currency: "USD" });
  expect(again.body).toMatchObject({ duplicate: true, id: sold.body.id });
  expect(again.body.detail).toContain("with another amount");
});

test("what a known site sends is stored as it came, and a refusal counts against the address it came from", async () => {
  const shop = await aShop();
  const from = elsewhere();
  const taken = async () =>
    first(
      await read<{ stored: number }>(
        sql`SELECT coalesce(sum(stored), 0)::int AS stored FROM postback_refusals WHERE address = ${from["x-test-address"]}`,
      ),
    ).stored;
  const other = await aShop();
  const params = { clickid: (await other.click()).id, own: "kept" };
  const answers = [await sendAlone(shop, params, from), await sendAlone(shop, { ...params, event: "x" }, from)];
  expect(answers.map(({ body }) => body.verdict)).toEqual(["refused", "refused"]);
  expect((await lastStored()).params).toMatchObject({ own: "kept" });
  expect(await taken()).toBe(2);
});

test.each([
  ["books it once its click is there and the agent may still sell", "UPDATE accounts SET active = true", "accepted"],
  ["leaves it to a superadmin if the agent was suspended since", "UPDATE accounts SET active = false", "held"],
])("the retry of a pending sale %s [POST-13]", async (_, then, verdict) => {
  const { agent, secret, type } = await aShop();
  const moment = ago(MINUTE);
  const id = clickId(moment.getTime());
  await site.get({ clickid: id, event: "sale", txid: "p", amount: "10.00", currency: "USD", secret });
  await change(sql`
    INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
    VALUES (${id}, ${moment}, ${agent.id}, ${agent.companyId}, ${type.siteId}, ${type.id}, 0, true, 0, 'US')`);
  await change(
    then.endsWith("true")
      ? sql`UPDATE accounts SET active = true WHERE id = ${agent.accountId}`
      : sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`,
  );
  await withFixedTime(soon(11), () => retryPending());
  expect((await eventsOf(agent)).length).toBe(verdict === "accepted" ? 1 : 0);
  expect(first(await storedOf(id))).toMatchObject({
    ...{ verdict, reason: verdict === "held" ? "suspended" : null, next_try_at: null, tries: 1 },
    ...{ agent_id: agent.id, company_id: agent.companyId, type_id: type.id },
  });
});

test("the retry of a pending sale that was reported again meanwhile finds the repeat, and says how it differs [POST-13]", async () => {
  const { agent, secret, type } = await aShop();
  const moment = ago(MINUTE);
  const id = clickId(moment.getTime());
  const sell = (amount: string) => site.get({ clickid: id, event: "sale", txid: "q", amount, currency: "USD", secret });
  await sell("10.00");
  await change(sql`
    INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
    VALUES (${id}, ${moment}, ${agent.id}, ${agent.companyId}, ${type.siteId}, ${type.id}, 0, true, 0, 'US')`);
  const again = await sell("12.00");
  expect(again.body.verdict).toBe("accepted");
  await withFixedTime(soon(11), () => retryPending());
  expect((await eventsOf(agent)).map(({ id: event }) => event)).toEqual([again.body.id]);
  const [retried] = await storedOf(id);
  expect(retried).toMatchObject({ verdict: "duplicate", event_id: again.body.id, agent_id: agent.id });
  expect(retried?.detail).toContain("with another amount");
});

test("a secret is a text of 512 characters at most, and nothing else is looked up", () => {
  expect(secretHashOf("s".repeat(512))).toBeInstanceOf(Buffer);
  for (const secret of ["", "s".repeat(513), undefined, null, 7, ["s"], { s: "s" }])
    expect(secretHashOf(secret), JSON.stringify(secret)).toBeUndefined();
});

test("an unknown click stays unknown: one try more, due again in ten seconds [POST-13]", async () => {
  const { secret } = await aShop();
  const id = randomUUID();
  await site.get({ clickid: id, event: "sale", secret });
  const at = soon(11);
  await withFixedTime(at, () => retryPending());
  const [held] = await storedOf(id);
  expect(held).toMatchObject({ verdict: "held", reason: "unknown_click", tries: 1, agent_id: null });
  expect(held?.next_try_at?.getTime()).toBe(at.getTime() + 10_000);
});
