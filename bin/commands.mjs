import { run } from "./child.mjs";
import { engineFlags } from "./engine.mjs";
import { built, installed } from "./set-up.mjs";
import { testAll, testLong, testQuick } from "./test.mjs";

/** A program of the build, in production mode. */
const program =
  (file, flags = []) =>
  async (args) => {
    await built();
    return run([...flags, `build/server/${file}.js`, ...args], { NODE_ENV: "production" });
  };

/** A program that works on the sources. */
const script =
  (file, env = {}) =>
  async (args) => {
    await installed();
    return run(["--import", "tsx", file, ...args], env);
  };

/** name → what `npm run name` does; each answers the exit code. */
export const commands = {
  start: program("index", engineFlags),
  dev: script("bin/dev.ts", { NODE_ENV: "development" }),
  async build() {
    await built();
    return 0;
  },
  test: testAll,
  "test-quick": testQuick,
  "test-long": testLong,
  migrate: program("migrate"),
  check: program("doctor"),
  backup: program("backup"),
  restore: program("restore"),
  purge: program("purge"),
  // Their names before 1.0, for one release.
  doctor: program("doctor"),
  retain: program("purge"),
  seed: program("seed"),
  admin: program("admin"),
  legacy: program("legacy"),
  replay: program("replay"),
  async bench(args) {
    await built();
    return run(["--import", "tsx", "bench/main.ts", ...args], { NODE_ENV: "production" });
  },
};
