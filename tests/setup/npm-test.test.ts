import { spawn } from "node:child_process";
import { expect, test } from "vitest";

/**
 * Runs the project's command in a process of its own, without this run's settings; resolves with its standard output.
 */
function output(...args: string[]): Promise<string> {
  return new Promise((done, failed) => {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, NO_COLOR: "1", NODE_ENV: "test" as const };
    const child = spawn(process.execPath, ["bin/run.mjs", ...args], { env, stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    child.stdout.on("data", (text: Buffer) => (said += text.toString()));
    child.on("error", failed);
    child.on("close", () => done(said));
  });
}

test.each(["test", "test-quick"])(
  "%s with part of a file's name runs only that file, reports its time and ends with the total",
  async (command) => {
    const said = await output(command, "kernel/brand");
    expect(said).toMatch(/Slowest files \(seconds\):\n +\d+\.\d {2}kernel\/brand\.test\.ts\nKinds of tests/);
    expect(said).toMatch(/^ +1 +3 +\d+\.\d {2}kernel$/m);
    // Checks of the sources would print lines like "passed: lint".
    expect(said).not.toMatch(/(format|lint|types)$/m);
    expect(said.trimEnd().split("\n").at(-1)).toBe(command === "test" ? "4 passed, 0 failed" : "3 passed, 0 failed");
  },
  // Close to midnight in New York each run waits for the next day.
);
