import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { run, writing } from "../../server/kernel/database";
import { sql } from "../../server/kernel/sql";
import { SECRETS } from "../world/shared";
import { anAdmin, aSuperadmin } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { PASSWORD, signedIn, type Visitor } from "../world/visitor";

// Programs and servers start slowly on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HEALTH = "/app/settings/health";
let home: string;
let database: TestDatabase;
let server: Server;
let sup: Visitor;

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "health-"));
  database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "sup", password: PASSWORD });
  await anAdmin({ username: "adm", password: PASSWORD });
  server = await aServer({ database, workers: 2 });
  sup = await signedIn(server.url, "sup");
});
afterAll(() => rm(home, { recursive: true, force: true }));

const program = (name: string, ...args: string[]) =>
  new Promise<number | null>((done) => {
    const env = { ...process.env, ...SECRETS, DATABASE_URL: database.url, DATA_DIR: path.join(home, "data") };
    const child = spawn(process.execPath, [`build/server/${name}.js`, ...args], { env, stdio: "ignore" });
    child.once("close", done);
  });

const text = async (visitor: Visitor, address: string) => {
  const page = await visitor.get(address);
  return { status: page.status, text: page.html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
};

test("the page says what to look at, and what npm run backup and doctor have done [TRUST-12]", async () => {
  const before = await text(sup, HEALTH);
  expect(before.status).toBe(200);
  expect(before.text).toContain("There is no backup yet");
  expect(before.text).toContain("The doctor has not looked yet");
  expect(before.text).toMatch(/Last backup none/);
  expect(before.text).not.toMatch(/undefined|NaN/);
  const pids = await server.workerPids();
  for (const pid of pids) expect(before.text).toContain(` ${pid} `);
  expect(await program("backup", path.join(home, "first.backup"))).toBe(0);
  await writing(() => run(sql`INSERT INTO domains (domain, hidden) VALUES ('links.example.org', true)`));
  expect(await program("doctor")).toBe(1);
  const after = await text(sup, HEALTH);
  expect(after.text).not.toContain("There is no backup yet");
  expect(after.text).toMatch(/Last backup \d{4}-\d\d-\d\d \(\d\d:\d\d\): [\d.]+ KB, \d+ rows, in /);
  expect(after.text).toContain("The doctor found broken invariants");
  expect(after.text).toContain("Domains of which none is active 1 links.example.org");
  expect(after.text).not.toContain(home);
});

test("superadmins reach it by plain links, others neither see one nor the page [TRUST-12]", async () => {
  for (const place of ["/app/home", "/app/settings/options"]) {
    expect((await sup.get(place)).html, place).toContain(`href="${HEALTH}"`);
  }
  const adm = await signedIn(server.url, "adm");
  expect((await adm.get("/app/home")).html).not.toContain(HEALTH);
  expect((await adm.get(HEALTH)).status).toBe(403);
});
