import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { times } from "../world/long";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { rollUpOnce, startRollUp } from "../../server/tracking/rollup/roll-up";
import { centsOf } from "../oracle/money";
import { differences, ROLLUPS } from "../oracle/rollups";
import { aClick, anAgent, anOffice, aReversal, aSale, aSite, type Agent, type Type } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";

let database: TestDatabase;
let reader: pg.Client;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
});
afterAll(() => reader.end());

const HOUR = 3_600_000;

async function expectEqual(): Promise<void> {
  for (const table of ROLLUPS) {
    const { rows } = await reader.query(differences(table));
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
}

const count = async (table: string) => {
  const { rows } = await reader.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return first(rows).n;
};

async function aCompany() {
  const offices = [await anOffice({ agents: 3 }), await anOffice({ agents: 3 })];
  const site = await aSite({ types: [{ bonus: true }, { bonus: true }] });
  return { agents: offices.flatMap(({ agents }) => agents), types: site.types };
}

let seed = 7;
/** The same numbers in every run. */
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const pick = <T>(list: readonly T[]): T => first(list.slice(random(list.length)));

/** A click, often with a sale or bonus, sometimes with its reversal, in one transaction that is slow to commit. */
async function trade({ agents, types }: { agents: Agent[]; types: Type[] }, pause: number): Promise<void> {
  await writeTransaction(async () => {
    const agent = pick(agents);
    const type = pick(types);
    const at = new Date(Date.UTC(2026, random(3), 1 + random(28), random(24), random(60)));
    const flags = random(4);
    const click = await aClick({ agent, type, at, geo: pick(["US", "DE", ""]), flags, unique: random(2) === 0 });
    if (random(2) === 0) {
      const sale = await aSale({ agent, type, at, click, flags, event: pick(["sale", "bonus", "click"] as const) });
      if (random(3) === 0) await aReversal(sale, { at: new Date(at.getTime() + random(40) * 86_400_000) });
    }
    await new Promise((done) => setTimeout(done, pause));
  });
}

test("rolling up adds every delta to four roll-ups and leaves none, on both sides of a half-month", async () => {
  const agent = await anAgent();
  const type = first((await aSite()).types);
  for (const at of ["2026-02-15T23:00:00-05:00", "2026-02-16T00:00:00-05:00", "2026-02-28T23:59:59-05:00"]) {
    await aSale({ agent, type, at });
  }
  expect(await rollUpOnce()).toBe(6);
  expect(await rollUpOnce()).toBe(0);
  expect(await count("stats_delta")).toBe(0);
  const { rows } = await reader.query(
    "SELECT day::text, raws, uniques, sales, payout FROM stats_half WHERE agent_id = $1 ORDER BY day",
    [agent.id],
  );
  expect(rows).toEqual([
    { day: "2026-02-01", raws: 1, uniques: 0, sales: 1, payout: "500.00" },
    { day: "2026-02-16", raws: 2, uniques: 0, sales: 2, payout: "1000.00" },
  ]);
  await expectEqual();
});

test("money is exact to the cent from the price through every roll-up [PRICE-05]", async () => {
  const agent = await anAgent();
  const { types } = await aSite({ types: [{ bonus: true }] });
  const type = first(types);
  const sum = { payout: 0n, earning: 0n, bonus_payout: 0n, bonus_earning: 0n };
  const at = "2026-04-10T12:00:00Z";
  for (let i = 0; i < 120; i++) {
    // Binary fractions cannot represent tenths and cents.
    const cents = () => (i % 7 === 0 ? 999_999_989 + random(10) : random(100));
    const [payout, earning] = [cents(), cents()];
    const event = i % 2 === 0 ? ("sale" as const) : ("bonus" as const);
    const sale = await aSale({
      agent,
      type,
      at,
      event,
      price: { payout: payout / 100, earning: earning / 100, lpp: 1 },
    });
    const undone = i % 5 === 0;
    if (undone) await aReversal(sale, { at });
    if (i % 40 === 0) await rollUpOnce();
    if (undone) continue;
    sum[event === "sale" ? "payout" : "bonus_payout"] += BigInt(payout);
    sum[event === "sale" ? "earning" : "bonus_earning"] += BigInt(earning);
  }
  await rollUpOnce();
  for (const table of ROLLUPS.filter((name) => /^stats_(day|half)/.test(name))) {
    const { rows } = await reader.query<Record<keyof typeof sum, string>>(
      `SELECT payout, earning, bonus_payout, bonus_earning FROM ${table} WHERE agent_id = $1`,
      [agent.id],
    );
    const found = Object.entries(first(rows)).map(([name, text]) => [name, centsOf(text)]);
    expect({ table, ...Object.fromEntries(found) }).toEqual({ table, ...sum });
  }
});

test("roll-ups and pending deltas equal the raw rows at every moment, during concurrent writes and killed roll-ups", async () => {
  const company = await aCompany();
  const stop = startRollUp();
  let traded = 0;
  let folded = 0;
  let killed = 0;
  let samples = 0;
  // As long as it takes on a busy machine.
  const going = () => traded < times(250) || folded < times(100) || killed < times(5) || samples < times(5);
  const writer = async (pause: number) => {
    for (; going(); traded++) await trade(company, pause);
  };
  const folder = async () => {
    while (going()) folded += (await rollUpOnce().catch(() => 0)) ?? 0;
  };
  const killer = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (let before = 0; going();) {
      await new Promise((done) => setTimeout(done, 5));
      // Requires a completed roll-up after each cut: on a slow machine none might ever complete.
      if (folded === before) continue;
      before = folded;
      const { rowCount } = await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollup' AND state <> 'idle' AND datname = current_database()",
      );
      killed += rowCount ?? 0;
    }
    await client.end();
  };
  const sampler = async () => {
    while (going()) {
      await expectEqual();
      samples++;
    }
  };
  await Promise.all([writer(0), writer(3), writer(15), writer(40), folder(), folder(), killer(), sampler()]);
  await stop();
  await rollUpOnce();
  expect(await count("stats_delta")).toBe(0);
  await expectEqual();
  expect(await count("clicks")).toBeGreaterThanOrEqual(times(250));
});

