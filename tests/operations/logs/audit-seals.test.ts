import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { AuditSeal } from "~models";
import { sealFinishedDays } from "../../../server/audit";
import { linesOf } from "../../../server/audit/rows";
import { runChecks } from "../../../server/invariants";
import { readTransaction, writeTransaction } from "../../../server/kernel/database/transactions";
import { withFixedTime } from "../../../server/kernel/time/now";
import { purge } from "../../../server/maintenance";
import { aDatabase, inRollback, type TestDatabase } from "../../world/database";

/** Seals of the audit: which rows they cover, and which changes the integrity check finds. */

let own: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  own = await aDatabase();
  await own.enter();
  client = await aClient();
});
afterAll(() => client.end());
beforeEach(async () => {
  await asOwner("TRUNCATE audit, audit_seals, mails RESTART IDENTITY");
});

async function aClient(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: own.url });
  await opened.connect();
  return opened;
}

/** A statement as the owner of the tables, with all triggers disabled. */
async function asOwner(statement: string, values: unknown[] = []): Promise<void> {
  await client.query("SET session_replication_role = replica");
  await client.query(statement, values).finally(() => client.query("SET session_replication_role = origin"));
}

const INSERT = `INSERT INTO audit (at, operation, record, record_id, before, after)
  VALUES ($1, 'test.act', 'site', '7', '{"price": 1.50}', jsonb_build_object('name', $2::text)) RETURNING id::int AS id`;
/** Writes a row with this New York time, by default on a connection that commits at once. */
const aRow = async (at: string, on: pg.Client = client) =>
  (await on.query<{ id: number }>(INSERT, [`${at} America/New_York`, `Zoë ${at}`])).rows[0]?.id ?? 0;

/** Seals as a server does after this New York midnight. */
const sealOn = (day: string) => withFixedTime(`${day}T05:01:00Z`, sealFinishedDays);
const seals = () => readTransaction(() => AuditSeal.findAll({ order: [["number", "ASC"]] }));
const ranges = async () => (await seals()).map(({ day, afterId, toId, rows }) => [day, afterId, toId, rows]);
/** The findings of the integrity check about the audit. */
const found = async () =>
  (await inRollback(() => runChecks())).flatMap(({ says, count, example }) =>
    says.includes("audit") ? [`${says}: ${count}: ${example}`] : [],
  );
const ROWS = "Sealed days of the audit whose rows or seal were changed";
const SEALS = "Seals of the audit that are missing or do not follow from the one before";
const BACKDATED = "Rows of the audit dated to days that were sealed without them";

/** Two rows on each of three days, sealed: 1 and 2, 3 and 4, 6 and 7. A transaction that was undone had number 5. */
async function threeDays(): Promise<void> {
  for (const day of ["2026-01-10", "2026-01-11", "2026-01-12"]) {
    if (day.endsWith("12")) await client.query("SELECT nextval(pg_get_serial_sequence('audit', 'id'))");
    for (const time of ["00:00:00", "23:59:59.999999"]) await aRow(`${day} ${time}`);
  }
  await sealOn("2026-01-13");
}

test("each finished New York day with rows gets one seal, which covers the seal before", async () => {
  await threeDays();
  await aRow("2026-01-13 00:00:00");
  await aRow("2026-01-15 12:00:00");
  await sealOn("2026-01-13");
  expect(await ranges()).toEqual([
    ["2026-01-10", 0, 2, 2],
    ["2026-01-11", 2, 4, 2],
    ["2026-01-12", 4, 7, 2],
  ]);
  await sealOn("2026-01-14");
  await sealOn("2026-01-20");
  const all = await seals();
  expect(all.slice(3).map(({ day, rows }) => [day, rows])).toEqual([
    ["2026-01-13", 1],
    ["2026-01-15", 1],
  ]);
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(all.map(({ lastHash }) => lastHash)).toEqual([null, ...all.slice(0, -1).map(({ hash }) => hash)]);
  expect(await found()).toEqual([]);
});

