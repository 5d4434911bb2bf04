import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ensurePartitions } from "../../models/partitions";
import { withFixedTime } from "../../server/kernel/time/now";
import { setCollector, type Samples, ownSamples } from "../../server/kernel/process/metrics";
import { perform } from "../../server/kernel/operation/perform";
import { system } from "../../server/kernel/operation/roles";
import { health, recordMaintenance } from "../../server/maintenance";
import { type Warning, activeWarnings } from "../../server/maintenance/warnings";
import { aDatabase, type TestDatabase } from "../world/database";
import { db } from "../world/db";

const NOON = new Date("2026-11-22T17:00:00Z");
const hours = (count: number) => new Date(NOON.getTime() - count * 3_600_000);
const from = { channel: "call", ip: null, userAgent: "test" } as const;
const LOOKED = { broken: 0, findings: [] };
const COPIED = { file: "a.backup", bytes: 5_000, tables: 50, rows: 1_234, files: 2 };

let own: TestDatabase;
let other: pg.Client;

beforeAll(async () => {
  own = await aDatabase();
  await own.enter();
  other = new pg.Client({ connectionString: own.url });
  await other.connect();
  await ensurePartitions(other, new Date());
});
afterAll(() => other.end());
afterEach(async () => {
  setCollector(async () => [await ownSamples()]);
  await other.query("DELETE FROM upkeep; DELETE FROM stats_delta; DELETE FROM postbacks");
});

const asked = () => withFixedTime(NOON, () => perform(health, system, {}, from));
const done = (kind: "backup" | "doctor", moment: Date, figures: typeof COPIED | typeof LOOKED) =>
  withFixedTime(moment, () =>
    recordMaintenance(kind, new Date(moment.getTime() - 30_000), figures as typeof COPIED & typeof LOOKED),
  );

type Standing = Parameters<typeof activeWarnings>[0];
const SOUND: Standing = {
  database: { version: "18", startedAt: "", bytes: 1, connections: 80, mostConnections: 100, transactionSeconds: 60 },
  folding: { waiting: 199_999, countedTo: 200_000, secondsAgo: 60 },
  months: { until: "2027-11", ahead: 12, outside: false },
  held: { count: 5, oldestAt: "2026-11-01" },
  spool: { bytes: 0, refused: [] },
  backup: { endedAt: hours(24) },
  doctor: { endedAt: hours(7 * 24), figures: { broken: 0 } },
  replicas: [{ usedBy: 1 }, { usedBy: 2 }],
  unreadable: 0,
};
const { database: base, folding: folds, months: made } = SOUND as { [K in keyof Standing]: NonNullable<Standing[K]> };
const cases: [Warning, string, Partial<Standing>][] = [
  ["unanswered", "the database itself", { database: null }],
  ["unanswered", "pending postbacks", { held: null }],
  ["unanswered", "partitions", { months: null }],
  ["unanswered", "the last backup", { backup: null }],
  ["connections", "81 of 100", { database: { ...base, connections: 81 } }],
  ["transaction", "61 seconds", { database: { ...base, transactionSeconds: 61 } }],
  ["folding", "as many as are counted", { folding: { ...folds, waiting: 200_000 } }],
  ["folding", "61 seconds ago", { folding: { ...folds, secondsAgo: 61 } }],
  ["spool", "a byte", { spool: { bytes: 1, refused: [] } }],
  ["refused", "a file", { spool: { bytes: 0, refused: ["a.refused"] } }],
  ["months", "eleven", { months: { ...made, ahead: 11 } }],
  ["outside", "a row", { months: { ...made, outside: true } }],
  ["noBackup", "never", { backup: undefined }],
  ["oldBackup", "a day and a second", { backup: { endedAt: new Date(hours(24).getTime() - 1_000) } }],
  ["noDoctor", "never", { doctor: undefined }],
  [
    "oldDoctor",
    "a week and a second",
    { doctor: { ...SOUND.doctor!, endedAt: new Date(hours(168).getTime() - 1_000) } },
  ],
  ["replicas", "one of them", { replicas: [{ usedBy: 2 }, { usedBy: 0 }] }],
  ["addresses", "a client", { unreadable: 1 }],
  ["findings", "one", { doctor: { ...SOUND.doctor!, figures: { broken: 1 } } }],
];

test("there is no warning up to each limit, nor before the first roll-up", () => {
  expect(activeWarnings(SOUND, NOON)).toEqual([]);
  expect(activeWarnings({ ...SOUND, folding: { ...folds, secondsAgo: null } }, NOON)).toEqual([]);
});

