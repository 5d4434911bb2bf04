import { readdir } from "node:fs/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { overrideConfig } from "../../server/kernel/process/config";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { dayOf } from "../../server/kernel/time";
import { payPeriodId } from "../../server/trade/periods";
import { loadOrCreateKey } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { close } from "../../server/payroll";
import { closePostbacks, hasSpooledRecords, spoolIsEmpty } from "../../server/tracking";
import { folderOf } from "../../server/tracking/log/folder";
import { untilLoaded } from "../../server/tracking/log/progress";
import { ask as askFor } from "../reports/ask";
import { differences, ROLLUPS } from "../oracle/rollups";
import { aClick, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { first } from "../world/first";
import { aLine } from "../world/line";
import { ask, type Clicking, change, openClicking } from "./click-world";
import { ago, aShop, DAY, eventsOf, read } from "./postback-world";
import { loaded, payloadsIn } from "./log-world";

/** Links and postbacks over a database connection that fails. The test's own reads use a direct one. */
let line: Awaited<ReturnType<typeof aLine>>;
let door: Clicking;
let folder: string;
let direct: string;
let shop: Awaited<ReturnType<typeof aShop>>;
let link: string;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  direct = database.url;
  // Opens the test's pools before the handler connects through the failing line.
  folder = folderOf(await writeTransaction(() => loadOrCreateKey("visitors")));
  line = await aLine(database.url);
  door = await openClicking({ CLICK_RATE: 0, SPOOL_AFTER_MS: 250, DATABASE_URL: line.url });
});
beforeEach(async () => {
  shop = await aShop();
  await change();
  link = `/api/links/go/${shop.site.id}/${shop.type.id}/${shop.agent.id}`;
});
afterAll(async () => {
  await back();
  await door.close();
  await closePostbacks();
  await line.cut();
  overrideConfig({ DATABASE_URL: direct });
});

let away = false;
const fail = () => {
  away = true;
  line.fallSilent();
};
async function back(): Promise<void> {
  if (away) await line.cut();
  if (away) await line.mend();
  away = false;
}
afterEach(back);

const click = async () => {
  const { status, headers } = await door.open(link);
  return { status, id: String(headers.location).slice(-36) };
};
const clicks = (count: number) => Promise.all(Array.from({ length: count }, click));
const tell = async (given: Record<string, string>) => {
  const params = new URLSearchParams({ event: "sale", secret: shop.secret, ...given });
  const { status, headers, body } = await ask(door.port, `/api/postback?${params}`, {
    "X-Forwarded-For": "203.0.113.9",
  });
  return { status, retry: headers["retry-after"], ...(JSON.parse(body) as { verdict?: string; reason?: string }) };
};
const SPOOLED = { status: 202, verdict: "held", reason: "spooled", id: null, duplicate: false };

const storedOf = (ids: string[]) =>
  read<{ id: string; n: number }>(
    sql`SELECT id, count(*)::int AS n FROM clicks WHERE id = ANY(${ids}::uuid[]) GROUP BY id`,
  );
const postbacksOf = (clickid: string) =>
  read<{ verdict: string; reason: string | null }>(
    sql`SELECT verdict, reason FROM postbacks WHERE click_id = ${clickid} ORDER BY id`,
  );
const isEmpty = () => writeTransaction(spoolIsEmpty);

async function rollupsEqualRows(): Promise<void> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  for (const table of ROLLUPS) expect({ table, ...(await rowsOf(client, table)) }).toEqual({ table, rows: [] });
  await client.end();
}
const rowsOf = async (client: pg.Client, table: (typeof ROLLUPS)[number]) => ({
  rows: (await client.query(differences(table))).rows,
});

/** Prevents loading while `body` runs: each batch waits for the lock on the positions. */
async function whileNobodyLoads(body: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: direct });
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE log_positions IN ACCESS EXCLUSIVE MODE");
  try {
    await body();
  } finally {
    await holder.end();
  }
}

