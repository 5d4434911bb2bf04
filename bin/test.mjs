import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./child.mjs";
import { withCluster } from "./cluster.mjs";
import { at, root, textOf } from "./project.mjs";
import { ensureBuilt, ensureInstalled } from "./set-up.mjs";

const tool = (name, file) => at("node_modules", name, file);
const REPORT = at(".cache", "test-report.json");
const SUMMARY = at(".cache", "test-summary.txt");

/**
 * Run in parallel with the build and the tests: of two cores, the build and the demo company's seeding use only one.
 */
const FORMAT = ["format", [tool("prettier", "bin/prettier.cjs"), "--check", "--log-level=warn", "."]];
const TYPES = ["types", [tool("typescript", "bin/tsc"), "--noEmit"]];
/** It reads every file with its types, which takes longer than most tests. */
const LINT = ["lint", [tool("eslint", "bin/eslint.js"), "."]];

const BROWSER = ["browser", () => run(["tests/ensure-browser.mjs"])];

/** Resolves with what is left out where PHP is missing and cannot be installed. */
const withoutPhp = async () =>
  (await run(["tests/ensure-php.mjs"])) === 0 ? [] : ["the tests of code in PHP need php with curl (docs/testing.md)"];

/**
 * Each check counts as one test; the last line is the total. With arguments, such as part of a file name, only the
 * matching tests run, without the checks of the sources.
 */
export async function testAll(args) {
  await ensureInstalled("all");
  if (args.length > 0) {
    const browser = await runChecks([BROWSER]);
    const skipped = await withoutPhp();
    return finish(browser, await vitest(args), skipped);
  }
  const sourceChecks = checkSources(FORMAT, TYPES);
  const setUpChecks = await runChecks([["build", () => ensureBuilt().then(() => 0, reportFailure)], BROWSER]);
  const tests = await vitest([], { SUITE: "basic", WHOLE: "on" });
  return finish([...setUpChecks, ...(await sourceChecks)], tests);
}

/** The checks and tests that `npm test` leaves out (`tests/world/suites.ts`). */
export async function testFull(args) {
  await ensureInstalled("all");
  await ensureBuilt();
  const sourceChecks = args.length > 0 ? [] : checkSources(LINT);
  const browser = await runChecks([BROWSER]);
  const skipped = await withoutPhp();
  const tests = await vitest(args, { SUITE: "full", WHOLE: "on" });
  return finish([...browser, ...(await sourceChecks)], tests, skipped);
}

/** The checks of the sources, and the tests that need no database, built product or browser. */
export async function testQuick(args) {
  await ensureInstalled("all");
  const sourceChecks = args.length > 0 ? [] : checkSources(FORMAT, LINT, TYPES);
  const tests = await vitest(args, { SUITE: "quick" });
  return finish(await sourceChecks, tests);
}

/** One program of these, with its usual arguments. */
const sourceTool =
  (name, file, ...args) =>
  async (more) => {
    await ensureInstalled("all");
    return run([tool(name, file), ...args, ...more]);
  };
const format = (flag) => sourceTool("prettier", "bin/prettier.cjs", flag, ".");
export const formatAll = format("--write");
export const typecheck = sourceTool("typescript", "bin/tsc", "--noEmit");
const eslint = sourceTool("eslint", "bin/eslint.js", ".");
export const lint = async (args) => (await eslint(args)) || format("--check")([]);

const checkSources = (...sources) =>
  runChecks(sources.map(([name, program]) => [name, () => run(program, {}, { aside: true })]));

/** Runs the checks one after the other. Resolves with the name of each and whether it passed. */
async function runChecks(checks) {
  const results = [];
  for (const [name, check] of checks) results.push({ name, passed: (await check()) === 0 });
  return results;
}

/** The long tests: everything under tests/, with whole corpora and many histories, then those on a Citus cluster. */
export async function testLong(args) {
  await ensureInstalled("all");
  await ensureBuilt();
  const browser = await runChecks([BROWSER]);
  const skipped = await withoutPhp();
  const tests = await vitest(args, { LONG: "on", WHOLE: "on" });
  const distributed = args.length > 0 ? undefined : await onCluster([]);
  const passed = tests.passed + (distributed?.passed ?? 0);
  return finish(browser, { passed, failures: [...tests.failures, ...(distributed?.failures ?? [])] }, skipped);
}

/** The tests on a real Citus cluster, if there is one. */
export async function testCitus(args) {
  await ensureInstalled("all");
  await ensureBuilt();
  const tests = await onCluster(args);
  return tests ? finish([], tests) : 0;
}

const CITUS_TESTS = [
  "tests/citus",
  // Every call: its refusals, its roles, and with the examples its success.
  ...["tests/api/contract", "tests/api/matrix", "tests/api/examples"],
  ...["tests/operations/invariants/doctor", "tests/operations/webhooks/deliver.test"],
  ...["tests/tracking/store-clicks", "tests/tracking/postback-batches"],
];

/** One file after the other, because some stop nodes of the cluster. */
async function onCluster(args) {
  const files = args.length > 0 ? args : CITUS_TESTS;
  const tests = await withCluster((cluster) => vitest(files, { ...cluster, WHOLE: "on" }, ["--no-file-parallelism"]));
  if (!tests) console.log("skipped: the tests on Citus need CITUS_URL or CITUS_CLUSTER (docs/testing.md)");
  return tests;
}

async function vitest(args, env = {}, options = []) {
  mkdirSync(at(".cache"), { recursive: true });
  rmSync(REPORT, { force: true });
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    "--reporter=./tests/world/times.ts",
    `--outputFile.json=${REPORT}`,
  ];
  const code = await run([tool("vitest", "vitest.mjs"), "run", ...reporters, ...options, ...args], {
    NODE_ENV: "test",
    ...env,
  });
  const report = JSON.parse(textOf(REPORT) ?? "null");
  if (!report) return { passed: 0, failures: ["The test runner wrote no report."] };
  const failures = report.testResults.flatMap(failuresOf);
  if (failures.length === 0 && code !== 0) failures.push(`Outside of any test: exit code ${code}.`);
  return { passed: report.numPassedTests, failures };
}

/** A file that failed to load or set up has no failed test. */
function failuresOf({ name, status, message, assertionResults }) {
  if (status !== "failed") return [];
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return [`${file}\n${shortened(message)}`];
  return failed.map((test) => `${file} > ${test.fullName}\n${shortened(test.failureMessages.join("\n"))}`);
}

const SHOWN_LINES = 20;
const shortened = (text) => text.split("\n").slice(0, SHOWN_LINES).join("\n");

/**
 * Prints what failed again, what was left out, and the total. `SUMMARY` gets the same text, for a program that runs several commands
 * and is read by its end.
 */
function finish(checks, { passed, failures }, skipped = []) {
  const failedChecks = checks.filter((check) => !check.passed);
  const failed = failedChecks.length + failures.length;
  const lines = [
    ...failures.map((failure) => `FAILED: ${failure}`),
    ...checks.map((check) => `${check.passed ? "passed" : "FAILED"}: ${check.name}`),
    ...skipped.map((what) => `skipped: ${what}`),
    `${checks.length - failedChecks.length + passed} passed, ${failed} failed`,
  ];
  console.log(lines.join("\n"));
  writeFileSync(SUMMARY, `${lines.join("\n")}\n`);
  return failed === 0 ? 0 : 1;
}

function reportFailure(error) {
  console.error(error.message);
  return 1;
}
