import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../../models/migrate";
import { restore, takeBackup } from "../../server/backup";
import { formatFinding, runChecks } from "../../server/invariants";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { closeDatabase, readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import { Refusal } from "../../server/kernel/operation/refusal";
import { levels, system } from "../../server/kernel/operation/roles";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { addDays, dayOf, type Day } from "../../server/kernel/time";
import { withFixedTime } from "../../server/kernel/time/now";
import { periodOf } from "../../server/trade/periods";
import * as logs from "../../server/logs";
import { clickLog } from "../../server/logs/clicks";
import { BOUNDS } from "../../server/logs/reader/question";
import { readLog } from "../../server/logs/reader/read";
import * as reports from "../../server/reports";
import { mainGroupings } from "../../server/reports/group-keys";
import { remove as removeSite } from "../../server/sites";
import { remove as removeType } from "../../server/types";
import { purge } from "../../server/maintenance";
import { aSite } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";
import { asKeeper, databaseUrl } from "../world/keeper";
import { nameOfOne } from "../world/own";
import { SECRETS } from "../world/shared";
import { aFolder } from "../world/server";
import { ask, refused } from "../reports/ask";

/**
 * The demo company on plain PostgreSQL, in a database of the coordinator without the extension, and its restored backup
 * in a distributed database.
 */
const plain = nameOfOne();
const plainUrl = databaseUrl(inject("server"), plain);
const today = dayOf(Date.now());
let distributed: TestDatabase;
let backup: string;

const enter = async (url: string): Promise<void> => {
  await closeDatabase();
  overrideConfig({ DATABASE_URL: url });
};

beforeAll(async () => {
  await asKeeper(inject("server"), (client) => client.query(`CREATE DATABASE ${plain}`));
  await withSchemaLock(migrate, { url: plainUrl });
  await new Promise<void>((done, failed) => {
    const env = { ...process.env, ...SECRETS, DATABASE_URL: plainUrl, DEMO: "on", LOG_LEVEL: "error" };
    const args = ["--import", "tsx", "seeders/main.ts", "--profile", "demo", "--clicks", "60000", "--days", "400"];
    const seeder = spawn(process.execPath, args, { env, stdio: "ignore" });
    seeder.on("close", (code) => (code === 0 ? done() : failed(new Error("The demo was not seeded."))));
  });
  const folder = await aFolder();
  overrideConfig({ DATA_DIR: folder });
  backup = path.join(folder, "company.backup");
  await enter(plainUrl);
  await takeBackup(backup, null);
}, 900_000);
afterAll(async () => {
  await closeDatabase();
  await asKeeper(inject("server"), (client) => client.query(`DROP DATABASE IF EXISTS ${plain} WITH (FORCE)`));
});

test("a backup of a plain database is restored into a distributed one, whole and sound, and taken again from there", async () => {
  distributed = await aDatabase();
  await enter(distributed.url);
  const restored = await restore(backup, () => undefined);
  const faults = await readTransaction(() => runChecks());
  // A company of 400 days has no half-month to close before them.
  expect(faults.map(formatFinding)).toEqual([]);
  const again = `${backup}.again`;
  const taken = await takeBackup(again, null);
  expect(taken).toMatchObject({ tables: restored.tables, rows: restored.rows });
  await rm(again);
}, 900_000);

const half = periodOf(addDays(today, -20), "beWeek");
const year = { start: addDays(today, -365), end: today };
const manager = { ...system, permissions: [], earningVisible: false, role: levels.company, companyId: 1 };

/** Every report with every grouping and country, for the network and for an office. */
async function everyFigure(): Promise<Record<string, unknown>> {
  const geos = await ask(reports.geos, system, {});
  const figures: Record<string, unknown> = { geos };
  // Some groupings are refused to an office; the refusal is compared, too.
  const add = async (name: string, body: () => Promise<unknown>) =>
    (figures[name] = await body().catch((error: unknown) => {
      if (error instanceof Refusal) return { refused: error.message };
      throw error;
    }));
  const ranges: Record<string, { start: Day; end: Day }> = { half, year };
  for (const groupBy of [...mainGroupings, "type", "country"]) {
    for (const [range, days] of Object.entries(ranges)) {
      for (const geo of [undefined, ...geos])
        await add(`sites ${groupBy} ${range} ${geo}`, () => ask(reports.sites, system, { groupBy, ...days, geo }));
      await add(`sites ${groupBy} ${range} of an office`, () => ask(reports.sites, manager, { groupBy, ...days }));
      await add(`payroll ${groupBy} ${range}`, () => ask(reports.payroll, system, { groupBy, ...days }));
    }
    await add(`sites AVP ${groupBy}`, () => ask(reports.sitesAvp, system, { groupBy, ...half }));
    await add(`payroll AVP ${groupBy}`, () => ask(reports.payrollAvp, system, { groupBy, ...half }));
    await add(`tier ${groupBy}`, () => ask(reports.payrollAvp, system, { groupBy, ...half, avp: 1 }));
  }
  const days = { period: `${year.start},${year.end},month` };
  await add("charts", () => ask(reports.officeCharts, system, days));
  await add("performance", () => ask(reports.performanceScreen, system, {}));
  await add("top agents", () => ask(reports.topAgentsScreen, system, half));
  await add("figures", () => ask(reports.dashboardFigures, system, {}));
  return figures;
}

test("every report by every grouping and country is the same to the cent on Citus and on plain PostgreSQL", async () => {
  const moment = new Date();
  await enter(plainUrl);
  const due = await withFixedTime(moment, everyFigure);
  await enter(distributed.url);
  const figures = await withFixedTime(moment, everyFigure);
  expect(Object.keys(figures).length).toBeGreaterThan(200);
  for (const [name, figure] of Object.entries(figures)) expect({ name, figure }).toEqual({ name, figure: due[name] });
}, 1_800_000);

const PAGE_SIZE = 50;
/** Long enough for a busy machine; a screen shows what it has found after half a second. */
const COMPLETE = { ...BOUNDS, statement: 14_000 };

/** The first page of the click log, one in the middle and the last one, by every column. */
async function clickPages(): Promise<Record<string, unknown>> {
  const pages: Record<string, unknown> = {};
  const { total } = await ask(logs.searchClicks, system, { pageSize: 1 });
  if (total === null) throw new Error("The log was not counted.");
  expect(total).toBeGreaterThan(50_000);
  const last = Math.ceil(total / PAGE_SIZE);
  for (const [n, sortField] of Object.keys(clickLog.sorts).entries())
    for (const page of [1, Math.ceil(last / 2), last]) {
      const form = { sortField, sortAsc: n % 2 === 0, page, pageSize: PAGE_SIZE };
      expect((await ask(logs.searchClicks, system, form)).total).toBeGreaterThan(0);
      const { items } = await readTransaction(async () => {
        const { question } = await clickLog.check(system, clickLog.Form.parse(form));
        return readLog(clickLog, question, COMPLETE);
      });
      pages[`${sortField}, page ${page}`] = await clickLog.rows(system, items);
    }
  return pages;
}

test("pages of the click log by any column come within the time limit, the same ones as on plain PostgreSQL", async () => {
  await enter(plainUrl);
  const due = await clickPages();
  await enter(distributed.url);
  const pages = await clickPages();
  for (const [name, items] of Object.entries(pages)) expect({ name, items }).toEqual({ name, items: due[name] });
}, 1_800_000);

test("sites and links without clicks are deleted, others stay, personal data is purged, and the company stays sound", async () => {
  await enter(distributed.url);
  const designated = { ...system, designated: true };
  const spare = await writeTransaction(() => aSite({ types: 2 }));
  await ask(removeType, designated, { id: first(spare.types).id });
  await ask(removeSite, designated, { id: spare.id });
  expect(await refused(removeSite, designated, { id: 1 })).toMatchObject({ status: 409 });
  expect(await refused(removeType, designated, { id: 1 })).toMatchObject({ status: 409 });
  const months = { visitors: 3, commonLog: 3, loginLog: 3, audit: 3, refusedPostbacks: 3 };
  const counted = await purge({ months, dryRun: true });
  const purged = await purge({ months, dryRun: false });
  expect(purged).toMatchObject({ before: counted.before, uniques: counted.uniques });
  expect(purged.rows.clicks).toBe(counted.rows.clicks);
  expect((await readTransaction(() => runChecks())).map(formatFinding)).toEqual([]);
  expect(config().DATABASE_URL).toBe(distributed.url);
}, 900_000);
