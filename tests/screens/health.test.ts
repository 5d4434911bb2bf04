import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { pageOf } from "../world/page";
import { SECRETS } from "../world/shared";
import { anAdmin, aSuperadmin } from "../world/builders";
import { signedIn, type Visitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const HEALTH = "/app/settings/health";
let home: string;

const { server, as } = aScreenWorld({ people: ["sup"], workers: 2 }, async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "health-"));
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
});
const sup = as("sup");
afterAll(() => rm(home, { recursive: true, force: true }));

const program = (name: string, ...args: string[]) =>
  new Promise<number | null>((done) => {
    const env = { ...process.env, ...SECRETS, DATABASE_URL: server.database.url, DATA_DIR: path.join(home, "data") };
    const child = spawn(process.execPath, [`build/server/${name}.js`, ...args], { env, stdio: "ignore" });
    child.once("close", done);
  });

const text = async (visitor: Visitor, address: string) => {
  const page = await visitor.get(address);
  return { status: page.status, text: pageOf(page.html).words };
};

test("the page shows what needs attention, and the last backup and integrity check [TRUST-12]", async () => {
  const before = await text(sup, HEALTH);
  expect(before.status).toBe(200);
  expect(before.text).toContain("Last backup: none");
  expect(before.text).toContain("Last integrity check: none");
  expect(before.text).toMatch(/Last backup none/);
  expect(before.text).not.toMatch(/undefined|NaN/);
  // There are no replicas here.
  expect(before.text).not.toContain("Replica");
  const pids = await server.workerPids();
  for (const pid of pids) expect(before.text).toContain(` ${pid} `);
  expect(await program("backup", path.join(home, "first.backup"))).toBe(0);
  await db.run`INSERT INTO domains (domain, hidden) VALUES ('links.example.org', true)`;
  expect(await program("doctor")).toBe(1);
  const after = await text(sup, HEALTH);
  expect(after.text).not.toContain("Last backup: none");
  expect(after.text).toMatch(/Last backup \d{4}-\d\d-\d\d \(\d\d:\d\d\): [\d.]+ KB, \d+ rows, in /);
  expect(after.text).toContain("The last integrity check found errors");
  expect(after.text).toMatch(/No domain is active 1 links\. ?example\. ?org/);
  expect(after.text).not.toContain(home);
});

test("superadmins reach the page by plain links; others see neither links nor page [TRUST-12]", async () => {
  for (const place of ["/app/home", "/app/settings/options"]) {
    expect((await sup.get(place)).html, place).toContain(`href="${HEALTH}"`);
  }
  const adm = await signedIn(server.url, "adm");
  expect((await adm.get("/app/home")).html).not.toContain(HEALTH);
  expect((await adm.get(HEALTH)).status).toBe(403);
});

test("every answer has an ID, and a fault's page, answer and log line have the same one [TRUST-24]", async () => {
  const ids = new Set<string>();
  const paths = ["/login", "/app/home", HEALTH, "/app/nothing", "/nothing", "/api/nothing", "/%ZZ", "/a.txt"];
  for (const address of paths) {
    const id = (await sup.get(address)).headers.get("x-request-id");
    expect(id, address).toMatch(/^[0-9a-f-]{36}$/);
    ids.add(id ?? "");
  }
  expect(ids.size).toBe(paths.length);
  await db.run`ALTER TABLE news RENAME TO old_news`;
  try {
    for (const address of ["/app/news/edit", "/api/news/last"]) {
      const { status, html, headers } = await sup.get(address);
      const id = headers.get("x-request-id") ?? "";
      expect([status, html.includes(`name the incident ${id}.`)], address).toEqual([500, true]);
      const lines = server
        .said()
        .split("\n")
        .filter((line) => line.includes(id));
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { requestId: id, event: "request failed", level: 50 },
      ]);
      expect(html).not.toMatch(/old_news|relation|SELECT/);
    }
  } finally {
    await db.run`ALTER TABLE old_news RENAME TO news`;
  }
});

test("metrics have latency by route, queue, spool, pools, sign-ins, faults and each process [TRUST-24]", async () => {
  const told = await (await fetch(`${server.url}/metrics`)).text();
  const due = [
    /^http_request_seconds_bucket\{le="10",method="GET",route="\/app\/settings\/health"\} [1-9]/m,
    /^http_answers_total\{status="5xx"\} [1-9]/m,
    /^query_seconds_count\{operation="maintenance.health"\} [1-9]/m,
    /^query_longest_seconds\{operation="maintenance.health"\} 0?\.?\d/m,
    /^clicks_waiting 0$/m,
    /^spool_bytes 0$/m,
    /^spool_refused_files 0$/m,
    /^rollup_seconds_ago \d/m,
    /^database_connections_used\{pool="read"\} \d/m,
    /^database_connections_open\{pool="write"\} [1-9]/m,
    /^database_connections_open\{pool="clicks"\} [1-9]/m,
    /^# TYPE database_reconnects_total counter$/m,
    /^database_connections_waiting\{pool="read"\} 0$/m,
    /^sign_ins_total\{operation="auth.login",status="302"\} [1-9]/m,
    /^faults_total [1-9]/m,
  ];
  for (const line of due) expect(told).toMatch(line);
  for (const pid of await server.workerPids()) expect(told).toContain(`worker_resident_bytes{pid="${pid}"}`);
});
