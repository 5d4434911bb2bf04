import { stat } from "node:fs/promises";
import path from "node:path";
import { takeBackup, BackupError } from "../backup";
import { config, SettingError } from "../kernel/process/config";
import { loadOrCreateSecrets } from "../kernel/process/secrets";
import { exitWithMessage, openDatabase } from "../processes";
import { recordMaintenance } from "../maintenance";
import { warnIfNotRecorded } from "./warn-if-not-recorded";

/** `npm run backup -- FILE`: a full copy as of one moment, while the server runs. */
const [file, ...more] = process.argv.slice(2);
try {
  if (!file || file.startsWith("-") || more.length > 0) throw new SettingError("Usage: npm run backup -- FILE");
  const { DATA_KEY, DATA_DIR } = config();
  const database = await openDatabase();
  try {
    const began = new Date();
    const { at: _, ...done } = await takeBackup(file, DATA_KEY === undefined ? loadOrCreateSecrets(DATA_DIR) : null);
    const { rows, tables, files } = done;
    console.log(`Wrote ${rows.toLocaleString("en-US")} rows of ${tables} tables and ${files} files to ${file}.`);
    const { size } = await stat(file);
    await warnIfNotRecorded(recordMaintenance("backup", began, { ...done, file: path.basename(file), bytes: size }));
  } finally {
    await database.close();
  }
} catch (error) {
  const { code } = error as { code?: string };
  if (code === "ENOENT" || code === "EACCES") exitWithMessage(`${file} cannot be written.`);
  exitWithMessage(error instanceof BackupError ? new SettingError(error.message) : error);
}