test.each(cases)("beyond its limit exactly one warning is given: %s, %s [TRUST-24]", (warning, _, part) => {
  expect(activeWarnings({ ...SOUND, ...part }, NOON)).toEqual([warning]);
});

test("health has the last run of each maintenance task, and warns of missing and old ones and of findings [TRUST-12]", async () => {
  const never = await asked();
  expect(never).toMatchObject({ backup: null, doctor: null, retention: null });
  expect(never.warnings).toEqual(["noBackup", "noDoctor"]);
  await done("backup", hours(100), { ...COPIED, rows: 1 });
  await done("backup", hours(24), COPIED);
  await done("doctor", hours(7 * 24), LOOKED);
  const fresh = await asked();
  expect(fresh.warnings).toEqual([]);
  expect(fresh.backup).toEqual({ ...COPIED, endedAt: "2026-11-21T12:00:00.000-05:00", seconds: 30 });
  expect(fresh.doctor).toEqual({ ...LOOKED, endedAt: "2026-11-15T12:00:00.000-05:00", seconds: 30 });
  const later = await withFixedTime(new Date(NOON.getTime() + 1_000), () => perform(health, system, {}, from));
  expect(later.warnings).toEqual(["oldBackup", "oldDoctor"]);
  const finding = { says: "No domain is active", count: 1, example: "links.example.org" };
  await withFixedTime(NOON, () => recordMaintenance("doctor", hours(1), { broken: 1, findings: [finding] }));
  const broken = await asked();
  expect(broken.warnings).toEqual(["findings"]);
  expect(broken.doctor).toMatchObject({ broken: 1, findings: [finding], seconds: 3_600 });
});

test("health has the backlog, the last month with partitions, and whether rows are outside them [TRUST-12]", async () => {
  await done("backup", NOON, COPIED);
  await done("doctor", NOON, LOOKED);
  const calm = await perform(health, system, {}, from);
  expect(calm).toMatchObject({
    database: { version: expect.stringMatching(/^\d+/), mostConnections: expect.any(Number) },
    folding: { waiting: 0 },
    months: { ahead: 12, outside: false },
    held: { count: 0, oldestAt: null },
    spool: { files: 0, refused: [] },
  });
  expect(calm.database!.bytes).toBeGreaterThan(1_000_000);
  expect(calm.database!.connections).toBeGreaterThan(0);
  await other.query(`
    INSERT INTO stats_delta (agent_id, day, type_id, company_id, site_id, flags, geo, hits, raws, uniques, events, sales,
      bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
    SELECT 1, '2026-11-22', 1, 1, 1, 0, 'US', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM generate_series(1, 7);
    INSERT INTO postbacks (receipt, received_at, verdict, params) VALUES
      (gen_random_uuid(), '1999-01-01T00:00:00Z', 'held', '{}'), (gen_random_uuid(), now(), 'refused', '{}')`);
  expect(await asked()).toMatchObject({
    warnings: expect.arrayContaining(["outside"]),
    folding: { waiting: 7 },
    months: { outside: true },
    held: { count: 1, oldestAt: "1998-12-31T19:00:00.000-05:00" },
  });
  const { rows } = await other.query("SELECT to_char(now() + interval '12 months', 'YYYY_MM') AS last");
  await other.query(`ALTER TABLE clicks DETACH PARTITION clicks_${rows[0].last}`);
  try {
    const late = await perform(health, system, {}, from);
    expect([late.months!.ahead, late.warnings.includes("months")]).toEqual([11, true]);
  } finally {
    const to = "(date_trunc('month', now() AT TIME ZONE 'UTC') + interval";
    const { rows: edges } = await other.query(
      `SELECT ${to} '12 months')::date::text AS a, ${to} '13 months')::date::text AS b`,
    );
    await other.query(
      `ALTER TABLE clicks ATTACH PARTITION clicks_${rows[0].last} FOR VALUES FROM ('${edges[0].a} 00:00:00+00') TO ('${edges[0].b} 00:00:00+00')`,
    );
  }
});

test("health leaves out a part blocked by a lock or a slow disk, and returns the others [TRUST-12]", async () => {
  await done("backup", NOON, COPIED);
  await done("doctor", NOON, LOOKED);
  await other.query("BEGIN; LOCK TABLE stats_delta IN ACCESS EXCLUSIVE MODE");
  try {
    expect(await asked()).toMatchObject({
      warnings: ["unanswered"],
      ...{ folding: null, held: { count: 0 }, months: { ahead: expect.any(Number) } },
      backup: { rows: COPIED.rows },
      database: { version: expect.any(String) },
    });
  } finally {
    await other.query("ROLLBACK");
  }
  await db.run`SELECT 1`;
});

