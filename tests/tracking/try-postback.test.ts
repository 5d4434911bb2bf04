import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { tryPostback } from "../../server/tracking";
import { anAdmin, aPrice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { ago, aShop, change, DAY, openPostbacks, read } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
let superadmin: Actor;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  superadmin = (await aSuperadmin()).actor;
});
afterAll(() => site.close());

const from = { channel: "call" as const, ip: null, userAgent: "" };
const attempt = (id: number, input: object, actor = superadmin) => perform(tryPostback, actor, { id, ...input }, from);
const stored = async () => (await read<{ count: number }>(sql`SELECT count(*)::int AS count FROM postbacks`))[0]!.count;

test("a trial says click, agent, price and verdict, agrees with the postback sent after it, and stores nothing", async () => {
  const shop = await aShop();
  const { id: clickId } = await shop.click();
  const before = await stored();
  const tried = await attempt(shop.site.id, { clickId, event: "sale", txid: "t-1" });
  expect(await stored()).toBe(before);
  expect(tried).toMatchObject({ verdict: "accepted", reason: null, eventId: null, agentId: shop.agent.id });
  expect(tried.steps.map(({ step, holds }) => [step, holds])).toEqual([
    ["click", true],
    ["agent", true],
    ["price", true],
    ["verdict", true],
  ]);
  expect(tried.steps[1]!.reason).toContain(shop.agent.username);
  expect(tried.steps[2]!.reason).toMatch(/^It pays [\d.]+ pesos\. The link's usual price applies\.$/);
  const sent = await site.get({ clickid: clickId, event: "sale", txid: "t-1", secret: shop.secret });
  expect(sent.body).toMatchObject({ verdict: "accepted" });
  const again = await attempt(shop.site.id, { clickId, event: "sale", txid: "t-1" });
  expect(again).toMatchObject({ verdict: "duplicate", eventId: sent.body.id });
  const back = await attempt(shop.site.id, { clickId, event: "sale", txid: "t-1", status: "reversed" });
  expect(back).toMatchObject({ verdict: "accepted" });
  expect(back.steps[2]!.reason).toMatch(/^It takes back [\d.]+ pesos/);
});

test("the price of an office is named as the reason", async () => {
  const shop = await aShop();
  const { id: clickId } = await shop.click();
  await aPrice({ type: shop.type, office: { id: shop.agent.companyId }, payout: 77 });
  const { steps } = await attempt(shop.site.id, { clickId });
  expect(steps[2]!.reason).toMatch(/^It pays 77\.00 pesos\. .+ has a price of its own\.$/);
});

test("a click that is unknown, another site's, too old or suspended is said to be so", async () => {
  const shop = await aShop();
  const other = await aShop();
  const unknown = await attempt(shop.site.id, { clickId: randomUUID() });
  expect(unknown).toMatchObject({ verdict: "held", reason: "unknown_click", agentId: null });
  expect(unknown.steps[0]).toEqual({ step: "click", holds: false, reason: "No click has this ID." });
  const foreign = await attempt(shop.site.id, { clickId: (await other.click()).id });
  expect(foreign).toMatchObject({ verdict: "refused", reason: "bad_secret", agentId: null, typeId: null });
  expect(foreign.steps[0]!.reason).toBe("The click belongs to another site.");
  const old = await attempt(shop.site.id, { clickId: (await shop.click(ago(40 * DAY))).id });
  expect(old).toMatchObject({ verdict: "held", reason: "too_old" });
  expect(old.steps.at(-1)!.reason).toContain("more than 30 days old");
  const missing = await attempt(shop.site.id, { clickId: (await shop.click()).id, status: "reversed" });
  expect(missing).toMatchObject({ verdict: "held", reason: "no_original" });
  const clickId = (await shop.click()).id;
  await change(sql`UPDATE types SET active = FALSE WHERE id = ${shop.type.id}`);
  expect(await attempt(shop.site.id, { clickId })).toMatchObject({ verdict: "held", reason: "suspended" });
});

test("bad input is refused at its field, and admins may not try", async () => {
  const shop = await aShop();
  const { id: clickId } = await shop.click();
  await expect(attempt(shop.site.id, { clickId: "no-uuid" })).rejects.toMatchObject({
    status: 422,
    data: { clickId: ["Please check the value: clickid must be the click ID that the link passed to the site."] },
  });
  await expect(attempt(shop.site.id, { clickId, event: "lead" })).rejects.toMatchObject({ status: 422 });
  await expect(attempt(2_000_000_000, { clickId })).rejects.toMatchObject({ status: 404 });
  await expect(attempt(shop.site.id, { clickId }, (await anAdmin()).actor)).rejects.toMatchObject({ status: 403 });
});