test("the hash is the SHA-256 of the day's file: its seal on the first line, then each row with all of its columns", async () => {
  await client.query(`INSERT INTO audit
    (at, operation, account_id, username, by, on_behalf_of, session_id, record, record_id, before, after)
    VALUES ('2026-01-10 12:00:00.123456-05', 'sites.save', 3, 'super', 'other', 4, 5, 'site', '7', NULL, '{"b": "Zoë\\n", "a": 1.50}')`);
  await sealOn("2026-01-11");
  const [seal] = await seals();
  const file = [
    '{"seal":1,"day":"2026-01-10","lastHash":null,"afterId":0,"toId":1,"rows":1,"sealedAt":"2026-01-11T05:01:00.000Z"}',
    '{"id":1,"at":"2026-01-10T17:00:00.123456Z","operation":"sites.save","account_id":3,"username":"super","by":"other",' +
      '"on_behalf_of":4,"session_id":5,"record":"site","record_id":"7","before":null,"after":{"a": 1.50, "b": "Zoë\\n"}}',
    "",
  ].join("\n");
  expect(seal?.hash).toBe(createHash("sha256").update(file).digest("hex"));
  const { rows: columns } = await client.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'audit'::regclass AND attnum > 0 ORDER BY attnum",
  );
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(JSON.parse(file.split("\n")[1] ?? "") as object));
});

test("a seal waits for a transaction that began before midnight and has written, and covers its row", async () => {
  const late = await aClient();
  onTestFinished(() => late.end());
  await late.query("BEGIN");
  const first = await aRow("2026-01-10 23:59:00", late);
  await aRow("2026-01-10 23:59:30");
  const next = await aRow("2026-01-11 00:00:30");
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([]);
  await late.query("COMMIT");
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([["2026-01-10", 0, first + 1, 2]]);
  await sealOn("2026-01-12");
  expect((await ranges())[1]).toEqual(["2026-01-11", first + 1, next, 1]);
  expect(await found()).toEqual([]);
});

test("a prepared transaction keeps the seal waiting, too", async () => {
  const late = await aClient();
  onTestFinished(() => late.end());
  if (
    (await late.query<{ max_prepared_transactions: string }>("SHOW max_prepared_transactions")).rows[0]
      ?.max_prepared_transactions === "0"
  )
    return;
  await late.query("BEGIN");
  await aRow("2026-01-10 23:59:00", late);
  await late.query("PREPARE TRANSACTION 'late'");
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([]);
  await late.query("COMMIT PREPARED 'late'");
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([["2026-01-10", 0, 1, 1]]);
});

test("a transaction that began before midnight and writes after the seal is in the next day's", async () => {
  const late = await aClient();
  onTestFinished(() => late.end());
  await late.query("BEGIN");
  await late.query("SELECT now()");
  await aRow("2026-01-10 23:59:30");
  await sealOn("2026-01-11");
  const id = await aRow("2026-01-10 23:59:00", late);
  await late.query("COMMIT");
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([["2026-01-10", 0, 1, 1]]);
  // The next day is not over, and a day has one seal only.
  await sealOn("2026-01-12");
  expect((await ranges())[1]).toEqual(["2026-01-11", 1, id, 1]);
  expect(await found()).toEqual([]);
});

test("rows of many writers at once are all covered, whatever the order of their commits", async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, aClient));
  onTestFinished(async () => void (await Promise.all(writers.map((writer) => writer.end()))));
  const write = async (writer: pg.Client, index: number) => {
    for (let day = 10; day < 20; day++) {
      await writer.query("BEGIN");
      for (let n = 0; n <= index % 3; n++) await aRow(`2026-01-${day} 23:59:${10 + index}`, writer);
      await writer.query(index % 4 === 3 ? "ROLLBACK" : "COMMIT");
    }
  };
  let writing = true;
  const sealing = (async () => {
    // Days after the first that is sealed wait for the clock, as they do on a server.
    while (writing) await sealOn("2026-01-11");
  })();
  await Promise.all(writers.map(write)).finally(() => (writing = false));
  await sealing;
  await sealOn("2026-03-01");
  const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM audit");
  expect((await seals()).reduce((sum, seal) => sum + seal.rows, 0)).toBe(rows[0]?.n);
  expect((await found()).filter((line) => !line.startsWith(BACKDATED))).toEqual([]);
});

test("several processes at once seal each day once", async () => {
  for (const day of [10, 11, 12]) await aRow(`2026-01-${day} 12:00`);
  await Promise.all(Array.from({ length: 5 }, () => sealOn("2026-01-13")));
  expect((await seals()).map(({ number, day }) => [number, day])).toEqual([
    [1, "2026-01-10"],
    [2, "2026-01-11"],
    [3, "2026-01-12"],
  ]);
  expect(await found()).toEqual([]);
});

