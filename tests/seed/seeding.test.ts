import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { seedBench } from "../../seeders/bench";
import { seedDemo } from "../../seeders/demo";
import { BinaryCopy } from "../../seeders/load/binary-copy";
import { NotSeedDataError } from "../../seeders/load/prepare-database";
import { readOptions } from "../../seeders/options";
import { Draw, Random, zipf } from "../../seeders/random";
import { DayCurve, planDays } from "../../seeders/traffic/calendar";
import { SettingError } from "../../server/kernel/process/config";
import { addDays, dayOf, startOfDay } from "../../server/kernel/time";
import { aDatabase, type TestDatabase } from "../world/database";
import {
  checksums,
  expectEventsOfClicks,
  expectOfficesOfTheTime,
  expectPricesInForce,
  expectCountsOfClicks,
  expectTotalsOfRows,
  expectUniques,
} from "./invariants";

const NOW = new Date("2026-04-10T18:20:00Z");
const SMALL = { clicks: 3_000, days: 60, now: NOW };

async function statement(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

describe("seeding", () => {
  let first: TestDatabase;
  let sums: Record<string, string>;

  beforeAll(async () => {
    first = await aDatabase();
    await seedDemo({ url: first.url, ...SMALL, seed: 7 });
    sums = await checksums(first.url);
  });

  test("with the same seed gives the same rows in every table, also when it replaces another seed's", async () => {
    const second = await aDatabase();
    await seedDemo({ url: second.url, ...SMALL, clicks: 500, seed: 8 });
    const other = await checksums(second.url);
    expect(other.clicks).not.toBe(sums.clicks);
    expect(other.prices).not.toBe(sums.prices);
    await seedDemo({ url: second.url, ...SMALL, seed: 7 });
    expect(await checksums(second.url)).toEqual(sums);
    await second.drop();
  });

  test("leaves a database with other accounts untouched unless replacing is requested", async () => {
    await statement(
      first.url,
      "INSERT INTO accounts (role, username, password_hash) VALUES (0, 'Owner', 'x'); DELETE FROM stats_half",
    );
    const before = await checksums(first.url);
    const refused = seedDemo({ url: first.url, ...SMALL, clicks: 100 });
    await expect(refused).rejects.toThrow(NotSeedDataError);
    await expect(refused).rejects.toThrow(/\(owner\).*--replace/);
    expect(await checksums(first.url)).toEqual(before);
    await seedDemo({ url: first.url, ...SMALL, seed: 7, replace: true });
    expect(await checksums(first.url)).toEqual(sums);
  });

  test("leaves the previous data in place if it is interrupted", async () => {
    const breaks = seedDemo({
      url: first.url,
      ...SMALL,
      seed: 9,
      onProgress: (step) => {
        if (step.startsWith("totals")) throw new Error("The plug was pulled.");
      },
    });
    await expect(breaks).rejects.toThrow("The plug was pulled.");
    expect(await checksums(first.url)).toEqual(sums);
  });

  test("empties the ledger, which is append-only again afterwards", async () => {
    await statement(
      first.url,
      `INSERT INTO ledger (period_id, agent_id, company_id, kind, php, agent, office_name, reason, by_account_id)
       VALUES (2026032, 1, 1, 'adjustment', 5, 'agent', 'Office', 'a gift', 1)`,
    );
    await seedDemo({ url: first.url, ...SMALL, seed: 7 });
    expect(await checksums(first.url)).toEqual(sums);
    await expect(statement(first.url, "TRUNCATE ledger")).rejects.toThrow("append-only");
    await expect(statement(first.url, "TRUNCATE pay_periods")).rejects.toThrow("never changes");
    await expect(statement(first.url, "TRUNCATE audit")).rejects.toThrow("append-only");
  });
});

test("does not mistake a person's first superadmin for the demo's, whatever the name", async () => {
  const database = await aDatabase();
  await statement(database.url, "INSERT INTO accounts (role, username, password_hash) VALUES (0, 'super', 'x')");
  await expect(seedDemo({ url: database.url, ...SMALL })).rejects.toThrow(NotSeedDataError);
  expect(await statement(database.url, "SELECT count(*)::int AS n FROM accounts")).toEqual([{ n: 1 }]);
});

test("follows the same rules for the bench data set and forgets old visitors", async () => {
  const database = await aDatabase();
  await database.enter();
  await seedBench({ clicks: 8_000, days: 300, now: NOW });
  await expectTotalsOfRows();
  await expectCountsOfClicks();
  await expectEventsOfClicks();
  await expectOfficesOfTheTime();
  await expectPricesInForce();
  await expectUniques(addDays(dayOf(NOW), -100));
  const [sizes] = await statement(
    database.url,
    `SELECT (SELECT count(*) FROM clicks)::int AS clicks, (SELECT count(*) FROM agents)::int AS agents,
       (SELECT count(*) FROM offices)::int AS offices, (SELECT count(*) FROM sites)::int AS sites,
       (SELECT count(*) FROM types)::int AS types, (SELECT count(DISTINCT geo) > 20 FROM clicks) AS world`,
  );
  expect(sizes).toEqual({ clicks: 8_000, agents: 2_000, offices: 40, sites: 20, types: 60, world: true });
  await database.drop();
});

test("stops with the server's reason if it refuses rows in the middle", async () => {
  const database = await aDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("CREATE TEMPORARY TABLE small (n integer CHECK (n < 1000), ok boolean)");
  const write = async (rows: number) => {
    const copy = new BinaryCopy(client, "small", ["n", "ok"]);
    for (let n = 0; n < rows; n++) {
      copy.row(2);
      copy.integer(n);
      copy.flag(true);
      if (copy.full) await copy.flush();
    }
    await copy.end();
  };
  await expect(write(2_000_000)).rejects.toThrow(/violates check constraint/);
  await write(1000);
  expect((await client.query("SELECT count(*)::int AS n, max(n) AS most FROM small")).rows).toEqual([
    { n: 1000, most: 999 },
  ]);
  await client.end();
  await database.drop();
});

describe("the seeder's arguments", () => {
  test("have defaults, and a wrong word ends with one line that names it", () => {
    expect(readOptions([])).toEqual({ profile: "demo", replace: false });
    expect(readOptions("--profile bench --clicks 1000 --days 9 --seed 3 --replace".split(" "))).toEqual({
      ...{ profile: "bench", clicks: 1000, days: 9, seed: 3, replace: true },
    });
    for (const [args, name] of [
      ["--profile big", "--profile"],
      ["--clicks many", "--clicks"],
      ["--clicks 1.5", "--clicks"],
      ["--days 0", "--days"],
      ["--seed=-1", "--seed"],
      ["--fast", "--fast"],
    ] as const) {
      expect(() => readOptions(args.split(" "))).toThrow(SettingError);
      expect(() => readOptions(args.split(" "))).toThrow(name);
    }
  });
});

describe("random numbers and days", () => {
  test("of a seed stay the same, and branches differ", () => {
    const first = new Random(1);
    expect([first.next(), first.next(), first.next()]).toEqual([4212064217, 3903080673, 3698514893]);
    expect(new Random(1).branch("a").next()).not.toBe(new Random(1).branch("b").next());
    expect(new Random(2 ** 40).next()).not.toBe(new Random(0).next());
  });

  test("are drawn by their weights", () => {
    const random = new Random(3);
    const weights = zipf(20, 1);
    const draw = new Draw(weights);
    const seen = new Array<number>(20).fill(0);
    for (let i = 0; i < 200_000; i++) {
      const index = draw.index(random);
      seen[index] = (seen[index] ?? 0) + 1;
    }
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    seen.forEach((count, index) => expect(count / 200_000).toBeCloseTo((weights[index] ?? 0) / total, 2));
  });

  test("distribute exactly the requested number of clicks over days, increasing towards the end", () => {
    const days = planDays({ clicks: 10_000, days: 400, now: NOW.getTime() }, new Random(1));
    expect(days).toHaveLength(400);
    expect(days.at(-1)?.day).toBe("2026-04-10");
    expect(days.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(10_000);
    const sum = (part: typeof days) => part.reduce((total, { clicks }) => total + clicks, 0);
    expect(sum(days.slice(-100, -1))).toBeGreaterThan(1.5 * sum(days.slice(0, 99)));
  });

  test("give moments within the 23, 24 or 25 hours of their day, in order", () => {
    for (const [day, hours] of [
      ["2026-03-08", 23],
      ["2026-11-01", 25],
      ["2026-06-01", 24],
    ] as const) {
      const start = startOfDay(day).getTime();
      const moments = [...new DayCurve(day).moments(5_000, new Random(1))];
      expect(moments).toEqual([...moments].sort((a, b) => a - b));
      expect(moments[0]).toBeGreaterThanOrEqual(start);
      expect(moments.at(-1)).toBeLessThan(start + hours * 3_600_000);
      expect(moments.at(-1)).toBeGreaterThan(start + (hours - 1) * 3_600_000);
      const until = start + 5.5 * 3_600_000;
      expect(Math.max(...new DayCurve(day, until).moments(2_000, new Random(1)))).toBeLessThan(until);
    }
  });
});
