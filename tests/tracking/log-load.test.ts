import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { copyFile, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { crc32 } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withOwnConnection } from "../../server/kernel/database/connections";
import { config } from "../../server/kernel/process/config";
import { dayOf } from "../../server/kernel/time";
import { sql } from "../../server/kernel/database/sql";
import { closePostbacks } from "../../server/tracking";
import { clickId } from "../../server/tracking/clicks/click-id";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import { classifiedUserAgents } from "../../server/tracking/clicks/user-agents";
import { secretHashOf } from "../../server/tracking/postbacks/decide";
import { ClickLog } from "../../server/tracking/log/click-log";
import { refusedFiles, segmentsIn } from "../../server/tracking/log/folder";
import { convertFormerSpool } from "../../server/tracking/log/former-spool";
import { Loader } from "../../server/tracking/log/loader";
import { PositionMoved } from "../../server/tracking/log/positions";
import { maxSizeOf, postbackPayload, writeClick } from "../../server/tracking/log/records";
import { framed } from "../../server/tracking/log/segment";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { aShop, eventsOf, read } from "./postback-world";
import { aClickOf, aLog, aLogFolder, appended, appendedPayload, contentsOf, loadAll } from "./log-world";

/** Segments as they are left by processes that have ended. */
const CLICKS = 450;
const EACH = 20;
type Shop = Awaited<ReturnType<typeof aShop>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
});
afterAll(() => closePostbacks());

const at = Date.now() - 60_000;
const sale = (shop: Shop, params: Record<string, string>, more = 1_000) =>
  postbackPayload({
    request: { receipt: randomUUID(), receivedAt: new Date(at + more), ip: "203.0.113.9", params },
    secretHash: secretHashOf(shop.secret),
    unreadable: false,
  });
const aClick = (shop: Shop, visitor: number, more: Partial<Click> = {}) =>
  aClickOf(shop, visitor, { id: clickId(at), day: dayOf(at), ...more });

/** Clicks with a sale after each twentieth. */
async function written(log: ClickLog, shop: Shop): Promise<void> {
  const results: Promise<boolean>[] = [];
  for (let n = 1; n <= CLICKS; n++) {
    const click = aClick(shop, n);
    results.push(appended(log, click));
    if (n % EACH > 0) continue;
    const params = { clickid: click.id, txid: `t${n}`, event: "sale" };
    results.push(appendedPayload(log, sale(shop, params, n)));
    if (n === EACH) results.push(appendedPayload(log, sale(shop, { ...params, status: "reversed" }, n)));
  }
  expect(new Set(await Promise.all(results))).toEqual(new Set([true]));
  await log.close();
}

const numberOf = async ({ agent }: Shop) =>
  (await read<{ n: number }>(sql`SELECT count(*)::int AS n FROM clicks WHERE agent_id = ${agent.id}`))[0]?.n;

test("clicks are loaded together despite sales between them, and each sale after its click [TRUST-03]", async () => {
  const shop = await aShop();
  const log = await aLog();
  await written(log, shop);
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await loadAll(log.folder);
  const batches = sent.mock.calls.filter(([query]) => (query as { name?: string }).name === "clicks");
  sent.mockRestore();
  expect(batches).toHaveLength(1);
  expect(segmentsIn(log.folder)).toEqual([]);
  expect(await numberOf(shop)).toBe(CLICKS);
  const sales = Math.floor(CLICKS / EACH);
  expect(
    await read(sql`SELECT verdict, count(*)::int AS n FROM postbacks WHERE agent_id = ${shop.agent.id} GROUP BY 1`),
  ).toEqual([{ verdict: "accepted", n: sales + 1 }]);
  const events = await eventsOf(shop.agent);
  expect(events.map(({ txid, sign }) => `${txid} ${sign}`).slice(0, 3)).toEqual(["t20 1", "t20 -1", "t40 1"]);
  expect(events).toHaveLength(sales + 1);
});

test("a sale is decided after the clicks before it in every other segment, also in a younger one [TRUST-03]", async () => {
  const shop = await aShop();
  const [sales, clicks] = [await aLog(), await aLog()];
  const click = aClick(shop, 1);
  await appended(clicks, click);
  await appendedPayload(sales, sale(shop, { clickid: click.id, event: "sale" }));
  await Promise.all([sales.close(), clicks.close()]);
  const [late] = segmentsIn(clicks.folder);
  await rename(path.join(clicks.folder, late ?? ""), path.join(sales.folder, "999999999999999-w9-dead.log"));
  await loadAll(sales.folder);
  expect(await eventsOf(shop.agent)).toHaveLength(1);
  expect(segmentsIn(sales.folder)).toEqual([]);
});

