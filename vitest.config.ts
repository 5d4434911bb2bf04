import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/world/longest-first";
import { isFull, suiteFiles } from "./tests/world/suites";

const resolve = {
  alias: {
    "~": fileURLToPath(new URL("./app", import.meta.url)),
    "~models": fileURLToPath(new URL("./models/index.ts", import.meta.url)),
  },
};

const shared = {
  setupFiles: ["tests/world/setup.ts"],
  environment: "node" as const,
  pool: "forks" as const,
  // On a busy machine everything takes far longer, so only what never comes fails. The long proofs repeat what others
  // do once.
  testTimeout: process.env.LONG === "on" ? 1_800_000 : 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Who reads the end of a run needs what was found, not "[ …(2) ]".
  chaiConfig: { truncateThreshold: 2_000 },
  env: { TZ: "UTC" },
};

const files = suiteFiles();
/** A file that replaces modules or loads them again cannot share them. */
const replaces = (file: string): boolean => /vi\.(mock|resetModules)\(/.test(readFileSync(file, "utf8"));
/** Prints the SQL of a process that has read nothing yet; later ones know the countries to look for. */
const FRESH = "tests/reports/sql-text.test.ts";
/** Those of the long suites start and break much in their own process. */
const breaks = (file: string): boolean =>
  file.startsWith("tests/citus/") || (isFull(file) && /^tests\/(fuzz|replay|seed|tracking|trust)\//.test(file));
/** The others share two processes: loading the packages again takes longer than most of the files. */
const alone = files.filter((file) => file === FRESH || replaces(file) || breaks(file));
const sharing = files.filter((file) => !alone.includes(file));

export default defineConfig({
  resolve,
  test: {
    globalSetup: ["tests/world/global-setup.ts"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { resolve, test: { ...shared, name: "own process", include: alone } },
      { resolve, test: { ...shared, name: "same process", include: sharing, isolate: false } },
    ],
  },
});
