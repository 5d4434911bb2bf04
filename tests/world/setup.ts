import { afterEach, beforeEach, expect, inject } from "vitest";
import { SECRETS, TEST_DATA } from "./shared";
import { asKeeper, databaseUrl } from "./template";

// Set before any code of the server is loaded: it reads its settings at first use.
const own = `${inject("run")}_${process.env.VITEST_POOL_ID ?? "0"}`;
await asKeeper(inject("server"), async (client) => {
  const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [own]);
  if (!found.rowCount) await client.query(`CREATE DATABASE ${own} TEMPLATE ${inject("template")}`);
});
Object.assign(process.env, SECRETS, {
  DATABASE_URL: databaseUrl(inject("server"), own),
  DATA_DIR: `${TEST_DATA}/${inject("run")}/${process.env.VITEST_POOL_ID ?? "0"}`,
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  CAPTCHA: "off",
});

const spoken: unknown[][] = [];
const speak = console.error;

beforeEach(() => {
  spoken.length = 0;
  console.error = (...words: unknown[]) => {
    spoken.push(words);
    speak(...words);
  };
});

afterEach(() => {
  console.error = speak;
  expect(spoken, "console.error was called").toEqual([]);
});
