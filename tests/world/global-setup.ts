import { rm } from "node:fs/promises";
import type pg from "pg";
import type { TestProject } from "vitest/node";
import { openCluster } from "../../server/postgres";
import { ensureDemo } from "./demo";
import { TEST_DATA } from "./shared";
import { asKeeper } from "./keeper";
import { CITUS, dropDatabase } from "./nodes";
import { QUICK } from "./suites";
import { dropTablespace, restoreFolders, tablespaceOptions } from "./tablespace";
import { ensureMigrated } from "./template";

declare module "vitest" {
  interface ProvidedContext {
    /** postgres:// address of the test server. */
    server: string;
    /** Begins the name of every database and folder of this run. */
    run: string;
    /** Name of the migrated, empty database that others are copies of. */
    template: string;
    /** Options of CREATE DATABASE for the copies of a template. */
    copyOptions: string;
  }
}

/** One PostgreSQL for all runs on this machine, also at the same time; the last run to end stops it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const run = `run_${process.pid}`;
  project.provide("run", run);
  const removeFiles = () => rm(`${TEST_DATA}/${run}`, { recursive: true, force: true });
  if (QUICK) {
    project.provide("server", "postgres://127.0.0.1:1");
    return removeFiles;
  }
  const { url, stop, copyOptions } = await (CITUS ? joinCluster(CITUS) : startServer(run));
  await asKeeper(url, (client) => dropOrphans(url, client));
  const template = await ensureMigrated(url);
  // Of a whole run some tests need it surely, and no hook of theirs should wait for it.
  if (process.env.WHOLE === "on") await ensureDemo(url, template);
  project.provide("copyOptions", await copyOptions());
  project.provide("template", template);
  project.provide("server", url);
  return async () => {
    await asKeeper(url, (client) => dropAll(url, client, [run]));
    await removeFiles();
    await stop();
  };
}

type Started = { url: string; copyOptions: () => Promise<string>; stop: () => Promise<void> };

async function startServer(run: string): Promise<Started> {
  const data = `${TEST_DATA}/postgres/data`;
  await restoreFolders(data);
  // Data of tests may be lost with the machine: without fsync they wait for no disk.
  const cluster = await openCluster({ dataDir: TEST_DATA, settings: { fsync: "off", full_page_writes: "off" } });
  return {
    url: cluster.url,
    copyOptions: () => asKeeper(cluster.url, (client) => tablespaceOptions(client, data, run)),
    stop: () => cluster.stop(),
  };
}

const joinCluster = (url: string): Promise<Started> =>
  Promise.resolve({ url, copyOptions: () => Promise.resolve("STRATEGY file_copy"), stop: () => Promise.resolve() });

type Named = { name: string };

/** Databases and tablespaces of runs that were killed. */
async function dropOrphans(server: string, client: pg.Client): Promise<void> {
  const { rows } = await client.query<Named>(
    `SELECT substring(datname from '^run_[0-9]+') AS name FROM pg_database WHERE datname ~ '^run_[0-9]+_'
     UNION SELECT spcname FROM pg_tablespace WHERE spcname ~ '^run_[0-9]+$'`,
  );
  await dropAll(
    server,
    client,
    rows.map(({ name }) => name).filter((run) => !isAlive(Number(run.slice("run_".length)))),
  );
}

async function dropAll(server: string, client: pg.Client, runs: string[]): Promise<void> {
  for (const run of runs) {
    const { rows } = await client.query<Named>(
      "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
      [`${run}_`],
    );
    for (const { name } of rows) await dropDatabase(server, name);
    await dropTablespace(client, run);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === "EPERM";
  }
}
