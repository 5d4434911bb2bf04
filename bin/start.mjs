import { isBuilt } from "./build.mjs";
import { run } from "./child.mjs";
import { engineFlags } from "./engine.mjs";
import { ensureBuilt, ensureInstalled } from "./set-up.mjs";

const ENV = { NODE_ENV: "production" };
/** Exit codes from here on are those of signals. */
const SIGNALLED = 128;

/** Runs the server, in production mode. The database of a first start is created while the product is built. */
export async function start(args) {
  await ensureInstalled();
  if (!isBuilt()) {
    const preparing = run(["--import", "tsx", "bin/first-database.ts"], ENV, { silent: true });
    void preparing.then((code) => code >= SIGNALLED && process.exit(code));
    await ensureBuilt().catch((error) => {
      console.error(error.message);
      // Passed on to the other program.
      process.emit("SIGTERM");
      return preparing.then(() => process.exit(1));
    });
    await preparing;
  }
  return run([...engineFlags, "build/server/index.js", ...args], ENV);
}
