import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spoolNote } from "../../app/texts";
import { overrideConfig } from "../../server/kernel/process/config";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { loadOrCreateKey } from "../../server/kernel/process/secrets";
import { ownLinkCodes } from "../../server/links";
import { folderOf } from "../../server/tracking/log/folder";
import { aSecret, eventsOf } from "../tracking/postback-world";
import { loaded } from "../tracking/log-world";
import { clicksOf } from "../tracking/click-world";
import { type Agent, anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";
import { aLine } from "../world/line";
import { aFolder, aServer, type Server } from "../world/server";
import { aVisitor, signedIn, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";

/**
 * PostgreSQL becomes unreachable for a running server: pages say so, keep what was typed, and work again once it is
 * back.
 */

const BUSY = "The service is busy. Nothing was lost; try again in a moment.";
const username = `a${randomUUID().slice(0, 8)}`;
let line: Awaited<ReturnType<typeof aLine>>;
let database: TestDatabase;
let dataDir: string;
let server: Server;
let visitor: Visitor;
let root: Visitor;
let agent: Agent;
let link: string;
let code: string;
let secret: string;
let folder: string;

const start = (away: boolean, workers: number) =>
  aServer({ database, away, workers, env: { DATABASE_URL: line.url, DATA_DIR: dataDir, SPOOL_AFTER_MS: "250" } });

beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  dataDir = await aFolder();
  overrideConfig({ DATA_DIR: dataDir });
  const site = await writeTransaction(async () => {
    const office = await anOffice();
    agent = await anAgent({ office, username });
    await aSuperadmin({ username: "root" });
    const sold = await aSite({ types: [{}], enabledFor: [office] });
    const type = first(sold.types);
    link = `/api/links/go/${sold.id}/${type.id}/${agent.id}`;
    code = `/api/l/${(await ownLinkCodes()).encode({ siteId: sold.id, typeId: type.id, agentId: agent.id })}`;
    return sold;
  });
  secret = await aSecret(site.id);
  folder = folderOf(await writeTransaction(() => loadOrCreateKey("visitors")));
  line = await aLine(database.url);
  server = await start(false, 1);
  visitor = await signedIn(server.url, username);
  root = await signedIn(server.url, "root");
});
afterAll(async () => {
  await server?.stop();
  await line?.cut();
});

/** The click ID of a redirect, or the status and text of any other answer. */
const follow = async (to: string) => {
  const answer = await fetch(server.url + to, { redirect: "manual" });
  return answer.headers.get("location")?.slice(-36) ?? `${answer.status} ${await answer.text()}`;
};
const report = async (clickid: string) => {
  const answer = await fetch(`${server.url}/api/postback?${new URLSearchParams({ clickid, event: "sale", secret })}`);
  return { status: answer.status, ...((await answer.json()) as object) };
};

async function backAgain(): Promise<void> {
  await expect.poll(async () => (await visitor.get("/app/home")).status).toBe(200);
}

test("while the database is down, pages, forms and calls return 503 and keep what was typed [TRUST-23, ERR-06, ERR-07, ERR-09, ERR-10]", async () => {
  await line.cut();
  const logs = ["/app/logs/login", "/app/logs/common-logs", "/app/logs/common-logs/export_data.txt"];
  for (const path of ["/app/home", "/app/stats/sites", "/app/links/links", ...logs]) {
    const answer = await (logs.includes(path) ? root : visitor).get(path);
    expect({ path, status: answer.status }).toEqual({ path, status: 503 });
    expect(answer.html).toContain(BUSY);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
  }
  const typed = { username: `who"<b>${username}`, email: "some.body@example.org" };
  const forgot = await visitor.post("/forgot", typed);
  expect(forgot.status).toBe(503);
  expect(forgot.html).toContain(BUSY);
  expect(forgot.html).toContain('value="some.body@example.org"');
  expect(forgot.html).toContain(`value="who&quot;&lt;b&gt;${username}"`);
  const login = await aVisitor(server.url).post("/login", { username, password: PASSWORD });
  expect(login.status).toBe(503);
  expect(login.html).toContain(`value="${username}"`);
  expect(login.html).not.toContain(PASSWORD);

  const call = await fetch(`${server.url}/api/accounts/me`, { headers: { Authorization: "Bearer some-token" } });
  expect(call.status).toBe(503);
  expect(call.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(await call.json()).toMatchObject({ code: "UNAVAILABLE", message: BUSY });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  await line.mend();
  await backAgain();
  const home = await visitor.get("/app/home");
  expect(home.status).toBe(200);
  expect(home.html).toContain(username);
});

test("while the database is down, clicks and sales are accepted; afterwards a note is shown until all are loaded [TRUST-03]", async () => {
  const before = await follow(link);
  const written = async () =>
    Number(/^spool_written_total (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1] ?? 0);
  const already = await written();
  await line.cut();
  const during = [await follow(link), await follow(code)];
  expect(during).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  const [clickid = ""] = during;
  expect(await report(clickid)).toEqual({
    ...{ detail: expect.stringContaining("is stored") as string, requestId: expect.any(String) as string },
    status: 202,
    verdict: "held",
    reason: "spooled",
    id: null,
    duplicate: false,
  });
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^spool_bytes [1-9]\d+$/m);
  expect((await written()) - already).toBe(3);
  // Each batch of the loader waits for its position.
  const loader = new pg.Client({ connectionString: database.url });
  await loader.connect();
  await loader.query("BEGIN; LOCK TABLE log_positions IN ACCESS EXCLUSIVE MODE");
  await line.mend();
  await backAgain();
  expect((await visitor.get("/app/home")).html).toContain(spoolNote);
  await loader.end();
  await loaded(folder);
  await expect.poll(async () => (await visitor.get("/app/home")).html).not.toContain(spoolNote);
  expect((await clicksOf(agent)).map(({ id }) => id).sort()).toEqual([before, ...during].sort());
  await expect.poll(() => eventsOf(agent)).toHaveLength(1);
});

test("a server started without the database serves the saved links, and everything once it is back [TRUST-03]", async () => {
  for (const saved = path.join(dataDir, "links.saved"); !(await stat(saved).catch(() => undefined));) await pause(50);
  const before = (await clicksOf(agent)).length;
  await server.stop();
  await line.cut();
  server = await start(true, 2);
  const during = [await follow(code), await follow(link), await follow(link)];
  expect(during.filter((id) => !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
  expect(await follow(link.replace(/\d+$/, "2000000000"))).toContain("404");
  expect(await report(first(during))).toMatchObject({ status: 202, reason: "spooled" });
  // Signed in before, with the same database.
  const returned = aVisitor(server.url);
  for (const [name, value] of root.cookies) returned.cookies.set(name, value);
  const page = await returned.get("/app/home");
  expect([page.status, page.html.includes(BUSY)]).toEqual([503, true]);
  await line.mend();
  await loaded(folder);
  await expect.poll(async () => (await returned.get("/app/home")).status).toBe(200);
  expect((await returned.get("/app/home")).html).toContain("root");
  const stored = (await clicksOf(agent)).map(({ id }) => id);
  expect(stored).toHaveLength(before + 3);
  expect(during.filter((id) => !stored.includes(id))).toEqual([]);
  await expect.poll(() => eventsOf(agent)).toHaveLength(2);
  expect(await follow(link)).toMatch(/^[0-9a-f-]{36}$/);
});
