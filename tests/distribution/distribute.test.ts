import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { distribute as distributeOn } from "../../models/distribute";
import { COPIED, DISTRIBUTED } from "../../models/distribution";
import { withOwnConnection, withSchemaLock } from "../../server/kernel/database/connections";
import { aDatabase } from "../world/database";
import { type Ended, runProgram } from "../world/program";

const homes: string[] = [];
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true, force: true }))));

async function distributeByCommand(url: string): Promise<Ended> {
  const { code, said } = await runProgram("migrate", ["--distribute"], { DATABASE_URL: url });
  return { code, said: said.trim() };
}

async function query<T extends pg.QueryResultRow>(url: string, ...texts: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: T[] = [];
    for (const text of texts) ({ rows } = await client.query<T>(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** Installs the extension of tests/distribution/extension in a database. */
async function withExtension(url: string): Promise<void> {
  const home = await mkdtemp(path.join(os.tmpdir(), "extension-"));
  homes.push(home);
  await mkdir(path.join(home, "extension"));
  for (const folder of [home, path.join(home, "extension")]) await chmod(folder, 0o755);
  for (const name of ["citus.control", "citus--1.sql"]) {
    await copyFile(path.join("tests/distribution/extension", name), path.join(home, "extension", name));
  }
  await query(url, `SET extension_control_path = '${home}:$system'`, "CREATE EXTENSION citus");
}

test("clicks are stored by generic plans, but not in a database with Citus, which has none for them", async () => {
  const { url } = await aDatabase();
  const modes = () =>
    withOwnConnection(
      "clicks",
      async (client) => (await client.query<{ plan_cache_mode: string }>("SHOW plan_cache_mode")).rows[0],
      { url },
    );
  expect(await modes()).toEqual({ plan_cache_mode: "force_generic_plan" });
  await withExtension(url);
  expect(await modes()).toEqual({ plan_cache_mode: "auto" });
});

const distribute = (url: string) => withSchemaLock(distributeOn, { url });

const asked = async (url: string) =>
  (await query<{ what: string }>(url, "SELECT what FROM asked ORDER BY n")).map(({ what }) => what);

test("without the extension nothing is distributed and the exit code is 1; migrations still run", async () => {
  const { url } = await aDatabase();
  await query(url, "DELETE FROM migrations WHERE name = '0010-maintenance'", "DROP TABLE upkeep");
  const { code, said } = await distributeByCommand(url);
  expect(said.split("\n")).toEqual([
    "Ran 0010-maintenance.",
    expect.stringMatching(
      /^The tables were not distributed: this database does not have the extension Citus\. Install it/,
    ),
  ]);
  expect(code).toBe(1);
});

const COPIES = [
  ...["domains", "accounts", "offices", "agents", "sites", "types", "prices", "office_sites", "agent_sites"],
  ...["avp_tiers", "user_agents"],
].map((table) => `copy ${table}`);
const REGISTRATIONS = [
  ...[
    "audit",
    "postback_keys",
    "click_batches",
    "log_positions",
    "clicks_by_day_geo",
    "clicks_by_day",
    "hits_by_day",
    "hits_by_half",
  ],
].map((table) => `register ${table}`);
const BESIDE = [
  "click_uniques",
  "sale_events",
  "stats_delta",
  "stats_day_geo",
  "stats_day",
  "stats_half_geo",
  "stats_half",
  "stats_agent_half_geo",
  "stats_agent_half",
];
const PLACES = [
  "distribute clicks by agent_id with none",
  ...BESIDE.map((table) => `distribute ${table} by agent_id with clicks`),
];
const BROKEN = "distribute sale_events by agent_id with clicks";
const SPACE = ["clicks", ...BESIDE].map((table) => `free ${table}`);

test("with the extension, joined tables are copied in order of their foreign keys, tables of shared transactions are registered, then large tables are distributed by agent, colocated", async () => {
  const { url } = await aDatabase();
  await withExtension(url);
  expect(await distributeByCommand(url)).toEqual({
    code: 0,
    said: `The database is up to date.\nDistributed ${DISTRIBUTED.length} tables by agent and copied ${COPIED.length} to every server.`,
  });
  expect(await asked(url)).toEqual([...COPIES, ...REGISTRATIONS, ...PLACES, ...SPACE]);
  expect(await distribute(url)).toEqual({ distributed: 0, copied: 0 });
  expect(await asked(url)).toEqual([...COPIES, ...REGISTRATIONS, ...PLACES, ...SPACE, ...SPACE]);
});

test("an interrupted distribution continues where it stopped", async () => {
  const { url } = await aDatabase();
  await withExtension(url);
  await query(url, "ALTER TABLE sale_events ADD CONSTRAINT planted UNIQUE (id)");
  await expect(distribute(url)).rejects.toThrow('cannot create constraint on "sale_events"');
  await query(url, "ALTER TABLE sale_events DROP CONSTRAINT planted");
  const { length } = DISTRIBUTED;
  expect(await distribute(url)).toEqual({ distributed: length - PLACES.indexOf(BROKEN), copied: 0 });
  expect(await asked(url)).toEqual([...COPIES, ...REGISTRATIONS, ...PLACES, ...SPACE]);
});

const LAST_NUMBERS = `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE last_value IS NOT NULL AND sequencename <> 'asked_n_seq' ORDER BY 1`;

test("no ID is given twice after a distribution, nor after one that was interrupted and continued", async () => {
  const { url } = await aDatabase();
  await withExtension(url);
  await query(url, "INSERT INTO domains (domain) SELECT 'd' || n || '.example' FROM generate_series(1, 7) AS n");
  await query(
    url,
    "DELETE FROM domains WHERE id > 5",
    "SELECT setval('audit_id_seq', 9), setval('stats_delta_seq_seq', 8)",
  );
  const before = await query(url, LAST_NUMBERS);
  expect(before).toContainEqual({ name: "domains_id_seq", last: 7 });
  await query(url, "ALTER TABLE sale_events ADD CONSTRAINT planted UNIQUE (id)");
  await expect(distribute(url)).rejects.toThrow('cannot create constraint on "sale_events"');
  expect(await query(url, LAST_NUMBERS)).toEqual(before);
  await query(url, "ALTER TABLE sale_events DROP CONSTRAINT planted");
  await distribute(url);
  expect(await query(url, LAST_NUMBERS)).toEqual(before);
});
