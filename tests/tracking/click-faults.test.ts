import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { sql } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { aFolder } from "../world/server";
import { aLine } from "../world/line";
import { allLoaded, aShop, change, type Clicking, clicksOf, openClicking, read, type Shop } from "./click-world";
import { aClickOf, aLog, appended, loadAll } from "./log-world";

/** Database faults that loading the log can meet. */
let shop: Shop;
let url: string;
let door: Clicking;
let line: Awaited<ReturnType<typeof aLine>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  url = config().DATABASE_URL ?? "";
  line = await aLine(url);
  // Opens the test's own connections before those through the line.
  shop = await aShop({ heard: false });
  door = await openClicking({ CLICK_RATE: 0, DATA_DIR: await aFolder(), DATABASE_URL: line.url });
});
afterAll(async () => {
  await door.close();
  await line.cut();
  overrideConfig({ DATABASE_URL: url });
});

test("a batch that lost a deadlock is loaded again, and each click is stored once [TRACK-08]", async () => {
  // A sequence is not rolled back: the first two attempts meet a deadlock and a conflict.
  await change(
    sql`CREATE SEQUENCE tries`,
    sql`CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        CASE nextval('tries')
          WHEN 1 THEN RAISE SQLSTATE '40P01';
          WHEN 2 THEN RAISE SQLSTATE '40001';
          ELSE RETURN NEW;
        END CASE;
      END $$`,
    sql`CREATE TRIGGER give_way BEFORE INSERT ON click_uniques FOR EACH ROW EXECUTE FUNCTION give_way()`,
  );
  const log = await aLog();
  const clicks = [aClickOf(shop, 11), aClickOf(shop, 12)];
  for (const click of clicks) expect(await appended(log, click)).toBe(true);
  await log.close();
  expect(await loadAll(log.folder)).toBe(2);
  expect((await clicksOf(shop.agent)).map(({ id }) => id).sort()).toEqual(clicks.map(({ id }) => id).sort());
  expect(await read(sql`SELECT last_value > 2 AS again FROM tries`)).toEqual([{ again: true }]);
  await change(sql`DROP TRIGGER give_way ON click_uniques`);
});

test("clicks continue while a connection no longer responds, and are stored through a new one [TRUST-02]", async () => {
  line.deafen();
  const answers = await Promise.all(Array.from({ length: 20 }, () => door.open(shop.path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
  const ids = answers.map(({ headers }) => String(headers.location).slice(-36));
  expect(await allLoaded(60_000)).toBe(true);
  const stored = new Set((await clicksOf(shop.agent)).map(({ id }) => id));
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
});

test("two loaders of one folder store each click once", async () => {
  const log = await aLog(1_000);
  const before = (await clicksOf(shop.agent)).length;
  for (let n = 0; n < 100; n++) expect(await appended(log, aClickOf(shop, n))).toBe(true);
  await log.close();
  // The position decides: the second one is refused and begins again.
  const load = async (): Promise<void> => loadAll(log.folder).then(() => undefined, load);
  await Promise.all([load(), load(), load()]);
  expect((await clicksOf(shop.agent)).length - before).toBe(100);
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  const { rows } = await reader.query(
    "SELECT sum(hits)::int = (SELECT count(*) FROM clicks) AS equal FROM stats_delta",
  );
  await reader.end();
  expect(rows).toEqual([{ equal: true }]);
});
