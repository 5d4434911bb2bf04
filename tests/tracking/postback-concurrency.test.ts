import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { LOCKS } from "../../server/kernel/database/advisory-locks";
import { dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId } from "../../server/trade/periods";
import { retryPending } from "../../server/tracking/postbacks/pending";
import { differences, ROLLUPS } from "../oracle/rollups";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";
import { ago, aShop, change, countStored, DAY, eventsOf, MINUTE, openPostbacks, read } from "./postback-world";

let database: TestDatabase;
let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  site = await openPostbacks();
});
afterAll(() => site.close());

async function expectEqual(): Promise<void> {
  for (const table of ROLLUPS) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(differences(table));
    await client.end();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
}

test("200 sales sent 10 times each concurrently are 200 rows, and all ten responses have the same id [POST-08] [TRUST-06]", async () => {
  const { agent, secret, clicks } = await aShop();
  const before = await countStored();
  const sales = (await clicks(200)).map((clickid, i) => ({
    clickid,
    event: "sale",
    secret,
    // Half are identified by txid, half by click.
    ...(i % 2 === 0 ? { txid: `sale ${i}` } : {}),
  }));
  const answers = await Promise.all(
    sales.map((sale) => Promise.all(Array.from({ length: 10 }, () => site.json(sale)))),
  );
  const events = await eventsOf(agent);
  expect(events).toHaveLength(200);
  for (const ten of answers) {
    expect(ten.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(ten.map(({ body }) => body.id)).size).toBe(1);
    expect(ten.filter(({ body }) => body.verdict === "accepted")).toHaveLength(1);
    expect(ten.filter(({ body }) => body.duplicate)).toHaveLength(9);
  }
  expect(new Set(answers.flat().map(({ body }) => body.id))).toEqual(new Set(events.map(({ id }) => id)));
  expect(await countStored()).toBe(before + 2000);
  await expectEqual();
});

test("concurrent sales and reversals in any order end with each sale reversed once [POST-10] [POST-11] [POST-12]", async () => {
  const { agent, secret, clicks } = await aShop();
  const sent = (await clicks(60)).map((clickid, i) => {
    const base = { clickid, event: "sale", secret };
    const sale = { ...base, txid: `t${i}` };
    const reversed = { ...sale, status: "reversed" };
    const bySite = { ...base, status: "reversed" };
    return [reversed, sale, bySite, sale, reversed];
  });
  await Promise.all(sent.flat().map((params) => site.form(params as Record<string, string>)));
  // A reversal that was pending while its sale was being booked is retried automatically.
  await change(sql`UPDATE postbacks SET next_try_at = now() WHERE verdict = 'held'`);
  await retryPending();
  const events = await eventsOf(agent);
  expect(events.filter(({ sign }) => sign === 1)).toHaveLength(60);
  const undone = events.filter(({ sign }) => sign === -1).map(({ reverses }) => reverses);
  expect(undone).toHaveLength(60);
  expect(new Set(undone).size).toBe(60);
  const left = await read(sql`SELECT id FROM postbacks WHERE verdict = 'held' AND agent_id = ${agent.id}`);
  expect(left).toEqual([]);
  await expectEqual();
});

test("a sale concurrent with the closing of its pay period is booked after it, on the day of its receipt [POST-17]", async () => {
  const { agent, secret, click } = await aShop();
  // At noon, so that one minute later is in the same half-month.
  const past = new Date(startOfDay(dayOf(ago(17 * DAY))).getTime() + DAY / 2);
  const period = payPeriodId(dayOf(past));
  const clickid = (await click(past)).id;
  const closer = new pg.Client({ connectionString: database.url });
  await closer.connect();
  await closer.query("BEGIN");
  await closer.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCKS.payPeriod, period]);
  const sale = site.get({ clickid, event: "sale", ts: new Date(past.getTime() + MINUTE).toISOString(), secret });
  const early = await Promise.race([sale, new Promise((done) => setTimeout(() => done("waits"), 400))]);
  expect(early).toBe("waits");
  await closer.query(
    "INSERT INTO pay_periods (id, start_day, end_day, state, closed_at, hash) VALUES ($1, $2, $2, 'closed', now(), '')",
    [period, dayOf(past)],
  );
  await closer.query("COMMIT");
  await closer.end();
  expect((await sale).body.verdict).toBe("accepted");
  const event = first(await eventsOf(agent));
  expect(event).toMatchObject({ day: dayOf(event.received_at), occurred_at: new Date(past.getTime() + MINUTE) });
  await expectEqual();
});

const MANY_CUTS = 20;

test("lost connections lose no sale: acknowledged ones exist once, and all others can be sent again", async () => {
  const { agent, secret, clicks } = await aShop();
  const sales = (await clicks(150)).map((clickid) => ({ clickid, event: "sale", secret }));
  const killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  let cuts = 0;
  let areAnswered = false;
  const cutAgainAndAgain = async () => {
    while (cuts < MANY_CUTS && !areAnswered) {
      const { rowCount } = await killer.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postbacks' AND state <> 'idle' AND datname = current_database() LIMIT 1",
      );
      cuts += rowCount ?? 0;
    }
  };
  const cutting = cutAgainAndAgain();
  const answers = await Promise.all(sales.map((sale) => site.form(sale)));
  areAnswered = true;
  await cutting;
  await killer.end();
  expect(cuts).toBeGreaterThan(5);
  const ids = new Set((await eventsOf(agent)).map(({ id }) => id));
  for (const { status, body } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 200) expect(ids).toContain(body.id);
  }
  const again = await Promise.all(sales.map((sale) => site.form(sale)));
  expect(again.every(({ status }) => status === 200)).toBe(true);
  expect(await eventsOf(agent)).toHaveLength(150);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(75);
  await expectEqual();
});
