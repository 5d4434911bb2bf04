import { distribute } from "../../models/distribute";
import { migrate } from "../../models/migrate";
import { SettingError } from "../kernel/process/config";
import { withSchemaLock } from "../kernel/database/connections";
import { exitWithMessage, openDatabase } from "../processes";

/**
 * `npm run migrate`: migrates the database and prints what it did. `--distribute` also distributes the tables over
 * several servers; without the Citus extension it distributes nothing and exits with 1.
 */
const [option, ...more] = process.argv.slice(2);
try {
  if (more.length > 0 || (option !== undefined && option !== "--distribute")) {
    throw new SettingError("Usage: npm run migrate -- [--distribute]");
  }
  const database = await openDatabase();
  try {
    const ran = await withSchemaLock(migrate);
    console.log(ran.length === 0 ? "The database is up to date." : `Ran ${ran.join(", ")}.`);
    if (option) console.log(await distributeTables());
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}

async function distributeTables(): Promise<string> {
  const done = await withSchemaLock(distribute);
  if (!done) {
    throw new SettingError(
      "The tables were not distributed: this database does not have the extension Citus. Install it on every server, add it to " +
        "shared_preload_libraries, run CREATE EXTENSION citus in the database, and try again.",
    );
  }
  if (done.distributed + done.copied === 0) return "All tables are distributed.";
  return `Distributed ${done.distributed} tables by agent and copied ${done.copied} to every server.`;
}
