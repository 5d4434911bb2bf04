import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { searchPostbacks } from "../../server/logs";
import { replayPostback } from "../../server/tracking";
import { anAdmin, anAgent, anOffice, aPrice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { ago, aShop, change, DAY, eventsOf, lastStored, MINUTE, openPostbacks, read } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
let superadmin: Actor;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  superadmin = (await aSuperadmin()).actor;
});
afterAll(() => site.close());

const from = { channel: "call" as const, ip: null, userAgent: "" };
const search = (actor: Actor, input: object = {}) => perform(searchPostbacks, actor, input, from);
const replay = (id: number, actor = superadmin) => perform(replayPostback, actor, { id }, from);

test("superadmins see every request, agents and managers the outcome of their own, without parameters [POST-18]", async () => {
  const shop = await aShop();
  const other = await aShop();
  const colleague = await anAgent({ office: { id: shop.agent.companyId, officeName: "" } });
  const sale = await site.get({ clickid: (await shop.click()).id, event: "sale", txid: "own", secret: shop.secret });
  await site.get({ clickid: (await shop.click()).id, event: "nonsense", secret: shop.secret });
  await site.get({ clickid: (await other.click()).id, event: "sale", secret: other.secret });
  await site.get({ clickid: (await other.click()).id, event: "sale", secret: shop.secret });
  await site.get({ clickid: randomUUID(), event: "sale", secret: "nobody's" });

  const everything = await search(superadmin);
  expect(everything.total).toBe(5);
  expect(everything.items.map(({ verdict }) => verdict)).toEqual([
    "refused",
    "refused",
    "accepted",
    "refused",
    "accepted",
  ]);
  expect(everything.items.at(-1)).toMatchObject({
    verdict: "accepted",
    reason: null,
    siteId: shop.site.id,
    sitename: shop.site.sitename,
    agentId: shop.agent.id,
    agentUsername: shop.agent.username,
    event: "sale",
    txid: "own",
    status: "approved",
    ip: "203.0.113.9",
    params: { txid: "own", secret: "***" },
    eventId: sale.body.id,
  });
  const manager = { ...(await anOffice()).actor, companyId: shop.agent.companyId };
  for (const [actor, names] of [
    [shop.agent.actor, false],
    [manager, true],
  ] as const) {
    const { items, total } = await search(actor);
    expect([total, items.map(({ verdict, reason }) => [verdict, reason])]).toEqual([
      2,
      [
        ["refused", "bad_event"],
        ["accepted", null],
      ],
    ]);
    for (const row of items) {
      expect(Object.keys(row)).not.toContain("params");
      expect(Object.keys(row)).not.toContain("ip");
      expect(Object.keys(row).includes("agentUsername")).toBe(names);
    }
  }
  expect((await search(colleague.actor)).total).toBe(0);
  const admin = await search((await anAdmin()).actor);
  expect([admin.total, Object.keys(first(admin.items)).includes("params")]).toEqual([5, false]);
});

test("filters work, and refuse criteria and records that the role does not have [POST-18]", async () => {
  const shop = await aShop();
  const foreign = await aShop();
  const clickId = (await shop.click()).id;
  await site.get({ clickid: clickId, event: "sale", txid: "find me", secret: shop.secret });
  await site.get({ clickid: clickId, event: "bonus", secret: shop.secret });
  const total = async (input: object, actor = superadmin) => (await search(actor, input)).total;
  expect(await total({ clickId })).toBe(2);
  expect(await total({ clickId, txid: "find me" })).toBe(1);
  expect(await total({ siteId: shop.site.id, verdict: "accepted" })).toBe(2);
  expect(await total({ siteId: shop.site.id, verdict: "held" })).toBe(0);
  expect(await total({ agentId: shop.agent.id })).toBe(2);
  expect(await total({ companyId: shop.agent.companyId })).toBe(2);
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" });
  expect(await total({ clickId, start: day.format(ago(DAY)), end: day.format(ago(0)) })).toBe(2);
  expect(await total({ clickId, start: "2020-01-01", end: "2020-01-02" })).toBe(0);
  const byEvent = await search(superadmin, { clickId, sortField: "event", sortAsc: true, pageSize: 1, page: 2 });
  expect(byEvent.items.map(({ event }) => event)).toEqual(["sale"]);

  const { actor } = shop.agent;
  const refusal = (input: object, as = actor) =>
    search(as, input).then(String, (thrown) => [thrown.status, Object.keys(thrown.data ?? {})]);
  expect(await refusal({ companyId: shop.agent.companyId })).toEqual([422, ["companyId"]]);
  expect(await refusal({ agentId: shop.agent.id })).toEqual([422, ["agentId"]]);
  expect(await refusal({ sortField: "agentUsername" })).toEqual([422, ["sortField"]]);
  expect(await refusal({ start: "2026-02-30", end: "2026-03-01" })).toEqual([422, ["start"]]);
  expect(await refusal({ sortField: "params" })).toEqual([422, ["sortField"]]);
  const manager = { ...(await anOffice()).actor, companyId: shop.agent.companyId };
  expect(await refusal({ agentId: foreign.agent.id }, manager)).toEqual([404, []]);
});

