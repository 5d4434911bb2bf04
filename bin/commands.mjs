import { run } from "./child.mjs";
import { testMutation } from "./mutation.mjs";
import { receive } from "./receive.mjs";
import { ensureBuilt, ensureInstalled } from "./set-up.mjs";
import { start } from "./start.mjs";
import { formatAll, lint, testAll, testCitus, testFull, testLong, testQuick, typecheck } from "./test.mjs";

/** Runs a program of the build, in production mode. */
const program = (file) => async (args) => {
  await ensureBuilt();
  return run([`build/server/${file}.js`, ...args], { NODE_ENV: "production" });
};

/** Runs a program from the sources. */
const script =
  (file, env = {}) =>
  async (args) => {
    await ensureInstalled();
    return run(["--import", "tsx", file, ...args], env);
  };

/** name → implementation of `npm run name`. Each resolves with the exit code. */
export const commands = {
  start,
  dev: script("bin/dev.ts", { NODE_ENV: "development" }),
  async build() {
    await ensureBuilt();
    return 0;
  },
  test: testAll,
  "test-quick": testQuick,
  "test-full": testFull,
  "test-long": testLong,
  "test-citus": testCitus,
  "test-mutation": testMutation,
  migrate: program("migrate"),
  check: program("doctor"),
  backup: program("backup"),
  restore: program("restore"),
  purge: program("purge"),
  "rotate-keys": program("rotate-keys"),
  // Names from before 1.0, kept for one release.
  doctor: program("doctor"),
  retain: program("purge"),
  seed: program("seed"),
  admin: program("admin"),
  legacy: program("legacy"),
  replay: program("replay"),
  receive,
  typecheck,
  lint,
  format: formatAll,
  async bench(args) {
    await ensureInstalled("all");
    await ensureBuilt();
    return run(["--import", "tsx", "bench/main.ts", ...args], { NODE_ENV: "production" });
  },
};
