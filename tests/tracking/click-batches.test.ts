import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { sql } from "../../server/kernel/database/sql";
import { Batches, type Outcome } from "../../server/tracking/clicks/batches";
import { clickId } from "../../server/tracking/clicks/click-id";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import { aDatabase } from "../world/database";
import { aFolder } from "../world/server";
import { db } from "../world/db";
import { FULL_DISK } from "./spool-world";
import { aShop, aVisitor, change, type Clicking, clicksOf, measuresOf, openClicking, type Shop } from "./click-world";

/** Two click handlers on one database, as in two workers. */
let doors: [Clicking, Clicking];
beforeAll(async () => {
  await (await aDatabase()).enter();
  doors = [await openClicking({ CLICK_RATE: 0 }), await openClicking({ CLICK_RATE: 0 })];
});
afterAll(() => Promise.all(doors.map((door) => door.close())));

const connected = async () => {
  const client = new pg.Client({ connectionString: config().DATABASE_URL, options: "-c enable_nestloop=off" });
  await client.connect();
  return client;
};

/** Runs `body` with the clicks table locked, so that no click can be stored. */
async function whileLocked(body: () => Promise<void>): Promise<void> {
  const holder = await connected();
  try {
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE clicks IN ACCESS EXCLUSIVE MODE");
    await body();
  } finally {
    await holder.end();
  }
}

/** A click on the shop's link by the visitor with this number. */
const aClickOf = ({ agent, type }: Shop, visitor: number, more: Partial<Click> = {}): Click => ({
  id: clickId(Date.now()),
  agentId: agent.id,
  companyId: agent.companyId,
  siteId: type.siteId,
  typeId: type.id,
  class: 0,
  reason: null,
  flags: 0,
  geo: "",
  ip: null,
  agent: undefined,
  referer: null,
  subs: null,
  day: "2026-11-02",
  visitor: BigInt(visitor),
  ...more,
});

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, order: randomBytes(4).readUInt32BE() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);

