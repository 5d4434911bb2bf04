import { mkdirSync, rmSync } from "node:fs";
import { run } from "./child.mjs";
import { withCluster } from "./cluster.mjs";
import { at, textOf } from "./project.mjs";
import { ensureBuilt, ensureInstalled } from "./set-up.mjs";

const tool = (name, file) => at("node_modules", name, file);
const REPORT = at(".cache", "test-report.json");

/**
 * Run in parallel with the build and the tests: of two cores, the build and the demo company's seeding use only one.
 */
const SOURCES = [
  ["format", [tool("prettier", "bin/prettier.cjs"), "--check", "--log-level=warn", "."]],
  ["lint", [tool("eslint", "bin/eslint.js"), "."]],
  ["types", [tool("typescript", "bin/tsc"), "--noEmit"]],
];

const BROWSER = ["browser", () => run(["tests/ensure-browser.mjs"])];

/**
 * Each check counts as one test; the last line is the total. With arguments, such as part of a file name, only the
 * matching tests run, without the checks of the sources.
 */
export async function testAll(args) {
  await ensureInstalled();
  if (args.length > 0) {
    const browser = await runChecks([BROWSER]);
    return finish(browser, await vitest(args));
  }
  const sourceChecks = checkSources();
  const setUpChecks = await runChecks([["build", () => ensureBuilt().then(() => 0, reportFailure)], BROWSER]);
  const tests = await vitest([], { WHOLE: "on" });
  return finish([...setUpChecks, ...(await sourceChecks)], tests);
}

/** The checks of the sources, and the tests that need no database, built product or browser. */
export async function testQuick(args) {
  await ensureInstalled();
  const sourceChecks = args.length > 0 ? [] : checkSources();
  const tests = await vitest(args, { QUICK: "on" });
  return finish(await sourceChecks, tests);
}

const checkSources = () => runChecks(SOURCES.map(([name, program]) => [name, () => run(program, {}, { aside: true })]));

/** Runs the checks one after the other. Resolves with the name of each and whether it passed. */
async function runChecks(checks) {
  const results = [];
  for (const [name, check] of checks) results.push({ name, passed: (await check()) === 0 });
  return results;
}

/** The long tests: everything under tests/, with whole corpora and many histories, then those on a Citus cluster. */
export async function testLong(args) {
  await ensureBuilt();
  const browser = await runChecks([BROWSER]);
  const tests = await vitest(args, { LONG: "on", WHOLE: "on" });
  const distributed = args.length > 0 ? undefined : await onCluster([]);
  const sum = (name) => tests[name] + (distributed?.[name] ?? 0);
  return finish(browser, { passed: sum("passed"), failed: sum("failed") });
}

/** The tests on a real Citus cluster, if there is one. */
export async function testCitus(args) {
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
  if (!report) return { passed: 0, failed: 1 };
  // A file that failed to load or set up has no failed test. A fault outside of any file shows only in the exit code.
  const hasFailed = ({ status }) => status === "failed";
  const broken = report.testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function finish(checks, tests) {
  for (const { name, passed } of checks) console.log(`${passed ? "passed" : "FAILED"}: ${name}`);
  const failed = checks.filter(({ passed }) => !passed).length + tests.failed;
  console.log(`${checks.length + tests.passed + tests.failed - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function reportFailure(error) {
  console.error(error.message);
  return 1;
}
