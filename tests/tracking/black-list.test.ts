import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addMany, listScreen, removeByValue } from "../../server/blacklist";
import { pageStatement } from "../../server/blacklist/search";
import { parseAddress } from "../../server/kernel/addresses/address";
import { readTransaction, queryRows, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { BlackList } from "../../server/tracking/links/black-list";
import { readLinks } from "../../server/tracking/links/link-rows";
import { type LinkWatch, watchLinks } from "../../server/tracking/links/link-watch";
import { ask } from "../reports/ask";
import { anAdmin } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { touchedBy } from "../world/plan";

/** More than one read of the copy and more than one statement of the screen can take. */
const ENTRIES = 30_000;
/** The most entries processed before waiting clicks get a turn. */
const MOST_A_TURN = 3_000;
const WAIT = { timeout: 60_000, interval: 5 };
let database: TestDatabase;
let admin: Actor;
let watch: LinkWatch;

beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  admin = (await anAdmin()).actor;
  await writeTransaction(async () => {
    // Spread over the whole address space, like real lists of misused addresses.
    await execute(sql`
      INSERT INTO black_list (ip)
      SELECT DISTINCT (('1.0.0.0'::inet) + (i::bigint * 2654435761 % 3500000000))::cidr FROM generate_series(1, ${ENTRIES}::int) AS i`);
    await execute(sql`ANALYZE black_list`);
    await markLinksChanged();
  });
  watch = await watchLinks();
});

afterAll(() => watch?.close());

const covering = (address: string) => watch.current().blackList.covering(parseAddress(address) ?? []);

test("a long list is loaded completely, with a turn for clicks after every few entries [TRACK-12]", async () => {
  const entries = await readTransaction(() =>
    queryRows<{ entry: string }>(sql`SELECT host(ip) AS entry FROM black_list`),
  );
  expect(entries).toHaveLength(ENTRIES);
  expect(entries.filter(({ entry }) => covering(entry) !== entry)).toEqual([]);
  expect(covering("1.0.0.0")).toBeUndefined();

  let turns = 0;
  let over = false;
  const beat = () => {
    turns += 1;
    if (!over) setImmediate(beat);
  };
  setImmediate(beat);
  await new BlackList().change(entries.map(({ entry }) => ({ entry, listed: true })));
  over = true;
  expect(turns).toBeGreaterThanOrEqual(ENTRIES / MOST_A_TURN - 1);
});

test("additions to a long list and removals from it take effect [TRACK-19]", async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `240.${i >> 8}.${i & 255}.0/24`);
  await ask(addMany, admin, { ips: lines.join("\n") });
  await vi.waitUntil(() => covering("240.39.15.7") !== undefined, WAIT);
  expect(covering("240.39.15.7")).toBe("240.39.15.0/24");
  await ask(removeByValue, admin, { ips: lines });
  await vi.waitUntil(() => covering("240.39.15.7") === undefined, WAIT);
});

test("a page or search of a long list touches few of its rows [BLACK-03, BLACK-11]", async () => {
  const asked = (page: number, ip?: string) => ({
    ...{ page, pageSize: 50, sortField: "ip" as const, sortAsc: true },
    criteria: ip
      ? [{ field: "ip" as const, operator: "AND" as const, comparison: "LIKE" as const, value: `%${ip}%` }]
      : [],
  });
  for (const [question, most] of [
    [asked(1), 50],
    [asked(200), 2_000],
    [asked(1, "1"), 500],
    [asked(1, "203.0.113.255"), 10],
    [asked(1, ".77.7"), 150],
  ] as const) {
    // Each row of the page is touched as a key, as an entry, and when joined and sorted.
    expect(await touchedBy(pageStatement(question)), JSON.stringify(question)).toBeLessThanOrEqual(6 * most);
  }
  const { entries } = await ask(listScreen, admin, {});
  expect(entries).toMatchObject({ total: 10_000, totalIsEstimate: true });
});

test("a copy that is too far behind reads the whole list, and any other copy applies only the changes [TRACK-12]", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("DELETE FROM black_list");
    await client.query("INSERT INTO black_list (ip) VALUES ('192.0.2.1'), ('198.51.100.0/24'), ('2001:db8::/32')");
    const first = await readLinks(client, undefined);
    const found = (copy: typeof first, address: string) => copy.blackList.covering(parseAddress(address) ?? []);
    expect(found(first, "198.51.100.9")).toBe("198.51.100.0/24");
    await client.query("DELETE FROM black_list WHERE ip = '198.51.100.0/24'");
    await client.query("INSERT INTO black_list (ip) VALUES ('203.0.113.0/24')");
    await client.query("DELETE FROM black_list WHERE ip = '203.0.113.0/24'");
    await client.query("INSERT INTO black_list (ip) VALUES ('203.0.113.0/24')");
    const second = await readLinks(client, first);
    expect(second.blackList).toBe(first.blackList);
    expect([found(second, "198.51.100.9"), found(second, "203.0.113.9")]).toEqual([undefined, "203.0.113.0/24"]);
    for (let i = 0; i < 110; i++) await client.query(`INSERT INTO black_list (ip) VALUES ('10.0.0.${i}')`);
    await client.query("DELETE FROM black_list WHERE ip = '10.0.0.3'");
    const third = await readLinks(client, second);
    expect(third.blackList).not.toBe(second.blackList);
    const all = ["10.0.0.0", "10.0.0.3", "10.0.0.109", "2001:db8:1::2"].map((address) => found(third, address));
    expect(all).toEqual(["10.0.0.0", undefined, "10.0.0.109", "2001:db8::/32"]);
    await client.query("TRUNCATE black_list");
    expect(found(await readLinks(client, third), "10.0.0.0")).toBeUndefined();
  } finally {
    await client.end();
  }
});

test("the widest entry that contains an address is reported for both families, until it is removed", async () => {
  const list = new BlackList();
  const entries = ["10.1.0.0/16", "10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "2001:db9::1", "128.0.0.0/1"];
  await list.change(entries.map((entry) => ({ entry, listed: true })));
  const found = (address: string) => list.covering(parseAddress(address) ?? []);
  expect(found("10.1.2.3")).toBe("10.0.0.0/8");
  await list.change([{ entry: "10.0.0.0/8", listed: false }]);
  expect([found("10.1.2.3"), found("10.2.2.3")]).toEqual(["10.1.0.0/16", undefined]);
  expect([found("192.0.2.7"), found("255.255.255.255"), found("127.255.255.255")]).toEqual([
    ...["128.0.0.0/1", "128.0.0.0/1", undefined],
  ]);
  expect([found("2001:db8:ffff::"), found("2001:db9::1"), found("2001:db9::2")]).toEqual([
    ...["2001:db8::/32", "2001:db9::1", undefined],
  ]);
  await expect(list.change([{ entry: "ten", listed: true }])).rejects.toThrow(RangeError);
});
