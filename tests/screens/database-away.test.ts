import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writing } from "../../server/kernel/database";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aLine } from "../world/line";
import { aServer, type Server } from "../world/server";
import { aVisitor, PASSWORD, signedIn, type Visitor } from "../world/visitor";

/** PostgreSQL goes away under a running server: pages say so, keep what was typed, and go on when it is back. */

const BUSY = "The service is busy. Nothing was lost; try again in a moment.";
const username = `a${randomUUID().slice(0, 8)}`;
let line: Awaited<ReturnType<typeof aLine>>;
let server: Server;
let visitor: Visitor;
let root: Visitor;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await writing(async () => {
    await anAgent({ office: await anOffice(), username, password: PASSWORD });
    await aSuperadmin({ username: "root", password: PASSWORD });
  });
  line = await aLine(database.url);
  server = await aServer({ database, env: { DATABASE_URL: line.url } });
  visitor = await signedIn(server.url, username);
  root = await signedIn(server.url, "root");
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await line?.cut();
});

const timed = async <T>(act: Promise<T>): Promise<{ answer: T; seconds: number }> => {
  const began = performance.now();
  return { answer: await act, seconds: (performance.now() - began) / 1000 };
};

test("while the database is away pages, forms, calls and links answer 503 in time and keep what was typed [TRUST-23, ERR-06, ERR-07, ERR-09, ERR-10]", async () => {
  await line.cut();
  const logs = ["/app/logs/login", "/app/logs/common-logs", "/app/logs/common-logs/export_data.txt"];
  for (const path of ["/app/home", "/app/stats/sites", "/app/links/links", ...logs]) {
    const { answer, seconds } = await timed((logs.includes(path) ? root : visitor).get(path));
    expect({ path, status: answer.status }).toEqual({ path, status: 503 });
    expect(answer.html).toContain(BUSY);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(seconds).toBeLessThan(4);
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
  expect(await call.json()).toEqual({ code: "UNAVAILABLE", message: BUSY });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  await line.mend();
  for (let tries = 0; tries < 50 && (await visitor.get("/app/home")).status !== 200; tries++) {
    await new Promise((done) => setTimeout(done, 100));
  }
  const home = await visitor.get("/app/home");
  expect(home.status).toBe(200);
  expect(home.html).toContain(username);
});
