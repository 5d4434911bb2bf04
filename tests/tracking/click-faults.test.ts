import pg from "pg";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { Batches, type Outcome } from "../../server/tracking/clicks/batches";
import { clickId } from "../../server/tracking/clicks/click-id";
import type { Click } from "../../server/tracking/clicks/store-clicks";
import { aDatabase } from "../world/database";
import { aLine } from "../world/line";
import { withCut } from "./cut";
import { clickRecord, type Spool } from "../../server/tracking/spool";
import { aSpool, waitingIn } from "./spool-world";
import { aShop, clicksOf, read, type Shop } from "./click-world";

/** Database faults that a batch of clicks can meet. */
let shop: Shop;
let url: string;
beforeAll(async () => {
  await (await aDatabase()).enter();
  shop = await aShop({ heard: false });
  spool = await aSpool();
  url = config().DATABASE_URL ?? "";
});

let batches: Batches | undefined;
let spool: Spool;
afterEach(async () => {
  await batches?.close();
  await change(sql`DROP TRIGGER IF EXISTS give_way ON click_uniques`);
  overrideConfig({ DATABASE_URL: url });
});

const DAY = "2026-11-02";
const aClickBy = (visitor: number): Click => ({
  id: clickId(Date.now()),
  ...{ agentId: shop.agent.id, companyId: shop.agent.companyId, siteId: shop.type.siteId, typeId: shop.type.id },
  ...{ class: 0, reason: null, flags: 0, geo: "", ip: null, agent: undefined, referer: null, subs: null, day: DAY },
  visitor: BigInt(visitor),
});
const stored = (click: Click) => new Promise<Outcome>((told) => batches?.add(click, told));
const change = (...statements: Statement[]) =>
  writeTransaction(async () => {
    for (const statement of statements) await execute(statement);
  });
const isStored = async ({ id }: Click) => (await clicksOf(shop.agent)).filter((click) => click.id === id).length;

test("a batch that lost a deadlock is resent with the same ids, and each click is stored once [TRACK-08]", async () => {
  batches = new Batches(spool);
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
  const clicks = [aClickBy(11), aClickBy(12)];
  expect(await Promise.all(clicks.map(stored))).toEqual(["stored", "stored"]);
  expect(await Promise.all(clicks.map(isStored))).toEqual([1, 1]);
  expect(await read(sql`SELECT last_value > 2 AS again FROM tries`)).toEqual([{ again: true }]);
});

test("a batch with an unknown COMMIT outcome is resent whole in one statement that ignores conflicts [TRACK-08]", async () => {
  batches = new Batches(spool);
  expect(await stored(aClickBy(30))).toBe("stored");
  const clicks = Array.from({ length: 20 }, (_, i) => aClickBy(31 + i));
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const { cutAt, outcome } = await withCut({ at: 1, moment: "after", named: /^clicks-/, texts: /^WITH given/ }, () =>
    Promise.all(clicks.map(stored)),
  );
  const names = sent.mock.calls
    .map(([query]) => (query as { name?: string }).name)
    .filter((name) => name !== undefined);
  sent.mockRestore();
  expect([cutAt, outcome]).toEqual([
    expect.stringContaining("WITH given"),
    { status: "fulfilled", value: clicks.map(() => "stored") },
  ]);
  // A plain insert would fail on every stored row and then send each click separately.
  expect(names[0]).toBe("clicks");
  expect(new Set(names.slice(1))).toEqual(new Set(["clicks-again"]));
  expect(names.length).toBeLessThan(clicks.length);
  expect(await Promise.all(clicks.map(isStored))).toEqual(clicks.map(() => 1));
});

test("a connection that no longer responds is dropped, and clicks continue on a new one [TRUST-02]", async () => {
  const line = await aLine(url);
  overrideConfig({ DATABASE_URL: line.url });
  batches = new Batches(spool);
  expect(await stored(aClickBy(21))).toBe("stored");
  line.deafen();
  const late = [aClickBy(22), aClickBy(23)];
  expect(await Promise.all(late.map(stored))).toEqual(["spooled", "spooled"]);
  expect(await waitingIn(spool.folder)).toEqual(late.map((click) => clickRecord(click)));
  let after: Outcome = "spooled";
  let click = aClickBy(24);
  for (const deadline = Date.now() + 60_000; after !== "stored" && Date.now() < deadline;) {
    click = aClickBy(24);
    after = await stored(click);
  }
  expect([after, await isStored(click)]).toEqual(["stored", 1]);
  await line.cut();
});
