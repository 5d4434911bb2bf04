import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "../world/database";
import { runProgram } from "../world/program";

let own: TestDatabase;
beforeAll(async () => {
  own = await aDatabase();
});

const purge = (...args: string[]) => runProgram("purge", args, { DATABASE_URL: own.url });

const [, options = ""] =
  /build\/server\/purge\.js (.*)$/m.exec(readFileSync("deploy/back-office-purge.service", "utf8")) ?? [];

test("the purge accepts the options of its systemd unit", async () => {
  const dryRun = await purge(...options.split(" "), "--dry-run");
  expect(dryRun.said).toMatch(/would be blanked.*Nothing was written\.\n$/);
  expect(dryRun.code).toBe(0);
  const real = await purge(...options.split(" "));
  expect(real.said).toMatch(/were blanked/);
  expect(real.code).toBe(0);
});

test.each(["", "--months", "--months 0", "--months 121", "--months 1.5", "--weeks 3"])(
  "the purge refuses wrong options with its usage: %j",
  async (wrong) => {
    const { code, said } = await purge(...wrong.split(" ").filter(Boolean));
    expect(said).toMatch(/^Usage: npm run purge /);
    expect(code).toBe(1);
  },
);
