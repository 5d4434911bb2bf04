import { stat } from "node:fs/promises";
import path from "node:path";
import { takeBackup, Unfit } from "../backup";
import { config, SettingError } from "../kernel/process/config";
import { keepSecrets } from "../kernel/process/secrets";
import { endWithMessage, openDatabase } from "../start";
import { noteUpkeep } from "../maintenance";
import { noted } from "./noted";

/** `npm run backup -- FILE`: a full copy as of one moment, while the server runs. */
const [file, ...more] = process.argv.slice(2);
try {
  if (!file || file.startsWith("-") || more.length > 0) throw new SettingError("Usage: npm run backup -- FILE");
  const { DATA_KEY, DATA_DIR } = config();
  const database = await openDatabase();
  try {
    const began = new Date();
    const { at: _, ...done } = await takeBackup(file, DATA_KEY === undefined ? keepSecrets(DATA_DIR) : null);
    const { rows, tables, files } = done;
    console.log(`Wrote ${rows.toLocaleString("en-US")} rows of ${tables} tables and ${files} files to ${file}.`);
    const { size } = await stat(file);
    await noted(noteUpkeep("backup", began, { ...done, file: path.basename(file), bytes: size }));
  } finally {
    await database.close();
  }
} catch (fault) {
  const { code } = fault as { code?: string };
  if (code === "ENOENT" || code === "EACCES") endWithMessage(`${file} cannot be written.`);
  endWithMessage(fault instanceof Unfit ? new SettingError(fault.message) : fault);
}