test("a replay overrides age and suspension, uses the price of the receipt and books once [POST-18] [PRICE-03]", async () => {
  const { agent, secret, click, type } = await aShop();
  await site.get({ clickid: (await click(ago(40 * DAY))).id, event: "sale", secret });
  const old = await lastStored();
  const clickid = (await click(ago(MINUTE))).id;
  await change(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
  await site.get({ clickid, event: "bonus", secret });
  const suspended = await lastStored();
  await aPrice({ type, payout: 1, bonusPayout: 2, since: ago(0) });

  const answer = await replay(old.id);
  const [event] = await eventsOf(agent);
  expect(answer).toEqual({ verdict: "accepted", id: event?.id, duplicate: false });
  expect(event).toMatchObject({ payout: "500.00" });
  expect(await replay(old.id)).toEqual({ verdict: "duplicate", id: event?.id, duplicate: true });
  expect(await replay(suspended.id)).toMatchObject({ verdict: "accepted" });
  expect(await eventsOf(agent)).toMatchObject([{ event: 0 }, { event: 1, payout: "250.00" }]);
  const stored = await read(sql`SELECT verdict, reason, event_id FROM postbacks WHERE id = ${old.id}`);
  expect(stored).toEqual([{ verdict: "accepted", reason: null, event_id: event?.id }]);
  const audit = await read(
    sql`SELECT before, after FROM audit WHERE operation = 'postbacks.replay' ORDER BY id LIMIT 1`,
  );
  expect(audit).toEqual([
    {
      before: { verdict: "held", reason: "too_old" },
      after: { verdict: "accepted", reason: null, eventId: event?.id },
    },
  ]);
});

test("a replay needs a superadmin and an existing click, original and site [POST-18]", async () => {
  const { secret, click, agent } = await aShop();
  await site.get({ clickid: randomUUID(), event: "sale", secret });
  const held = await lastStored();
  expect(await replay(held.id)).toEqual({ verdict: "held", id: null, duplicate: false, reason: "unknown_click" });
  await site.get({ clickid: (await click()).id, event: "sale", status: "reversed", secret });
  expect(await replay((await lastStored()).id)).toMatchObject({ verdict: "held", reason: "no_original" });
  await site.get({ clickid: (await click()).id, event: "x", secret });
  expect(await replay((await lastStored()).id)).toMatchObject({ verdict: "refused", reason: "bad_event" });
  const clickid = (await click()).id;
  await site.get({ clickid, event: "sale", secret: "none" });
  await expect(replay((await lastStored()).id)).rejects.toMatchObject({ status: 409 });
  await site.get({ clickid, event: "sale", secret, test: "1" });
  await expect(replay((await lastStored()).id)).rejects.toMatchObject({ status: 409 });
  await expect(replay(999_999_999)).rejects.toMatchObject({ status: 404 });
  await expect(replay(held.id, (await anAdmin()).actor)).rejects.toMatchObject({ status: 403 });
  expect(await eventsOf(agent)).toEqual([]);
});
