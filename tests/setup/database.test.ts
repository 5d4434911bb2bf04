import { readdir } from "node:fs/promises";
import pg from "pg";
import { expect, test } from "vitest";
import * as kernel from "../../server/kernel/database/transactions";
import {
  inNewTransaction,
  autocommit,
  queryOne,
  readTransaction,
  execute,
  withConnection,
  writeTransaction,
} from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { migrate } from "../../models/migrate";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { migrations } from "../../models/migrations";
import { aDatabase, inRollback } from "../world/database";
import { runProgram } from "../world/program";

const nameOf = async () => (await queryOne<{ name: string }>(sql`SELECT current_database() AS name`))?.name;

test("a test works in its own migrated database and leaves nothing behind", async () => {
  await inRollback(async () => {
    await execute(sql`CREATE TABLE left_behind (id int)`);
    expect(await nameOf()).toMatch(/^run_\d+_[0-9a-f]+$/);
  });
  await readTransaction(async () => {
    const found = await queryOne<{ left: string | null }>(sql`SELECT to_regclass('left_behind')::text AS left`);
    expect(found?.left).toBeNull();
    const migrations = await queryOne<{ n: number }>(sql`SELECT count(*) AS n FROM migrations`);
    expect(migrations?.n).toBeGreaterThan(0);
  });
});

test("a test can switch to a database of its own and back", async () => {
  const before = await readTransaction(nameOf);
  const database = await aDatabase();
  await database.enter();
  const inside = await readTransaction(nameOf);
  expect(new URL(database.url).pathname).toBe(`/${inside}`);
  await database.drop();
  expect(await readTransaction(nameOf)).toBe(before);
  const gone = new pg.Client({ connectionString: database.url });
  await expect(gone.connect()).rejects.toThrow(/does not exist/);
});

test("migrations run once, even if two processes start them at the same time", async () => {
  const { url } = await aDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
  const runs = await Promise.all([1, 2].map(() => withSchemaLock(migrate, { url })));
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  await client.end();
  expect(runs.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, rows.length]);
});

/** Unrelated to transactions: the pools themselves, statements, and information about a connection or a fault. */
const STATEMENTS = [
  ...["afterCommit", "closeDatabase", "currentClient", "database", "execute", "isAborted", "isUnreachable"],
  ...["queryOne", "queryRows", "runAfterCommitCallbacks"],
];

test("code outside the kernel has six verbs for transactions, and statements run only inside these", async () => {
  const verbs = Object.keys(kernel).filter((name) => !STATEMENTS.includes(name));
  expect(verbs.sort()).toEqual([
    "autocommit",
    "dryRun",
    "inNewTransaction",
    "readTransaction",
    "withConnection",
    "writeTransaction",
  ]);
  await expect(queryOne(sql`SELECT 1`)).rejects.toThrow("outside of a transaction");
});

test("each verb has the transaction that its name says, by itself and inside another", async () => {
  const database = await aDatabase();
  await database.enter();
  const rows = async () => (await queryOne<{ n: number }>(sql`SELECT count(*) AS n FROM verbs`))?.n;
  const add = () => execute(sql`INSERT INTO verbs VALUES (1)`);
  await autocommit("write", () => execute(sql`CREATE TABLE verbs (id int)`));
  // One statement, committed by itself.
  expect(await autocommit("read", nameOf)).toBe(new URL(database.url).pathname.slice(1));
  await expect(autocommit("read", add)).rejects.toThrow("read-only");
  await autocommit("write", add);
  // A read-only snapshot.
  await expect(readTransaction(add)).rejects.toThrow("read-only");
  await readTransaction(async () => {
    expect(await rows()).toBe(1);
    await inNewTransaction(add);
    expect(await rows()).toBe(1);
    expect(await readTransaction(rows)).toBe(1);
    expect(await autocommit("write", rows)).toBe(1);
  });
  expect(await readTransaction(rows)).toBe(2);
  // All or nothing; inside another transaction, only its part is undone; in a separate one, it is kept.
  const fault = new Error("undone");
  const undone = (body: () => Promise<unknown>) => async () => {
    await body();
    throw fault;
  };
  await expect(writeTransaction(undone(add))).rejects.toBe(fault);
  expect(await readTransaction(rows)).toBe(2);
  await writeTransaction(async () => {
    await add();
    await expect(writeTransaction(undone(add))).rejects.toBe(fault);
    expect(await readTransaction(rows)).toBe(3);
  });
  expect(await readTransaction(rows)).toBe(3);
  await expect(writeTransaction(undone(() => inNewTransaction(add)))).rejects.toBe(fault);
  expect(await readTransaction(rows)).toBe(4);
  // The transaction of a connection that the caller opened.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("BEGIN");
  await withConnection(client, add);
  expect(await withConnection(client, rows)).toBe(5);
  expect(await readTransaction(rows)).toBe(4);
  await client.end();
  await database.drop();
});

test("every migration file is listed, in order and without gaps in the numbers", async () => {
  const files = (await readdir("models/migrations")).filter((file) => file !== "index.ts").sort();
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files);
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, i) => i + 1));
});

test("a database with another version's migrations is refused with one line and left unchanged", async () => {
  const { url } = await aDatabase();
  const query = async (...texts: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const text of texts) await client.query(text);
      return (await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name")).rows;
    } finally {
      await client.end();
    }
  };
  // As the first releases left it: some of today's names, but with different tables.
  const before = await query(
    "DELETE FROM migrations WHERE name >= '0007'",
    "INSERT INTO migrations (name) VALUES ('0009-avp-changes'), ('0036-kept-forms')",
  );
  expect(await runProgram("migrate", [], { DATABASE_URL: url })).toEqual({
    code: 1,
    said:
      "This database belongs to another version of the product: it has the migrations 0009-avp-changes, 0036-kept-forms, " +
      "which this version does not know. Please start that version, or give this one an empty database.\n",
  });
  expect(await query()).toEqual(before);
});
