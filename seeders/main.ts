import { migrate } from "../models/migrate";
import { SettingError } from "../server/kernel/process/config";
import { withSchemaLock } from "../server/kernel/database/connections";
import { exitWithMessage, openDatabase } from "../server/processes";
import { seedBench } from "./bench";
import { seedDemo } from "./demo";
import { NotSeedDataError } from "./load/prepare-database";
import { readOptions } from "./options";
import { progressBar } from "./progress";

/** `npm run seed -- --profile demo|bench --clicks N --days N --seed N --replace`: fills a database. */
try {
  const { profile, ...options } = readOptions(process.argv.slice(2));
  const database = await openDatabase({ asOwner: true });
  try {
    await withSchemaLock(migrate);
    const began = Date.now();
    const fill = profile === "bench" ? seedBench : seedDemo;
    const filled = await fill({ ...options, onProgress: progressBar() });
    const counts = Object.entries(filled).map(([name, count]) => `${count.toLocaleString("en-US")} ${name}`);
    console.log(`Wrote ${counts.join(", ")} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error instanceof NotSeedDataError ? new SettingError(error.message) : error);
}