/** The metrics of a process with these durations of an operation: so many within each step. */
const aProcess = (pid: number, steps: Record<string, number>, asked: number, longest: number): Samples => [
  ...[
    ["worker_uptime_seconds", 60],
    ["worker_resident_bytes", 1_000 + pid],
    ["worker_heap_bytes", 500],
  ].map(([name, value]) => ({
    name: String(name),
    values: [{ labels: { pid: String(pid) }, value: Number(value) }],
  })),
  { name: "clicks_waiting", values: [{ labels: {}, value: 2 }] },
  { name: "postbacks_waiting", values: [{ labels: {}, value: 1 }] },
  { name: "rollup_seconds_ago", values: [{ labels: {}, value: pid }] },
  {
    name: "query_seconds",
    values: [
      ...Object.entries({ ...steps, "+Inf": asked }).map(([le, value]) => ({
        ...{ metricName: "query_seconds_bucket", value },
        labels: { operation: "reports.sites", le },
      })),
      { metricName: "query_seconds_count", labels: { operation: "reports.sites" }, value: asked },
    ],
  },
  { name: "query_longest_seconds", values: [{ labels: { operation: "reports.sites" }, value: longest }] },
];

test("health lists each process, and the slowest operations over all of them [TRUST-24]", async () => {
  setCollector(() =>
    Promise.resolve([
      aProcess(200, { "0.005": 10, "0.1": 18, "2.5": 20 }, 20, 2.2),
      aProcess(30, { "0.005": 40, "0.1": 78, "2.5": 79 }, 80, 12),
    ]),
  );
  const told = await asked();
  expect(told.workers).toEqual([
    { pid: 30, uptimeSeconds: 60, bytes: 1_030, heapBytes: 500, waiting: 3 },
    { pid: 200, uptimeSeconds: 60, bytes: 1_200, heapBytes: 500, waiting: 3 },
  ]);
  expect(told.folding).toMatchObject({ secondsAgo: 30 });
  expect(told.slowest).toEqual([{ operation: "reports.sites", asked: 100, median: 0.005, p95: 0.1, longest: 12 }]);
  setCollector(() => Promise.resolve([aProcess(61, { "0.005": 1, "10": 9 }, 10, 40)]));
  const stuck = await asked();
  expect(stuck.slowest).toMatchObject([{ median: 10, p95: null, longest: 40 }]);
  expect(stuck.warnings).toContain("folding");
});

const ofReplicas = (name: string, values: Record<string, number>): Samples[number] => ({
  name,
  values: Object.entries(values).map(([replica, value]) => ({ labels: { replica }, value })),
});

test("health counts the clients of all processes whose address is not readable, and warns [TRUST-22]", async () => {
  const name = "client_addresses_unreadable_total";
  expect(await asked()).toMatchObject({ unreadableAddresses: 0 });
  const processes = [2, 0, 5].map((value): Samples => [{ name, values: [{ labels: {}, value }] }]);
  setCollector(() => Promise.resolve(processes));
  const status = await asked();
  expect(status.unreadableAddresses).toBe(7);
  expect(status.warnings).toContain("addresses");
});

test("health lists the lag of each replica and how many processes read from it [TRUST-24]", async () => {
  expect((await asked()).replicas).toEqual([]);
  const [north, south] = ["north.example:5432/app", "south.example:5432/app"];
  const first = [
    ofReplicas("replica_fit", { [south]: 0, [north]: 1 }),
    ofReplicas("replica_lag_seconds", { [north]: 0.4 }),
    ofReplicas("replica_reads_total", { [south]: 0, [north]: 20 }),
    ofReplicas("replica_errors_total", { [south]: 3, [north]: 0 }),
  ];
  const second = [
    ofReplicas("replica_fit", { [south]: 0, [north]: 1 }),
    ofReplicas("replica_lag_seconds", { [north]: 1.2 }),
    ofReplicas("replica_reads_total", { [south]: 0, [north]: 5 }),
    ofReplicas("replica_errors_total", { [south]: 4, [north]: 1 }),
  ];
  setCollector(() => Promise.resolve([first, second]));
  const told = await asked();
  expect(told.replicas).toEqual([
    { replica: north, lagSeconds: 1.2, usedBy: 2, processes: 2, reads: 25, errors: 1 },
    { replica: south, lagSeconds: null, usedBy: 0, processes: 2, reads: 0, errors: 7 },
  ]);
  expect(told.warnings).toContain("replicas");
});
