import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onLinksChanged } from "../../server/kernel/database/link-state";
import { afterCommit, dryRun, execute, queryOne, writeTransaction } from "../../server/kernel/database/transactions";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { searchPostbacks } from "../../server/logs";
import { canReplay, replayPostback, replayPostbacks, replayScreen } from "../../server/tracking";
import { anAdmin, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
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
const replay = (ids: readonly number[], input: object = {}, actor = superadmin) =>
  perform(replayPostbacks, actor, { ids, ...input }, from);
const dryReplay = (ids: readonly number[], actor = superadmin) => replay(ids, { dryRun: true }, actor);

type Shop = Awaited<ReturnType<typeof aShop>>;
/** Sends a postback that stays pending and returns its ID. */
async function pending({ secret }: Shop, params: Record<string, string>): Promise<number> {
  const { body } = await site.get({ event: "sale", secret, ...params });
  expect(body.verdict).toBe("held");
  return (await lastStored()).id;
}
const oldClick = async ({ click }: Shop) => (await click(ago(40 * DAY))).id;

/** Everything that a booking writes. */
const written = async () =>
  Promise.all(
    ["postbacks", "sale_events", "postback_keys", "stats_delta", "audit", "ledger", "link_state", "accounts"].map(
      (table) => read<{ row: string }>(sql`SELECT t::text AS row FROM ${TABLES[table]!} t ORDER BY 1`),
    ),
  );
const TABLES: Record<string, ReturnType<typeof sql>> = {
  ...{ postbacks: sql`postbacks`, sale_events: sql`sale_events`, postback_keys: sql`postback_keys` },
  ...{ stats_delta: sql`stats_delta`, audit: sql`audit`, ledger: sql`ledger` },
  ...{ link_state: sql`link_state`, accounts: sql`accounts` },
};

test("a replay can change what is pending, or refused for a reason outside of the request [POST-18]", () => {
  const request = { siteId: 1, eventId: null, reason: null };
  const by = (verdict: string, reason: string | null = null) => canReplay({ ...request, verdict, reason });
  for (const reason of ["unknown_click", "too_old", "suspended", "no_original"]) expect(by("held", reason)).toBe(true);
  for (const reason of ["ip_denied", "bonus_not_enabled"]) expect(by("refused", reason), reason).toBe(true);
  for (const reason of ["bad_secret", "missing_clickid", "bad_event", "bad_geo", "bad_ts", "malformed"])
    expect(by("refused", reason), reason).toBe(false);
  for (const verdict of ["accepted", "duplicate", "test"]) expect(by(verdict), verdict).toBe(false);
  expect(canReplay({ ...request, verdict: "held", siteId: null })).toBe(false);
  expect(canReplay({ ...request, verdict: "held", eventId: 7 })).toBe(false);
});

test("a dry run answers what the replay then gives, with agent and price, and stores nothing [POST-18]", async () => {
  const shop = await aShop();
  const sale = await pending(shop, { clickid: await oldClick(shop), txid: "dry" });
  const unknown = await pending(shop, { clickid: randomUUID() });
  await site.get({ clickid: (await shop.click()).id, event: "x", secret: shop.secret });
  const refused = (await lastStored()).id;
  const before = await written();

  const tried = await dryReplay([refused, unknown, sale]);
  expect(await written()).toEqual(before);
  expect(tried.dryRun).toBe(true);
  expect(tried.items).toMatchObject([
    {
      ...{ id: sale, agentId: shop.agent.id, agentUsername: shop.agent.username, changed: true, eventId: null },
      before: { verdict: "held", reason: "too_old", fate: expect.stringContaining("30 days") as unknown },
      after: { verdict: "accepted", reason: null, fate: "" },
      price: { source: "default", payout: 500, tiered: false },
    },
    { id: unknown, changed: false, after: { verdict: "held", reason: "unknown_click" }, price: null },
    { id: refused, changed: false, after: { verdict: "refused", reason: "bad_event" }, price: null },
  ]);
  const shown = await perform(replayScreen, superadmin, { ids: [refused, unknown, sale] }, from);
  expect(shown).toEqual(tried);
  expect(await written()).toEqual(before);

  const done = await replay([refused, unknown, sale]);
  const [event] = await eventsOf(shop.agent);
  expect(done).toEqual({
    dryRun: false,
    items: tried.items.map((item) => (item.id === sale ? { ...item, eventId: event?.id } : item)),
  });
  const audited = await read<{ record_id: string }>(
    sql`SELECT record_id FROM audit WHERE operation = 'postbacks.replaySeveral' ORDER BY id`,
  );
  expect(audited.map(({ record_id }) => Number(record_id))).toEqual([sale, unknown]);
  const again = await replay([sale]);
  expect(again.items).toMatchObject([{ changed: false, after: { verdict: "accepted" }, eventId: event?.id }]);
  expect(await eventsOf(shop.agent)).toHaveLength(1);
});

test("a sale that is replayed together with its reversal books both, in any order of the selection [POST-11, POST-18]", async () => {
  const shop = await aShop();
  const clickid = await oldClick(shop);
  const sale = await pending(shop, { clickid, txid: "both" });
  const repeat = await pending(shop, { clickid, txid: "both" });
  const reversal = await pending(shop, { clickid, txid: "both", status: "reversed" });
  const expected = [
    { id: sale, changed: true, after: { verdict: "accepted" }, price: { payout: 500 } },
    { id: repeat, changed: true, after: { verdict: "duplicate" }, price: null },
    { id: reversal, changed: true, after: { verdict: "accepted" }, price: { payout: -500 } },
  ];
  expect((await dryReplay([reversal, repeat, sale])).items).toMatchObject(expected);
  expect(await eventsOf(shop.agent)).toEqual([]);
  expect((await replay([reversal, repeat, sale, sale])).items).toMatchObject(expected);
  expect((await eventsOf(shop.agent)).map(({ sign }) => sign)).toEqual([1, -1]);
});

test("a dry run suspends nobody and reloads no links, not even after a later commit [POST-14, POST-18]", async () => {
  const shop = await aShop();
  await change(sql`UPDATE options SET value = '1' WHERE name = 'auto_block_account'`);
  let reloads = 0;
  const stop = onLinksChanged(() => Promise.resolve(void reloads++));
  const isActive = () => read<{ active: boolean }>(sql`SELECT active FROM accounts WHERE id = ${shop.agent.accountId}`);
  try {
    const stolen = await pending(shop, { clickid: await oldClick(shop), txid: "stolen", reason: "stolen_card" });
    const before = await written();
    expect((await dryReplay([stolen])).items).toMatchObject([{ after: { verdict: "accepted" } }]);
    expect([await written(), reloads, await isActive()]).toEqual([before, 0, [{ active: true }]]);
    await replay([stolen]);
    expect([reloads, await isActive()]).toEqual([1, [{ active: false }]]);
  } finally {
    stop();
    await change(sql`UPDATE options SET value = '0' WHERE name = 'auto_block_account'`);
  }
});

test("a dry run inside of a transaction rolls back its own changes and callbacks only", async () => {
  const { agent } = await aShop();
  const ran: string[] = [];
  const note = (name: string) => afterCommit(() => Promise.resolve(void ran.push(name)));
  const active = () => queryOne<{ active: boolean }>(sql`SELECT active FROM accounts WHERE id = ${agent.accountId}`);
  await writeTransaction(async () => {
    note("outer");
    const inside = await dryRun(async () => {
      note("inner");
      await execute(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
      return active();
    });
    expect([inside, await active()]).toEqual([{ active: false }, { active: true }]);
    await expect(dryRun(() => Promise.reject(new Error("fault")))).rejects.toThrow("fault");
  });
  expect(ran).toEqual(["outer"]);
});

test("a replay needs existing postbacks, at most 100 of them, and a superadmin [POST-18]", async () => {
  const shop = await aShop();
  const held = await pending(shop, { clickid: await oldClick(shop) });
  const refusal = (call: Promise<unknown>) => expect(call).rejects;
  for (const input of [{}, { dryRun: true }]) {
    await refusal(replay([held, 999_999_999], input)).toMatchObject({ status: 404 });
    await refusal(replay([], input)).toMatchObject({ status: 422 });
    const many = Array.from({ length: 101 }, (_, i) => i + 1);
    await refusal(replay(many, input)).toMatchObject({ status: 422 });
    await refusal(replay([held], input, (await anAdmin()).actor)).toMatchObject({ status: 403 });
  }
  const poor = { ...superadmin, earningVisible: false };
  expect((await dryReplay([held], poor)).items[0]?.price).toEqual({ source: "default", tiered: false });
  expect(await eventsOf(shop.agent)).toEqual([]);
});

test("superadmins' rows say whether a replay can change them; a replay that cannot leaves the request alone [POST-18]", async () => {
  const shop = await aShop();
  const clickId = (await shop.click(ago(MINUTE))).id;
  await site.get({ clickid: clickId, event: "sale", secret: shop.secret });
  await site.get({ clickid: clickId, event: "x", secret: shop.secret });
  const refused = (await lastStored()).id;
  await pending(shop, { clickid: clickId, event: "bonus", status: "reversed" });
  const rows = async (actor: Actor) =>
    (await perform(searchPostbacks, actor, { clickId }, from)).items.map(({ verdict, canReplay }) => [
      verdict,
      canReplay,
    ]);
  expect(await rows(superadmin)).toEqual([
    ["held", true],
    ["refused", false],
    ["accepted", false],
  ]);
  expect(await rows(shop.agent.actor)).toEqual([
    ["held", undefined],
    ["refused", undefined],
    ["accepted", undefined],
  ]);
  const before = await written();
  const answer = await perform(replayPostback, superadmin, { id: refused }, from);
  expect(answer).toEqual({ verdict: "refused", id: null, duplicate: false, reason: "bad_event" });
  expect(await written()).toEqual(before);
});