test("a copy of a segment that is loaded already counts nothing twice, whatever loads it [TRUST-03]", async () => {
  const shop = await aShop();
  const log = await aLog();
  await written(log, shop);
  const name = first(segmentsIn(log.folder));
  // As a backup restores it, or a disk that lost the deletion with its power.
  const elsewhere = await aLogFolder();
  await copyFile(path.join(log.folder, name), path.join(elsewhere, name));
  await loadAll(log.folder);
  const events = (await eventsOf(shop.agent)).length;
  expect(await loadAll(elsewhere)).toBe(0);
  expect([await numberOf(shop), (await eventsOf(shop.agent)).length]).toEqual([CLICKS, events]);
  expect(segmentsIn(elsewhere)).toEqual([]);
});

test("a loader whose position another one has moved stores nothing and sets nothing aside [TRUST-03]", async () => {
  const shop = await aShop();
  const log = await aLog();
  const options = { folder: log.folder, agentOf: classifiedUserAgents(), onLoaded: () => undefined };
  const inTurn = async (one: pg.Client, other: pg.Client) => {
    const [quick, late] = [new Loader(one, options), new Loader(other, options)];
    await appended(log, aClick(shop, 1));
    expect([await quick.load(), await late.load()]).toEqual([1, 0]);
    await appended(log, aClick(shop, 2));
    expect(await quick.load()).toBe(1);
    await expect(late.load()).rejects.toThrow(PositionMoved);
    await Promise.all([quick.close(), late.close()]);
  };
  await withOwnConnection("clicks", (one) => withOwnConnection("clicks", (other) => inTurn(one, other)));
  await log.close();
  expect(await numberOf(shop)).toBe(2);
  expect(refusedFiles(log.folder)).toEqual([]);
});

test("a load that ends between its clicks and a sale among them repeats only the sale [TRUST-03]", async () => {
  const shop = await aShop();
  const log = await aLog();
  const click = aClick(shop, 1);
  await appended(log, click);
  await appendedPayload(log, sale(shop, { clickid: click.id, txid: "cut", event: "sale" }));
  await appended(log, aClick(shop, 2));
  await withOwnConnection("clicks", async (client) => {
    const onLoaded = () => {
      throw new Error("cut");
    };
    const loader = new Loader(client, { folder: log.folder, agentOf: classifiedUserAgents(), onLoaded });
    await expect(loader.load()).rejects.toThrow("cut");
    await loader.close();
  });
  expect([await numberOf(shop), (await eventsOf(shop.agent)).length]).toEqual([2, 0]);
  await appended(log, aClick(shop, 3));
  await log.close();
  expect(await loadAll(log.folder)).toBe(2);
  expect([await numberOf(shop), (await eventsOf(shop.agent)).length]).toEqual([3, 1]);
  expect(refusedFiles(log.folder)).toEqual([]);
});

test("a sale that was read before its click in another segment waits for it [TRUST-03]", async () => {
  const shop = await aShop();
  const log = await aLog();
  const other = new ClickLog(log.folder);
  await appended(log, aClick(shop, 1));
  await appended(other, aClick(shop, 2));
  const [early = "", late = ""] = segmentsIn(log.folder);
  const click = aClick(shop, 3);
  const bytes = Buffer.alloc(maxSizeOf(click));
  const payload = bytes.subarray(0, writeClick(bytes, 0, click));
  const verdicts = () => read(sql`SELECT verdict FROM postbacks WHERE click_id = ${click.id}::uuid`);
  // Both arrive after the size of one segment was read and before that of the other.
  const { statSync } = fs;
  const spy = vi.spyOn(fs, "statSync").mockImplementation(((file: string, options: fs.StatSyncOptions) => {
    if (file.endsWith(late)) {
      spy.mockRestore();
      syncBuiltinESMExports();
      fs.appendFileSync(path.join(log.folder, early), framed(payload));
      fs.appendFileSync(file, framed(sale(shop, { clickid: click.id, txid: "crossed", event: "sale" })));
    }
    return statSync(file, options);
  }) as typeof statSync);
  syncBuiltinESMExports();
  await withOwnConnection("clicks", async (client) => {
    const options = { folder: log.folder, agentOf: classifiedUserAgents(), onLoaded: () => undefined };
    const loader = new Loader(client, options);
    expect(await loader.load()).toBe(2);
    expect(await verdicts()).toEqual([]);
    expect(await loader.load()).toBe(2);
    await loader.close();
  });
  expect(await verdicts()).toEqual([{ verdict: "accepted" }]);
  await Promise.all([log.close(), other.close()]);
});

