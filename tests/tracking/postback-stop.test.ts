import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { startRetrying } from "../../server/tracking";
import { aDatabase } from "../world/database";
import { aShop, change, openPostbacks, read } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
let other: pg.Client;
beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  other = new pg.Client(database.url);
  await other.connect();
  site = await openPostbacks();
});
afterAll(async () => {
  await other.end();
  await site.close();
});

test("a stop waits for the retry in progress and leaves the others to the next start", async () => {
  const { secret } = await aShop();
  const id = randomUUID();
  await site.get({ clickid: id, event: "sale", secret });
  await change(sql`UPDATE postbacks SET next_try_at = received_at`);
  await change(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, status, params, next_try_at)
    SELECT gen_random_uuid(), received_at + n * interval '1 ms', 'held', 'unknown_click', site_id, click_id, 'sale', status,
      params, received_at FROM postbacks, generate_series(1, 2) AS n`);
  await other.query("BEGIN; LOCK TABLE postbacks IN SHARE MODE");
  const stop = startRetrying(5);
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'postbacks'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  let ended = false;
  const stopped = stop().then(() => (ended = true));
  await pause(50);
  expect(ended).toBe(false);
  await other.query("COMMIT");
  await stopped;
  expect(await read(sql`SELECT tries FROM postbacks ORDER BY tries`)).toEqual([
    { tries: 0 },
    { tries: 0 },
    { tries: 1 },
  ]);
});