test("a roll-up whose connection is cut in the middle moves nothing, and a second one waits for its turn", async () => {
  const company = await aCompany();
  for (let i = 0; i < 30; i++) await trade(company, 0);
  const before = await count("stats_delta");
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("BEGIN");
  // The roll-up waits for its last table while the other three are written.
  await blocker.query("LOCK TABLE stats_half IN SHARE MODE");
  const rollUp = rollUpOnce();
  const lost = expect(rollUp).rejects.toThrow();
  const stands =
    "SELECT FROM pg_stat_activity WHERE application_name = 'rollup' AND wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(async () => (await reader.query(stands)).rowCount).toBe(1);
  expect(await rollUpOnce()).toBeUndefined();
  await reader.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollup' AND datname = current_database()",
  );
  await lost;
  await blocker.query("ROLLBACK");
  await blocker.end();
  expect(await count("stats_delta")).toBe(before);
  await expectEqual();
  expect(await rollUpOnce()).toBe(before);
  await expectEqual();
});

test("deltas are rolled up when they are many, however new, and counted from the last roll-up of any process", async () => {
  const addClicks = await onOneLink();
  await addClicks(1);
  const stop = startRollUp({ maxAgeMs: HOUR, maxWaiting: 10 });
  await expect.poll(() => count("stats_delta")).toBe(0);
  await addClicks(6);
  expect(await rollUpOnce()).toBe(6);
  await addClicks(9);
  await nextChecks(2);
  expect(await count("stats_delta")).toBe(9);
  await addClicks(1);
  await expect.poll(() => count("stats_delta")).toBe(0);
  await stop();
  await expectEqual();
});

test("deltas are rolled up when they are old, however few", async () => {
  const company = await aCompany();
  const stop = startRollUp({ maxAgeMs: 1, maxWaiting: Infinity });
  await nextChecks(1);
  await aClick({ agent: pick(company.agents), type: pick(company.types), at: new Date("2026-03-04T12:00:00Z") });
  await expect.poll(() => count("stats_delta")).toBe(0);
  await stop();
  await expectEqual();
});

test("deltas are not rolled up while clicks wait for the database, until they are very many", async () => {
  const addClicks = await onOneLink();
  let behind = true;
  const stop = startRollUp({ isBehind: () => behind, maxAgeMs: 1, maxWaiting: 1, maxWaitingBehind: 10 });
  // It counts from its first check on, which comes after LISTEN and has ended when the second begins.
  await nextChecks(3);
  await addClicks(9);
  await nextChecks(2);
  expect(await count("stats_delta")).toBe(9);
  await addClicks(1);
  await expect.poll(() => count("stats_delta")).toBe(0);
  await addClicks(2);
  await nextChecks(2);
  expect(await count("stats_delta")).toBe(2);
  behind = false;
  await expect.poll(() => count("stats_delta")).toBe(0);
  await stop();
  await expectEqual();
});

/** Adds clicks of one day on one link of a new company. */
async function onOneLink(): Promise<(clicks: number) => Promise<void>> {
  const company = await aCompany();
  const link = { agent: pick(company.agents), type: pick(company.types), at: new Date("2026-03-04T12:00:00Z") };
  return async (clicks) => {
    for (let i = 0; i < clicks; i++) await aClick(link);
  };
}

/** Waits until the running roll-up has counted the deltas this many times more. */
async function nextChecks(checks: number): Promise<void> {
  const lastUsed = async () => {
    const { rows } = await reader.query<{ at: string }>(
      "SELECT max(query_start)::text AS at FROM pg_stat_activity WHERE application_name = 'rollup' AND datname = current_database()",
    );
    return first(rows).at;
  };
  for (let i = 0; i < checks; i++) await expect.poll(lastUsed).not.toBe(await lastUsed());
}