test("a segment that ends before its position has been loaded, and a damaged one keeps its damage aside [TRUST-04]", async () => {
  const shop = await aShop();
  const log = await aLog();
  await appended(log, aClick(shop, 1));
  expect(await loadAll(log.folder)).toBe(1);
  const file = path.join(log.folder, first(segmentsIn(log.folder)));
  // Bytes that were not synced are lost with the power, but their click may be stored.
  await writeFile(file, (await import("node:fs")).readFileSync(file).subarray(0, 40));
  expect(await loadAll(log.folder)).toBe(0);
  expect(await numberOf(shop)).toBe(1);
  await log.close();

  const other = await aLog();
  for (let n = 1; n <= 3; n++) await appended(other, aClick(shop, n));
  await other.close();
  const damaged = path.join(other.folder, first(segmentsIn(other.folder)));
  const bytes = (await import("node:fs")).readFileSync(damaged);
  bytes[12 + 10] = (bytes[12 + 10] ?? 0) ^ 1;
  await writeFile(damaged, bytes);
  expect(await loadAll(other.folder)).toBe(2);
  const aside = (await readdir(other.folder)).filter((name) => name.endsWith(".refused"));
  expect((await contentsOf(path.join(other.folder, first(aside)))).payloads).toHaveLength(1);
});

test("the rows that the database refuses are set aside, and the others are loaded [TRUST-05]", async () => {
  const shop = await aShop();
  const [log, second] = [await aLog(), await aLog()];
  await read(sql`ALTER TABLE clicks ADD CONSTRAINT refused CHECK (referer <> 'https://refused.example/')`);
  const bad = new Set([0, 17, 63]);
  for (let n = 0; n < 64; n++)
    await appended(log, aClick(shop, n, { referer: `https://${bad.has(n) ? "refused" : "fine"}.example/` }));
  await appended(second, aClick(shop, 99));
  await Promise.all([log.close(), second.close()]);
  const other = first(segmentsIn(second.folder));
  await rename(path.join(second.folder, other), path.join(log.folder, other));
  await loadAll(log.folder);
  expect(await numberOf(shop)).toBe(65 - bad.size);
  const sums = await read(
    sql`SELECT sum(hits)::int AS hits, sum(uniques)::int AS uniques FROM stats_delta WHERE agent_id = ${shop.agent.id}`,
  );
  expect(sums).toEqual([{ hits: 62, uniques: 62 }]);
  const aside = (await readdir(log.folder)).filter((name) => name.endsWith(".refused"));
  expect(aside).toHaveLength(1);
  const { payloads } = await contentsOf(path.join(log.folder, first(aside)));
  expect(payloads.map((payload) => payload.includes("https://refused.example/"))).toEqual([true, true, true]);
  expect(segmentsIn(log.folder)).toEqual([]);
  await read(sql`ALTER TABLE clicks DROP CONSTRAINT refused`);
});

test("what a former version has left on the disk is loaded once, even if some of it is stored already [TRUST-03]", async () => {
  const shop = await aShop();
  const log = await aLog();
  const stored = aClick(shop, 1);
  await appended(log, stored);
  await log.close();
  await loadAll(log.folder);
  const former = path.resolve(config().DATA_DIR, "spool", `former-${shop.agent.id}`);
  await mkdir(former, { recursive: true });
  const other = aClick(shop, 2, { referer: "https://fine.example/", subs: { sub1: "x" } });
  const fields = ({ id, agentId, companyId, siteId, typeId, referer, day, subs, visitor }: Click) => [
    ...[id, agentId, companyId, siteId, typeId, 0, null, 0, "US", "203.0.113.5", referer, day],
    ...["Mozilla/5.0", subs, String(visitor)],
  ];
  const params = { clickid: other.id, event: "sale" };
  const records = [
    { c: fields(stored) },
    { c: fields(other) },
    { p: [randomUUID(), at + 1_000, null, params, secretHashOf(shop.secret)?.toString("hex"), false] },
  ].map((record) => {
    const payload = Buffer.from(JSON.stringify(record));
    const head = Buffer.alloc(8);
    head.writeUInt32BE(payload.length, 0);
    head.writeUInt32BE(crc32(payload), 4);
    return Buffer.concat([head, payload]);
  });
  const torn = Buffer.of(0, 0, 1, 0, 7);
  const bytes = Buffer.concat([Buffer.from("spool 1\n"), ...records, torn]);
  for (const name of ["000000000000001-w1-00.spool", "000000000000002-w1-01.loading"])
    await writeFile(path.join(former, name), bytes);
  await writeFile(path.join(former, "000000000000003-w1-02.refused"), "spool 1\n");
  await convertFormerSpool(former, log.folder);
  expect([await readdir(former), segmentsIn(log.folder)]).toEqual([
    [],
    ["000000000000001-former-00.log", "000000000000002-former-01.log"],
  ]);
  await loadAll(log.folder);
  expect(await numberOf(shop)).toBe(2);
  expect(await read(sql`SELECT sum(hits)::int AS hits FROM stats_delta WHERE agent_id = ${shop.agent.id}`)).toEqual([
    { hits: 2 },
  ]);
  expect(await eventsOf(shop.agent)).toHaveLength(1);
  expect(await readdir(log.folder)).toContain("000000000000003-w1-02.refused");
});
