import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import { splitCommands } from "../../models/split-commands";
import { migrate as migrateOn } from "../../models/migrate";
import { migrations } from "../../models/migrations";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { withCut } from "../tracking/cut";
import { aDatabase } from "../world/database";
import { times } from "../world/long";

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, application_name: "reader" });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const migrate = (url: string) => withSchemaLock(migrateOn, { url });

/** An empty database, and the shape of a fully migrated one. */
async function anEmptyDatabase() {
  const { url } = await aDatabase();
  const whole = await shapeOf(url);
  await query(url, "DROP SCHEMA public CASCADE");
  await query(url, "CREATE SCHEMA public");
  return { url, whole };
}

/** Columns, indexes, constraints and triggers, without partitions. */
const shapeOf = (url: string) =>
  query<{ line: string }>(
    url,
    `SELECT line FROM (
       SELECT format('%s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) AS line, attrelid AS oid
       FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped
       UNION ALL SELECT pg_get_indexdef(indexrelid), indrelid FROM pg_index
       UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid), conrelid FROM pg_constraint WHERE conrelid <> 0
       UNION ALL SELECT pg_get_triggerdef(oid), tgrelid FROM pg_trigger WHERE NOT tgisinternal
     ) AS lines JOIN pg_class c ON c.oid = lines.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );

const CREATED = /^CREATE TABLE (\w+)/;
const tablesOf = (text: string) => splitCommands(text).flatMap((command) => CREATED.exec(command)?.[1] ?? []);

/** Expects the tables of exactly the recorded migrations. Returns the number of records. */
async function recordsAreTrue(url: string): Promise<number> {
  const [found] = await query<{ recorded: string[] | null; there: string[] | null }>(
    url,
    `SELECT (SELECT array_agg(relname::text) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')) AS there,
       CASE WHEN to_regclass('migrations') IS NOT NULL THEN
         (xpath('//name/text()', query_to_xml('SELECT name FROM migrations', false, false, '')))::text[] END AS recorded`,
  );
  const { recorded, there } = { recorded: found?.recorded ?? [], there: new Set(found?.there ?? []) };
  for (const { name, text } of migrations) {
    const tables = tablesOf(text);
    const expected = recorded.includes(name) ? tables : [];
    expect({ name, tables: tables.filter((table) => there.has(table)) }).toEqual({ name, tables: expected });
  }
  return recorded.length;
}

const COMMANDS = migrations.reduce((sum, { text }) => sum + splitCommands(text).length + 3, 0);

test(
  "migrations interrupted at any statement have a record of exactly what they did, and continue",
  async () => {
    const { url, whole } = await anEmptyDatabase();
    // The interruption moves on each time so that some migrations finish; the long proofs cover every statement.
    const step = process.env.LONG === "on" ? 1 : Math.ceil(COMMANDS / 12);
    const recorded: number[] = [];
    for (let at = 3, i = 0; ; at += step, i++) {
      if (step === 1) await query(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      const moment = i % 2 === 0 ? "before" : "after";
      const { cutAt, outcome } = await withCut({ at, moment, named: /^migration$/ }, () => migrate(url));
      recorded.push(await recordsAreTrue(url));
      if (cutAt !== undefined) expect(outcome.status).toBe("rejected");
      else break;
    }
    expect(recorded.at(-1)).toBe(migrations.length);
    expect(new Set(recorded).size).toBeGreaterThan(2);
    expect(await shapeOf(url)).toEqual(whole);
  },
  times(120_000),
);

test(
  "a migration and its record are undone together, before and after each of the two",
  async () => {
    const { url, whole } = await anEmptyDatabase();
    let recorded = 0;
    for (let i = 0; recorded < migrations.length; i++) {
      // The second migration of each run: first its record, then its COMMIT.
      const cut = {
        at: 3 + (i % 2),
        moment: i % 4 < 2 ? "before" : "after",
        texts: /^(INSERT INTO migrations|COMMIT)/,
      } as const;
      await withCut({ ...cut, named: /^migration$/ }, () => migrate(url));
      recorded = await recordsAreTrue(url);
    }
    await migrate(url);
    expect(await shapeOf(url)).toEqual(whole);
  },
  times(120_000),
);

/** Runs the migrations in a process that is killed with SIGKILL while it sends statement number `at`. */
function killedAt(url: string, at: number): Promise<NodeJS.Signals | null> {
  return new Promise((done, failed) => {
    const env = { ...process.env, DATABASE_URL: url, KILLED_AT: String(at) };
    const preload = pathToFileURL("tests/setup/killed.mjs").href;
    const child = spawn(process.execPath, ["--import", "tsx", "--import", preload, "server/cli/migrate.ts"], { env });
    child.stderr.resume();
    child.on("error", failed);
    child.on("close", (_, signal) => done(signal));
  });
}

test(
  "after kill -9 in the middle of a migration the next start continues from the records",
  async () => {
    for (let round = 0; round < times(1); round++) {
      const { url, whole } = await anEmptyDatabase();
      const at = 10 + Math.floor((COMMANDS * (round + 10)) / (times(1) + 20));
      expect(await killedAt(url, at)).toBe("SIGKILL");
      const recorded = await recordsAreTrue(url);
      expect(recorded).toBeLessThan(migrations.length);
      await migrate(url);
      expect(await recordsAreTrue(url)).toBe(migrations.length);
      expect(await shapeOf(url)).toEqual(whole);
    }
  },
  times(120_000),
);