describe("uniques", () => {
  test("are 1 for a visitor's first click on an agent and type, else 0; another browser is another visitor [TRACK-16]", async () => {
    const [door] = doors;
    const [shop, other] = [await aShop(), await aShop()];
    const visitor = { "X-Forwarded-For": aVisitor() };
    const open = (path = shop.path, headers = {}) => door.open(path, { ...visitor, ...headers });
    await open();
    await open();
    await open(shop.path, { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0" });
    await open(shop.path, { "X-Forwarded-For": aVisitor() });
    await open(shop.path, { "User-Agent": "curl/8.5.0" });
    await open(other.path);
    expect((await clicksOf(shop.agent)).map((click) => click.is_unique)).toEqual([true, false, true, true, false]);
    expect((await clicksOf(other.agent)).map((click) => click.is_unique)).toEqual([true]);
  });

  test("are counted separately for each type of an agent [TRACK-16]", async () => {
    const [door] = doors;
    const shop = await aShop();
    const { siteId } = shop.type;
    const [second] = await db.rows<{ id: number }>`
        INSERT INTO types (site_id, typename, typealias, url)
        VALUES (${siteId}, 'second', 'second', 'https://shop.example/2') RETURNING id`;
    await change();
    const visitor = { "X-Forwarded-For": aVisitor() };
    const paths = [shop.path, `/api/links/go/${siteId}/${second?.id}/${shop.agent.id}`];
    for (const path of [...paths, ...paths]) expect((await door.open(path, visitor)).status).toBe(302);
    expect((await clicksOf(shop.agent)).map((click) => click.is_unique)).toEqual([true, true, false, false]);
  });

  test("are exact when 40 visitors click ten times each, concurrently on two workers [TRACK-16]", async () => {
    const shop = await aShop();
    const visitors = Array.from({ length: 40 }, aVisitor);
    const clicks = shuffled(visitors.flatMap((visitor) => Array<string>(10).fill(visitor)));
    const answers = await Promise.all(
      clicks.map((visitor, i) => doors[(i % 2) as 0 | 1].open(shop.path, { "X-Forwarded-For": visitor })),
    );
    expect(answers.every(({ status }) => status === 302)).toBe(true);
    expect(await measuresOf(shop.agent)).toEqual({ hits: 400, raws: 400, uniques: 40 });
    const stored = await clicksOf(shop.agent);
    const first = new Set(stored.filter((click) => click.is_unique).map((click) => click.ip));
    expect([stored.length, first.size]).toEqual([400, 40]);
  });
});

describe("batches", () => {
  test("are resent with the same ids if their connection is killed, and every acknowledged click is stored once [TRACK-08]", async () => {
    const shop = await aShop();
    const killer = await connected();
    let killed = 0;
    const answers: Promise<string>[] = [];
    for (let round = 0; round < 6 || killed <= 5; round++) {
      for (let i = 0; i < 100; i++) {
        answers.push(
          doors[(i % 2) as 0 | 1]
            .open(shop.path)
            .then(({ status, headers }) => `${status} ${String(headers.location)}`),
        );
      }
      await pause(5);
      const { rows } = await killer.query<{ pg_terminate_backend: boolean }>(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'clicks-%' AND datname = current_database()",
      );
      killed += rows.length;
      await pause(150);
    }
    await killer.end();
    const told = await Promise.all(answers);
    const ids = told.filter((text) => text.startsWith("302")).map((text) => text.slice(-36));
    const stored = new Set((await clicksOf(shop.agent)).map(({ id }) => id));
    expect(killed).toBeGreaterThan(5);
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.filter((id) => !stored.has(id))).toEqual([]);
    expect((await measuresOf(shop.agent)).hits).toBe(stored.size);
  });

  test("lose only the rows that the database refuses [TRUST-05]", async () => {
    const [door] = doors;
    const shop = await aShop();
    await change(sql`ALTER TABLE clicks ADD CONSTRAINT refused CHECK (referer <> 'https://refused.example/')`);
    const referers = Array.from({ length: 60 }, (_, i) =>
      i === 30 ? "https://refused.example/" : `https://fine.example/${i}`,
    );
    const answers = await Promise.all(referers.map((Referer) => door.open(shop.path, { Referer })));
    expect(answers.map(({ status }) => status)).toEqual(referers.map((_, i) => (i === 30 ? 500 : 302)));
    expect(await clicksOf(shop.agent)).toHaveLength(59);
    expect(await measuresOf(shop.agent)).toEqual({ hits: 59, raws: 59, uniques: 59 });
    await change(sql`ALTER TABLE clicks DROP CONSTRAINT refused`);
  });

  test("refuse clicks beyond 5,000 pending ones at once, and with a full disk every pending click gets an answer [TRUST-07]", async () => {
    const shop = await aShop();
    const patience = config().SPOOL_AFTER_MS;
    overrideConfig({ SPOOL_AFTER_MS: 250 });
    const batches = new Batches(FULL_DISK);
    const outcomes: Outcome[] = [];
    const warm = new Promise<void>((stored) => batches.add(aClickOf(shop, 0), () => stored()));
    await warm;
    await whileLocked(async () => {
      let taken = 0;
      for (let i = 0; i < 6_000; i++) {
        if (batches.add(aClickOf(shop, i), (outcome) => outcomes.push(outcome))) taken++;
        // Two batches of 200 are sent before the others are stuck.
        if (i === 200 || i === 400) await pause(1);
      }
      expect(taken).toBeGreaterThanOrEqual(5_000);
      expect(taken).toBeLessThanOrEqual(5_400);
      while (outcomes.length < taken) await pause(20);
      expect(new Set(outcomes)).toEqual(new Set(["unavailable"]));
    });
    let after: unknown = "unavailable";
    for (const deadline = Date.now() + 60_000; after !== "stored" && Date.now() < deadline; await pause(20)) {
      after = await new Promise((told) => batches.add(aClickOf(shop, 1), told));
    }
    expect(after).toBe("stored");
    await batches.close();
    overrideConfig({ SPOOL_AFTER_MS: patience });
  });

  test("that wait while every connection is busy put off what can wait", async () => {
    const shop = await aShop();
    const batches = new Batches(FULL_DISK);
    let visitor = 0;
    const add = () => batches.add(aClickOf(shop, visitor++), () => undefined);
    expect(batches.isBehind()).toBe(false);
    await whileLocked(() => expect.poll(() => add() && batches.isBehind()).toBe(true));
    await expect.poll(() => batches.isBehind()).toBe(false);
    await batches.close();
  });

  test("in flight are stored before the connections close, and later clicks are refused [TRUST-08]", async () => {
    const shop = await aShop();
    const batches = new Batches(FULL_DISK);
    const outcomes: Outcome[] = [];
    for (let i = 0; i < 1_000; i++) batches.add(aClickOf(shop, i), (outcome) => outcomes.push(outcome));
    const closed = batches.close();
    expect(batches.add(aClickOf(shop, 1), () => undefined)).toBe(false);
    await closed;
    expect(outcomes).toEqual(Array<Outcome>(1_000).fill("stored"));
    expect(await clicksOf(shop.agent)).toHaveLength(1_000);
  });
});

test("a redirect is 503 with Retry-After if neither the database nor the disk accepts the click [TRUST-07]", async () => {
  // The spool folder cannot be created because a file has its name.
  const DATA_DIR = await aFolder();
  await writeFile(path.join(DATA_DIR, "spool"), "");
  const before = config().DATA_DIR;
  const door = await openClicking({ DATA_DIR, SPOOL_AFTER_MS: 250 });
  const shop = await aShop();
  await whileLocked(async () => {
    const { status, headers, body } = await door.open(shop.path);
    expect([status, headers["retry-after"], headers.location]).toEqual([503, "2", undefined]);
    expect(body).toContain("The service is busy. Nothing was lost; try again in a moment.");
    // HEAD does not need the database.
    expect((await door.open(shop.path, {}, "HEAD")).status).toBe(302);
  });
  expect((await door.open(shop.path)).status).toBe(302);
  await door.close();
  overrideConfig({ DATA_DIR: before });
});

test("clicks that the database refuses at once because one of its servers is lost are answered from the spool", async () => {
  const door = await openClicking({ DATA_DIR: await aFolder(), SPOOL_AFTER_MS: 250 });
  const shop = await aShop();
  const client = await connected();
  // The answer of a coordinator while one of its workers is unreachable.
  await client.query(`
    CREATE FUNCTION lose_server() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'connection to the remote node failed' USING ERRCODE = '08006'; END $$`);
  await client.query("CREATE TRIGGER lost BEFORE INSERT ON clicks FOR EACH STATEMENT EXECUTE FUNCTION lose_server()");
  try {
    const answers = await Promise.all(Array.from({ length: 5 }, () => door.open(shop.path)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(302));
  } finally {
    await client.query("DROP TRIGGER lost ON clicks");
    await client.query("DROP FUNCTION lose_server");
    await client.end();
    await door.close();
  }
});
