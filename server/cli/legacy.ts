import { readFile } from "node:fs/promises";
import { migrate } from "../../models/migrate";
import * as migration from "../migration";
import { SettingError } from "../kernel/process/config";
import { withSchemaLock } from "../kernel/database/connections";
import { perform } from "../kernel/operation/perform";
import { Refusal } from "../kernel/operation/refusal";
import { system } from "../kernel/operation/roles";
import { exitWithMessage, openDatabase } from "../processes";

/**
 * `npm run legacy -- import FILE.csv`: stages agents of the older server. With --dry-run, it only reports what it would
 * do.
 */
const USAGE = `Usage: npm run legacy -- import FILE.csv [--dry-run]
The first line of the file is
legacyId,username,password,firstName,lastName,email,officeName,campaignId,registered,ready,codes
With --dry-run, every row is reported and nothing is written. Exits with 1 when a row was refused.`;

const [act, ...args] = process.argv.slice(2);
/** `--rehearse` is the option's name before 1.0, accepted for one release. */
const DRY_RUN = ["--dry-run", "--rehearse"];
const isDryRun = args.some((word) => DRY_RUN.includes(word));
const [file, ...more] = args.filter((word) => !DRY_RUN.includes(word));
try {
  if (act !== "import" || !file || file.startsWith("-") || more.length > 0) throw new SettingError(USAGE);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  const database = await openDatabase();
  try {
    await withSchemaLock(migrate);
    const from = { channel: "program", ip: null, userAgent: "legacy" } as const;
    process.exitCode = report(await perform(migration.stage, system, { text, rehearse: isDryRun }, from));
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error instanceof Refusal ? error.message : toMessage(error));
}

type Report = { staged: number; rows: { line: number; legacyId: string; faults: string[] }[] };

function report({ staged, rows }: Report): 0 | 1 {
  for (const { line, legacyId, faults } of rows) {
    if (faults.length > 0) console.log(`line ${line}: ${legacyId || "?"} refused. ${faults.join(" ")}`);
    else if (isDryRun) console.log(`line ${line}: ${legacyId} good.`);
  }
  const refused = rows.length - staged;
  console.log(
    isDryRun
      ? `${staged} rows would be staged, ${refused} refused. Nothing was written.`
      : `${staged} rows staged, ${refused} refused.`,
  );
  return refused > 0 ? 1 : 0;
}

function toMessage(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === "ENOENT" || code === "EISDIR") return `There is no file ${file}.`;
  return code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? `${file} is not UTF-8.` : error;
}
