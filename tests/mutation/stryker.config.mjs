import { areas } from "./areas.mjs";

const area = process.env.MUTATION_AREA ?? "";
const file = `.cache/mutation/${area.replaceAll("/", "-")}`;

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
  mutate: areas[area]?.sources ?? [],
  // Stryker only empties texts and objects. An empty statement or object fails every test that reaches it or does not
  // compile.
  mutator: { excludedMutations: ["StringLiteral", "ObjectLiteral"] },
  coverageAnalysis: "perTest",
  // Every test of the area meets the code that runs when a module is loaded: with a database, each mutant takes a minute.
  ignoreStatic: !areas[area]?.isPure,
  concurrency: 1,
  incremental: true,
  incrementalFile: `${file}.json`,
  tempDirName: ".cache/mutation/sandbox",
  cleanTempDir: "always",
  ignorePatterns: [".cache", ".data", "/bench", "build", "docs", "public"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false },
  timeoutMS: 45_000,
  dryRunTimeoutMinutes: 30,
};
