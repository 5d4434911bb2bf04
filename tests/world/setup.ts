import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, inject } from "vitest";
import { overrideConfig, readConfig } from "../../server/kernel/process/config";
import { SECRETS, TEST_DATA } from "./shared";
import { endFile, endTest } from "./file-end";
import { databaseUrl } from "./keeper";
import { nameOfOne, ownDatabase } from "./own";
import { isPure } from "./suites";
import { sameDay } from "./same-day";
import { leaveNothing, noteTimers } from "./same-process";

noteTimers();
// The first hook to be registered is the last to run.
afterAll(leaveNothing);
// Of a file that was given up: the runner of mutants does that at the first failure.
await endFile();
await sameDay();

// Set before any code of the server is loaded: it reads its settings at first use. Each file has a database and a data
// folder of its own, so that none finds what another left. A pure test has the name of a database that does not exist.
const pure = isPure(path.relative(".", expect.getState().testPath ?? ""));
const own = pure ? nameOfOne() : await ownDatabase();
const folder = `${TEST_DATA}/${inject("run")}/${own}`;
afterAll(async () => {
  await endFile();
  await rm(folder, { recursive: true, force: true });
});
Object.assign(process.env, SECRETS, {
  DATABASE_URL: databaseUrl(inject("server"), own),
  DATA_DIR: folder,
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  CAPTCHA: "off",
  // A machine that is busy with other tests answers late; those of the spool set what is so by default.
  SPOOL_AFTER_MS: "1500",
});
overrideConfig(readConfig(process.env));
if (!pure) {
  const { followWith } = await import("../../server/kernel/operation/audit");
  followWith(async (...change) => (await import("../../server/processes/follow-changes")).followChanges(...change));
}

const spoken: unknown[][] = [];
const speak = console.error;

beforeEach(() => {
  spoken.length = 0;
  console.error = (...words: unknown[]) => {
    spoken.push(words);
    speak(...words);
  };
});

afterEach(async () => {
  console.error = speak;
  await endTest();
  expect(spoken, "console.error was called").toEqual([]);
});
