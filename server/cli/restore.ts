import { readBackup, restore, BackupError } from "../backup";
import { overrideConfig, config, SettingError } from "../kernel/process/config";
import { replaceSecrets } from "../kernel/process/secrets";
import { exitWithMessage, openDatabase } from "../processes";

/** `npm run restore -- FILE`: restores a backup into an empty database, all of it or nothing. */
const [file, ...more] = process.argv.slice(2);
try {
  if (!file || file.startsWith("-") || more.length > 0) throw new SettingError("Usage: npm run restore -- FILE");
  const { DATA_KEY, DATA_DIR } = config();
  // Checks the backup before the database is created.
  await readBackup(file);
  const database = await openDatabase({ asOwner: true });
  try {
    const { at, tables, rows, files } = await restore(file, (secrets) => {
      if (DATA_KEY !== undefined) return;
      replaceSecrets(DATA_DIR, secrets);
      overrideConfig(secrets);
    });
    console.log(`Restored ${rows.toLocaleString("en-US")} rows of ${tables} tables and ${files} files as of ${at}.`);
  } finally {
    await database.close();
  }
} catch (error) {
  const { code } = error as { code?: string };
  if (code === "ENOENT" || code === "EISDIR") exitWithMessage(`There is no file ${file}.`);
  exitWithMessage(error instanceof BackupError ? new SettingError(error.message) : error);
}
