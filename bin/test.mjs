import { mkdirSync, rmSync } from "node:fs";
import { run } from "./child.mjs";
import { at, textOf } from "./project.mjs";
import { built, installed } from "./set-up.mjs";

const tool = (name, file) => at("node_modules", name, file);
const REPORT = at(".cache", "test-report.json");

/** Each check counts as one test; the last line is the total of all. */
export async function testAll(args) {
  await installed();
  const checks = [
    ["types", () => run([tool("typescript", "bin/tsc"), "--noEmit"])],
    ["lint", () => run([tool("eslint", "bin/eslint.js"), "."])],
    ["format", () => run([tool("prettier", "bin/prettier.cjs"), "--check", "--log-level=warn", "."])],
    ["build", () => built().then(() => 0, told)],
    ["browser", () => run(["tests/ensure-browser.mjs"])],
  ];
  const total = { passed: 0, failed: 0 };
  for (const [name, check] of checks) {
    const passed = (await check()) === 0;
    console.log(`${passed ? "passed" : "FAILED"}: ${name}`);
    total[passed ? "passed" : "failed"] += 1;
  }
  return finish(total, await vitest(args));
}

/** The long proofs: everything under tests/, with whole corpora and many histories. */
export async function testLong(args) {
  await built();
  const browser = await run(["tests/ensure-browser.mjs"]);
  const total = { passed: browser === 0 ? 1 : 0, failed: browser === 0 ? 0 : 1 };
  return finish(total, await vitest(args, { LONG: "on" }));
}

async function vitest(args, env = {}) {
  mkdirSync(at(".cache"), { recursive: true });
  rmSync(REPORT, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const code = await run([tool("vitest", "vitest.mjs"), "run", ...reporters, ...args], {
    NODE_ENV: "test",
    WHOLE: "on",
    ...env,
  });
  const report = JSON.parse(textOf(REPORT) ?? "null");
  if (!report) return { passed: 0, failed: 1 };
  // A file that could not be loaded has no tests to fail, and a fault outside of any test only the exit code.
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function finish(checks, tests) {
  const passed = checks.passed + tests.passed;
  const failed = checks.failed + tests.failed;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function told(fault) {
  console.error(fault.message);
  return 1;
}
