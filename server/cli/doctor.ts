import type pg from "pg";
import { isCurrent } from "../../models/migrate";
import { moveIntoMonths } from "../../models/partitions";
import { examine, lineOf } from "../invariants";
import { SettingError } from "../kernel/process/config";
import { withOwnConnection } from "../kernel/database/connections";
import { withConnection } from "../kernel/database/transactions";
import { laggingReplicas } from "../kernel/database/replicas";
import { endWithMessage, openDatabase } from "../start";
import { noteUpkeep } from "../maintenance";
import { noted } from "./noted";

// SQL by hand: asks the catalog whether any migration has run.

/** `npm run check`: runs the integrity check, prints each failed check on one line and exits with 1 if there is any. */
const USAGE = `Usage: npm run check -- [--repair]
With --repair, rows outside their month's partition are moved into it first.`;

const MOST_NOTED = 100;

const given = process.argv.slice(2);
try {
  if (given.some((word) => word !== "--repair")) throw new SettingError(USAGE);
  const database = await openDatabase();
  try {
    process.exitCode = await run(given.includes("--repair"));
  } finally {
    await database.close();
  }
} catch (fault) {
  endWithMessage(fault);
}

async function run(repair: boolean): Promise<0 | 1> {
  if (repair)
    console.log(`${(await withOwnConnection("doctor", moved)).toLocaleString("en-US")} rows moved into their months.`);
  const began = new Date();
  const examined = async (client: pg.Client) => {
    if (!(await isReady(client))) throw new SettingError("Some migrations have not run. Please run npm run migrate.");
    return withConnection(client, async () => {
      const found = await examine((finding) => console.log(lineOf(finding)));
      for (const line of await laggingReplicas()) console.log(line);
      return found;
    });
  };
  const findings = await withOwnConnection("doctor", examined, { readOnly: true });
  await noted(noteUpkeep("doctor", began, { broken: findings.length, findings: findings.slice(0, MOST_NOTED) }));
  console.log(
    findings.length === 0
      ? "All checks passed."
      : `${findings.length} ${findings.length === 1 ? "check" : "checks"} failed.`,
  );
  return findings.length === 0 ? 0 : 1;
}

/** Whether all migrations have run. Without the `migrations` table none has. */
async function isReady(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS there");
  return rows[0]?.there === true && isCurrent(client);
}

/**
 * Clicks and postbacks queue behind the lock request, so it waits for at most 2 s. After that it gives up and moves
 * nothing.
 */
async function moved(client: pg.Client): Promise<number> {
  await client.query("BEGIN");
  await client.query("SET LOCAL lock_timeout = '2s'");
  try {
    const count = await moveIntoMonths(client);
    await client.query("COMMIT");
    return count;
  } catch (fault) {
    const LOCK_NOT_AVAILABLE = "55P03";
    if ((fault as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw fault;
    throw new SettingError("Another process is using these tables. Nothing was moved. Please try again.");
  }
}
