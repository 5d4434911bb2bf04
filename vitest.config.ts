import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/world/longest-first";
import { QUICK, suiteFiles } from "./tests/world/suites";

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

/**
 * Their files share two processes, because loading the packages again takes longer than most of the files. The modules
 * of the product are loaded for each file anew.
 */
const isSameProcess = (file: string): boolean =>
  QUICK || /^tests\/(api|browser|distribution|kernel|operations|reports|screens|setup)\//.test(file);
const files = suiteFiles();

export default defineConfig({
  resolve,
  test: {
    globalSetup: ["tests/world/global-setup.ts"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { resolve, test: { ...shared, name: "own process", include: files.filter((file) => !isSameProcess(file)) } },
      { resolve, test: { ...shared, name: "same process", include: files.filter(isSameProcess), isolate: false } },
    ],
  },
});
