import { existsSync } from "node:fs";
import path from "node:path";
import { config } from "../server/kernel/process/config";
import { openDatabase, prepareDatabase } from "../server/processes";
import { fillWithDemo } from "./fill-with-demo";

/**
 * Creates the packaged database of a first start and its demo company, from the sources and while they are being built.
 * Any other database is left to the server, which also repeats and reports what fails here.
 */
const SIGNALLED = 130;

const { embedded, DATA_DIR } = config();
if (embedded && !existsSync(path.resolve(DATA_DIR, "postgres", "data"))) {
  const database = await openDatabase();
  const end = () => void database.close().finally(() => process.exit(SIGNALLED));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
  await prepareDatabase(fillWithDemo).finally(() => database.close());
}
process.exit(0);
