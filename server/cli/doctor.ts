import type pg from "pg";
import { isCurrent } from "../../models/migrate";
import { moveIntoMonths } from "../../models/partitions";
import { runChecks, formatFinding } from "../invariants";
import { SettingError } from "../kernel/process/config";
import { withOwnConnection } from "../kernel/database/connections";
import { withConnection } from "../kernel/database/transactions";
import { laggingReplicas } from "../kernel/database/replicas";
import { exitWithMessage, openDatabase } from "../processes";
import { recordMaintenance } from "../maintenance";
import { warnIfNotRecorded } from "./warn-if-not-recorded";

/** `npm run check`: runs the integrity check, prints each failed check on one line and exits with 1 if there is any. */
const USAGE = `Usage: npm run check -- [--repair]
With --repair, rows outside their month's partition are moved into it first.`;

const MAX_RECORDED = 100;

const args = process.argv.slice(2);
try {
  if (args.some((word) => word !== "--repair")) throw new SettingError(USAGE);
  const repair = args.includes("--repair");
  const database = await openDatabase({ asOwner: repair });
  try {
    process.exitCode = await runCheck(repair);
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}

async function runCheck(repair: boolean): Promise<0 | 1> {
  if (repair)
    console.log(
      `${(await withOwnConnection("doctor", moveRows)).toLocaleString("en-US")} rows moved into their months.`,
    );
  const began = new Date();
  const examined = async (client: pg.Client) => {
    if (!(await isMigrated(client)))
      throw new SettingError("Some migrations have not run. Please run npm run migrate.");
    return withConnection(client, async () => {
      const result = await runChecks((finding) => console.log(formatFinding(finding)));
      for (const line of await laggingReplicas()) console.log(line);
      return result;
    });
  };
  const findings = await withOwnConnection("doctor", examined, { readOnly: true });
  await warnIfNotRecorded(
    recordMaintenance("doctor", began, { broken: findings.length, findings: findings.slice(0, MAX_RECORDED) }),
  );
  console.log(
    findings.length === 0
      ? "All checks passed."
      : `${findings.length} ${findings.length === 1 ? "check" : "checks"} failed.`,
  );
  return findings.length === 0 ? 0 : 1;
}

/** Whether all migrations have run. Without the `migrations` table none has. */
async function isMigrated(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS there");
  return rows[0]?.there === true && isCurrent(client);
}

/**
 * Clicks and postbacks queue behind the lock request, so it waits for at most 2 s. After that it gives up and moves
 * nothing.
 */
async function moveRows(client: pg.Client): Promise<number> {
  await client.query("BEGIN");
  await client.query("SET LOCAL lock_timeout = '2s'");
  try {
    const count = await moveIntoMonths(client);
    await client.query("COMMIT");
    return count;
  } catch (error) {
    const LOCK_NOT_AVAILABLE = "55P03";
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new SettingError("Another process is using these tables. Nothing was moved. Please try again.");
  }
}
