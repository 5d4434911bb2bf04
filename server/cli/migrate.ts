import { migrate } from "../../models/migrate";
import { config } from "../kernel/config";
import { endWithMessage, openDatabase } from "../start";

/** `npm run migrate`: brings the database up to date and says what it did. */
try {
  const database = await openDatabase();
  try {
    const ran = await migrate(config().DATABASE_URL ?? "");
    console.log(ran.length === 0 ? "The database is up to date." : `Ran ${ran.join(", ")}.`);
  } finally {
    await database.close();
  }
} catch (fault) {
  endWithMessage(fault);
}