test("clicks and sales stay in the log while the database is down, and each is loaded once when it is back [TRUST-03]", async () => {
  const before = await clicks(20);
  const early = first(await shop.clicks(1));
  await loaded(folder);
  fail();
  const during = await clicks(200);
  expect(during.map(({ status }) => status)).toEqual(Array(200).fill(302));
  // Its click is in the log only; that of the next sale was stored long ago.
  expect(await tell({ clickid: first(during).id, txid: "spooled click" })).toMatchObject(SPOOLED);
  expect(await tell({ clickid: early, txid: "early" })).toMatchObject(SPOOLED);
  // A site without a final response sends it again.
  expect(await tell({ clickid: early, txid: "early" })).toMatchObject(SPOOLED);
  await expect.poll(hasSpooledRecords).toBe(true);
  await expect.poll(() => figure("spool_bytes")).toBeGreaterThan(20_000);
  await line.cut();
  during.push(...(await clicks(50)));
  expect(await tell({ clickid: early, event: "bonus" })).toMatchObject(SPOOLED);
  expect(await storedOf(during.map(({ id }) => id))).toEqual([]);

  await back();
  await loaded(folder);
  expect(await isEmpty()).toBe(true);
  const ids = [...before, ...during].map(({ id }) => id);
  const stored = await storedOf(ids);
  expect(stored.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(stored.filter(({ n }) => n !== 1)).toEqual([]);
  const events = await eventsOf(shop.agent);
  expect(events.map(({ txid, event }) => `${event} ${txid}`).sort()).toEqual(["0 early", "0 spooled click", "1 null"]);
  expect((await postbacksOf(early)).map(({ verdict }) => verdict)).toEqual(["accepted", "duplicate", "accepted"]);
  await rollupsEqualRows();
  await expect.poll(hasSpooledRecords).toBe(false);
  await expect.poll(async () => [await figure("spool_bytes"), await figure("spool_files")]).toEqual([0, 0]);
  expect(first(await clicks(1)).status).toBe(302);
  overrideConfig({ SPOOL_AFTER_MS: 20_000 });
  const answer = await tell({ clickid: early, txid: "after" });
  overrideConfig({ SPOOL_AFTER_MS: 250 });
  expect(answer).toMatchObject({ status: 200, verdict: "accepted" });
});

test("a spooled sale gets the price and secret of its receipt [POST-15]", async () => {
  const [cheap, refused] = (await shop.clicks(2)) as [string, string];
  fail();
  expect(await tell({ clickid: cheap })).toMatchObject(SPOOLED);
  // A secret that no site has is not stored. Unknown clicks and test postbacks cannot be recognized yet.
  expect((await tell({ clickid: refused, secret: "wrong" })).status).toBe(503);
  expect(await tell({ clickid: refused, test: "1" })).toMatchObject(SPOOLED);
  expect(await tell({ clickid: "01890000-0000-7000-8000-000000000000" })).toMatchObject(SPOOLED);
  await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO prices (type_id, payout, earning, lpp, since)
      VALUES (${shop.type.id}, 9999, 9999, 9, clock_timestamp())`);
    await execute(sql`UPDATE site_secrets SET revoked_at = clock_timestamp() WHERE site_id = ${shop.site.id}`);
  });
  const held = Buffer.concat(await payloadsIn(folder));
  expect([held.includes(cheap), held.includes(shop.secret)]).toEqual([true, false]);
  await back();
  await loaded(folder);
  const events = await eventsOf(shop.agent);
  expect(events).toHaveLength(1);
  expect(Number(first(events).payout)).toBeLessThan(9_999);
  expect(await postbacksOf(cheap)).toEqual([{ verdict: "accepted", reason: null }]);
  expect(await postbacksOf(refused)).toEqual([{ verdict: "test", reason: null }]);
});

test("a sale whose click is on its way waits for it, and is decided by the log if that takes long", async () => {
  let sales = 0;
  const report = async () => tell({ clickid: (await click()).id, txid: `at once ${sales++}` });
  overrideConfig({ SPOOL_AFTER_MS: 1_500 });
  const answers = [];
  for (let n = 0; n < 10; n++) answers.push(await report());
  // On a busy machine loading may take longer than a site is kept waiting.
  for (const answer of answers)
    expect(answer).toMatchObject(answer.verdict === "held" ? SPOOLED : { status: 200, verdict: "accepted" });
  expect(answers.filter(({ verdict }) => verdict === "accepted").length).toBeGreaterThan(0);
  await whileNobodyLoads(async () => {
    expect(await report()).toMatchObject(SPOOLED);
    // A click that is stored already does not wait.
    expect(await tell({ clickid: first(await shop.clicks(1)), txid: "old" })).toMatchObject({ verdict: "accepted" });
    expect(await untilLoaded(folder, 100)).toBe(false);
  });
  overrideConfig({ SPOOL_AFTER_MS: 250 });
  await loaded(folder);
  await expect.poll(async () => (await eventsOf(shop.agent)).length).toBe(12);
  expect(
    await read(sql`SELECT DISTINCT verdict FROM postbacks WHERE agent_id = ${shop.agent.id} AND reason IS NULL`),
  ).toEqual([{ verdict: "accepted" }]);
});

test("a row that the database refuses is set aside, and the others are loaded [TRUST-05]", async () => {
  await change(sql`ALTER TABLE clicks ADD CONSTRAINT refused CHECK (referer <> 'https://refused.example/')`);
  fail();
  const answers = await Promise.all(
    ["https://fine.example/1", "https://refused.example/", "https://fine.example/2"].map((Referer) =>
      door.open(link, { Referer }),
    ),
  );
  const ids = answers.map(({ headers }) => String(headers.location).slice(-36));
  await back();
  await loaded(folder);
  expect((await storedOf(ids)).map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
  const aside = (await readdir(folder)).filter((name) => name.endsWith(".refused"));
  expect(aside).toHaveLength(1);
  expect(ids).toHaveLength(3);
  await expect.poll(() => figure("spool_refused_files")).toBe(1);
  await change(sql`ALTER TABLE clicks DROP CONSTRAINT refused`);
});

test("an unreadable request is refused at once, and stored with its cause if it has the secret of a site", async () => {
  const details = async () =>
    (await read<{ detail: string }>(sql`SELECT detail FROM postbacks WHERE detail LIKE '%longer than 8 KB%'`)).length;
  const before = await details();
  fail();
  const long = "x".repeat(8_200);
  for (const query of [`x=${long}`, `secret=${shop.secret}&x=${long}`]) {
    const { status, body } = await ask(door.port, `/api/postback?${query}`, {});
    const refused = { verdict: "refused", reason: "malformed", id: null, duplicate: false };
    expect([status, JSON.parse(body)]).toMatchObject([414, refused]);
  }
  await back();
  await loaded(folder);
  expect(await details()).toBe(before + 1);
});

test("a flood of postbacks without a known secret cannot fill the log, and a sale among them is kept", async () => {
  const clickid = first(await shop.clicks(1));
  fail();
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, (_, n) => tell({ clickid, txid: `${n}`, secret: `guess-${n}` })),
    tell({ clickid, secret: "" }),
  ]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, retry: "5", code: "UNAVAILABLE" });
  expect((await payloadsIn(folder)).filter((payload) => payload.includes(clickid))).toEqual([]);
  expect(await tell({ clickid, txid: "good" })).toMatchObject(SPOOLED);
  await back();
  await loaded(folder);
  expect((await eventsOf(shop.agent)).map(({ txid }) => txid)).toEqual(["good"]);
});

test("a half-month cannot be closed while records wait in the log", async () => {
  const boss = (await aSuperadmin()).actor;
  const closing = () => askFor(close, boss, { id: payPeriodId(dayOf(ago(20 * DAY))), phpPerUsd: 56 });
  await writeTransaction(() => aClick({ agent: shop.agent, type: shop.type, at: ago(20 * DAY) }));
  await whileNobodyLoads(async () => {
    await click();
    await expect(closing()).rejects.toMatchObject({
      status: 409,
      message: "Some clicks and sales are not loaded yet. Please close this half-month once they are.",
    });
  });
  await loaded(folder);
  expect(await closing()).toMatchObject({ state: "closed" });
});