test("a process that is killed while it seals leaves nothing, and the next run seals the day", async () => {
  await aRow("2026-01-10 12:00");
  const blocker = await aClient();
  onTestFinished(() => blocker.end());
  await blocker.query("BEGIN; LOCK TABLE audit_seals IN SHARE MODE");
  const sealing = sealOn("2026-01-11").then(
    () => "sealed",
    () => "ended",
  );
  const waits =
    "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'INSERT INTO .?audit_seals' AND datname = current_database()";
  await expect.poll(async () => (await client.query(`SELECT 1 ${waits}`)).rowCount).toBe(1);
  await client.query(`SELECT pg_terminate_backend(pid) ${waits}`);
  await sealing;
  await blocker.query("COMMIT");
  expect(await ranges()).toEqual([]);
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([["2026-01-10", 0, 1, 1]]);
});

const TAMPERED: [what: string, statement: string, lines: string[]][] = [
  [
    "a changed value",
    `UPDATE audit SET after = '{"name": "x"}' WHERE id = 3`,
    [`${ROWS}: 1: 2026-01-11: a row or the seal was changed`],
  ],
  [
    "a changed author",
    "UPDATE audit SET username = 'x' WHERE id = 3",
    [`${ROWS}: 1: 2026-01-11: a row or the seal was changed`],
  ],
  [
    "a changed time",
    "UPDATE audit SET at = at - interval '1 microsecond' WHERE id = 4",
    [`${ROWS}: 1: 2026-01-11: a row or the seal was changed`],
  ],
  ["a deleted row", "DELETE FROM audit WHERE id = 3", [`${ROWS}: 1: 2026-01-11: 1 rows instead of 2`]],
  [
    "a deleted row at the edge of a day",
    "DELETE FROM audit WHERE id = 7",
    [`${ROWS}: 1: 2026-01-12: 1 rows instead of 2`],
  ],
  [
    "a row in place of another",
    "DELETE FROM audit WHERE id = 3; INSERT INTO audit (id, at, operation, record, record_id) OVERRIDING SYSTEM VALUE VALUES (3, '2026-01-11 00:00-05', 'x', 'site', '1')",
    [`${ROWS}: 1: 2026-01-11: a row or the seal was changed`],
  ],
  [
    "an added row",
    "INSERT INTO audit (id, at, operation, record, record_id) OVERRIDING SYSTEM VALUE VALUES (5, '2026-01-12 00:00-05', 'x', 'site', '1')",
    [`${ROWS}: 1: 2026-01-12: 3 rows instead of 2`],
  ],
  [
    "a row dated to a sealed day",
    "INSERT INTO audit (at, operation, record, record_id) VALUES ('2026-01-11 12:00-05', 'x', 'site', '1')",
    [`${BACKDATED}: 1: 2026-01-11: row 8, which was written after 2026-01-12 was sealed`],
  ],
  [
    "a row before all IDs",
    "INSERT INTO audit (id, at, operation, record, record_id) OVERRIDING SYSTEM VALUE VALUES (0, '2026-01-11 12:00-05', 'x', 'site', '1')",
    [`${BACKDATED}: 1: 2026-01-11: row 0, which was written after 2026-01-12 was sealed`],
  ],
  [
    "a missing seal",
    "DELETE FROM audit_seals WHERE number = 2",
    [`${SEALS}: 1: 2026-01-12: 1 seal after 2026-01-10 missing`],
  ],
  [
    "a missing first seal",
    "DELETE FROM audit_seals WHERE number = 1",
    [`${SEALS}: 1: 2026-01-11: 1 seal before it missing`],
  ],
  [
    "a changed day of a seal",
    "UPDATE audit_seals SET day = '2026-01-09' WHERE number = 2",
    [`${ROWS}: 1: 2026-01-09: a row or the seal was changed`],
  ],
  [
    "a changed hash of a seal",
    "UPDATE audit_seals SET hash = repeat('0', 64) WHERE number = 2",
    [
      `${ROWS}: 1: 2026-01-11: a row or the seal was changed`,
      `${SEALS}: 1: 2026-01-12: not the seal that follows 2026-01-11's`,
    ],
  ],
  [
    "a changed time of a seal",
    "UPDATE audit_seals SET sealed_at = sealed_at + interval '1 hour' WHERE number = 3",
    [`${ROWS}: 1: 2026-01-12: a row or the seal was changed`],
  ],
];

test.each(TAMPERED)("the integrity check finds, by its day, %s", async (_what, statement, lines) => {
  await threeDays();
  expect(await found()).toEqual([]);
  await asOwner(statement);
  expect(await found()).toEqual(lines);
});

test("rows between two days that only the next seal covers cannot be left out by a changed seal", async () => {
  await threeDays();
  await asOwner("UPDATE audit_seals SET after_id = 3 WHERE number = 2");
  expect(await found()).toEqual([
    `${ROWS}: 1: 2026-01-11: 1 rows instead of 2`,
    `${SEALS}: 1: 2026-01-11: not the seal that follows 2026-01-10's`,
  ]);
});

