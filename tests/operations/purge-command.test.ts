import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "../world/database";

let own: TestDatabase;
beforeAll(async () => {
  own = await aDatabase();
});

function purge(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const env = { ...process.env, DATABASE_URL: own.url };
    const child = spawn(process.execPath, ["--import", "tsx", "server/cli/purge.ts", ...args], { env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
    child.on("error", failed);
    child.on("close", (code) => done({ code, output }));
  });
}

const [, options = ""] =
  /build\/server\/purge\.js (.*)$/m.exec(readFileSync("deploy/back-office-purge.service", "utf8")) ?? [];

test("the purge accepts the options of its systemd unit", async () => {
  const dryRun = await purge(...options.split(" "), "--dry-run");
  expect(dryRun.output).toMatch(/would be blanked.*Nothing was written\.\n$/);
  expect(dryRun.code).toBe(0);
  const real = await purge(...options.split(" "));
  expect(real.output).toMatch(/were blanked/);
  expect(real.code).toBe(0);
});

test.each(["", "--months", "--months 0", "--months 121", "--months 1.5", "--weeks 3"])(
  "the purge refuses wrong options with its usage: %j",
  async (wrong) => {
    const { code, output } = await purge(...wrong.split(" ").filter(Boolean));
    expect(output).toMatch(/^Usage: npm run purge /);
    expect(code).toBe(1);
  },
);
