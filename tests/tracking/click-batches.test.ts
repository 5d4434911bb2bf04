import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { sql } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { aFolder } from "../world/server";
import { db } from "../world/db";
import { allLoaded, aShop, aVisitor, change, type Clicking, clicksOf, measuresOf, openClicking } from "./click-world";

/** Two click handlers on one database, as in two workers. */
let doors: [Clicking, Clicking];
let before: string;
beforeAll(async () => {
  before = config().DATA_DIR;
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

describe("acknowledged clicks", () => {
  test("are stored once if the connection that loads them is killed again and again [TRACK-08]", async () => {
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
      await pause(20);
      const { rows } = await killer.query<{ pg_terminate_backend: boolean }>(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'clicks' AND datname = current_database()",
      );
      killed += rows.length;
      await pause(300);
    }
    await killer.end();
    const told = await Promise.all(answers);
    expect(new Set(told.map((text) => text.slice(0, 3)))).toEqual(new Set(["302"]));
    const ids = told.map((text) => text.slice(-36));
    expect(await allLoaded(60_000)).toBe(true);
    expect(killed).toBeGreaterThan(5);
    expect((await clicksOf(shop.agent)).map(({ id }) => id).sort()).toEqual(ids.sort());
    expect((await measuresOf(shop.agent)).hits).toBe(ids.length);
  });

  test("are redirected whatever the database refuses, and only the refused rows are set aside [TRUST-05]", async () => {
    const [door] = doors;
    const shop = await aShop();
    await change(sql`ALTER TABLE clicks ADD CONSTRAINT refused CHECK (referer <> 'https://refused.example/')`);
    const referers = Array.from({ length: 60 }, (_, i) =>
      i === 30 ? "https://refused.example/" : `https://fine.example/${i}`,
    );
    const answers = await Promise.all(referers.map((Referer) => door.open(shop.path, { Referer })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(await clicksOf(shop.agent)).toHaveLength(59);
    expect(await measuresOf(shop.agent)).toEqual({ hits: 59, raws: 59, uniques: 59 });
    await change(sql`ALTER TABLE clicks DROP CONSTRAINT refused`);
  });

  test("do not wait for the database: while the table is locked every redirect is sent [TRUST-03]", async () => {
    const shop = await aShop();
    const ids: string[] = [];
    await whileLocked(async () => {
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(Array.from({ length: 100 }, () => doors[0].open(shop.path)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
        ids.push(...answers.map(({ headers }) => String(headers.location).slice(-36)));
      }
      expect(await allLoaded(50)).toBe(false);
    });
    expect(await allLoaded(60_000)).toBe(true);
    expect((await clicksOf(shop.agent)).map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test("are in the database after the server has closed in an orderly way [TRUST-08]", async () => {
    const door = await openClicking({ CLICK_RATE: 0, DATA_DIR: await aFolder() });
    const shop = await aShop();
    const answers = Array.from({ length: 200 }, () => door.open(shop.path));
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([302]));
    await door.close();
    expect(await measuresOf(shop.agent)).toMatchObject({ hits: 200 });
    overrideConfig({ DATA_DIR: before });
  });
});

test("a redirect is 503 with Retry-After if the disk does not accept the click, and is sent again once it does [TRUST-07]", async () => {
  // The folder of the log cannot be created because a file has its name.
  const DATA_DIR = await aFolder();
  await writeFile(path.join(DATA_DIR, "log"), "");
  const door = await openClicking({ DATA_DIR });
  const shop = await aShop();
  const { status, headers, body } = await door.open(shop.path);
  expect([status, headers["retry-after"], headers.location]).toEqual([503, "2", undefined]);
  expect(body).toContain("The service is busy. Nothing was lost; try again in a moment.");
  // HEAD stores nothing.
  expect((await door.open(shop.path, {}, "HEAD")).status).toBe(302);
  await rm(path.join(DATA_DIR, "log"));
  expect((await door.open(shop.path)).status).toBe(302);
  expect(await clicksOf(shop.agent)).toHaveLength(1);
  await door.close();
  overrideConfig({ DATA_DIR: before });
});

test("clicks are stored once the lost server of a cluster is back", async () => {
  const door = await openClicking({ DATA_DIR: await aFolder() });
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
    expect(await allLoaded(300)).toBe(false);
  } finally {
    await client.query("DROP TRIGGER lost ON clicks");
    await client.query("DROP FUNCTION lose_server");
    await client.end();
  }
  expect(await allLoaded(60_000)).toBe(true);
  expect(await clicksOf(shop.agent)).toHaveLength(5);
  await door.close();
  overrideConfig({ DATA_DIR: before });
});