test("a row that is dated to a sealed day stays a finding once it is sealed with a later one", async () => {
  await threeDays();
  await aRow("2026-01-10 09:00");
  await aRow("2026-01-13 09:00");
  await sealOn("2026-01-14");
  expect((await ranges()).at(-1)).toEqual(["2026-01-13", 7, 9, 2]);
  expect(await found()).toEqual([`${BACKDATED}: 1: 2026-01-10: a row that was written after 2026-01-12 was sealed`]);
});

test("a day that was sealed again after a change is not the one that the next seal covers", async () => {
  await threeDays();
  await asOwner("DELETE FROM audit_seals WHERE number > 1");
  await asOwner("UPDATE audit SET username = 'x' WHERE id = 3");
  const [, before] = await seals();
  await sealOn("2026-01-13");
  const [, again] = await seals();
  // The database alone does not show it. The mail of the day has the former hash, and there is a second mail.
  expect(await found()).toEqual([]);
  expect(again?.hash).not.toBe(before?.hash);
});

test("the database refuses to change, delete or truncate seals, also in a purge", async () => {
  await threeDays();
  for (const statement of ["UPDATE audit_seals SET hash = ''", "DELETE FROM audit_seals", "TRUNCATE audit_seals"])
    await expect(client.query(statement)).rejects.toThrow(/^The seals of the audit are append-only\.$/);
  await client.query("BEGIN; SELECT set_config('audit.purging', 'on', true)");
  await expect(client.query("DELETE FROM audit_seals")).rejects.toThrow(/append-only/);
  await client.query("ROLLBACK");
});

test("days whose rows a purge deleted verify, as do those before and after; what is deleted later is found", async () => {
  await threeDays();
  for (const day of ["2026-02-01", "2026-03-01"]) await aRow(`${day} 12:00`);
  await sealOn("2026-03-02");
  const purged = () => withFixedTime("2026-03-20T12:00:00Z", () => purge({ months: { audit: 1 }, dryRun: false }));
  expect((await purged()).deleted).toEqual({ audit: 6 });
  expect(await found()).toEqual([]);
  const { rows } = await client.query<{ record_id: string; after: unknown }>(
    "SELECT record_id, after FROM audit WHERE record = 'auditSeal' ORDER BY id",
  );
  expect(rows.map((row) => row.record_id)).toEqual(["1", "2", "3"]);
  expect(rows[0]?.after).toMatchObject({ rows: 0, deleted: 2 });
  // The records of a purge stay, and so do the seals.
  expect((await purged()).deleted).toEqual({ audit: 0 });
  await withFixedTime("2035-03-20T12:00:00Z", () => purge({ months: { audit: 1 }, dryRun: false }));
  expect((await client.query("SELECT FROM audit WHERE record = 'auditSeal'")).rowCount).toBeGreaterThan(3);
  expect(await found()).toEqual([]);
  await asOwner("DELETE FROM audit WHERE record = 'auditSeal' AND record_id = '2'");
  expect(await found()).toEqual([`${ROWS}: 1: 2026-01-11: 0 rows instead of 2`]);
});

test("rows that a purge kept are still proved, and an invented purge of young rows proves nothing", async () => {
  await threeDays();
  await client.query(
    `INSERT INTO audit (at, operation, record, record_id, after) VALUES ('2026-01-13 12:00-05', 'x', 'agent', '5', '{"active": true}')`,
  );
  await sealOn("2026-01-14");
  const forged = (at: string) =>
    client.query(
      `INSERT INTO audit (at, operation, record, record_id, after) VALUES ($1, 'maintenance.purge', 'auditSeal', '1', $2)`,
      [at, { rows: 0, hash: createHash("sha256").digest("hex"), deleted: 2 }],
    );
  await asOwner("DELETE FROM audit WHERE id <= 2");
  await forged("2026-01-20T12:00:00Z");
  expect(await found()).toEqual([`${ROWS}: 1: 2026-01-10: 0 rows instead of 2`]);
});

test("rows are read in batches", async () => {
  await client.query(
    `INSERT INTO audit (at, operation, record, record_id) SELECT '2026-01-10 12:00-05', 'x', 'site', n FROM generate_series(1, 2500) n`,
  );
  await sealOn("2026-01-11");
  expect(await ranges()).toEqual([["2026-01-10", 0, 2500, 2500]]);
  const ids: number[] = [];
  await writeTransaction(async () => {
    for await (const { id } of linesOf({ afterId: 0, toId: 2500 })) ids.push(id);
  });
  expect(ids).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
  expect(await found()).toEqual([]);
});
