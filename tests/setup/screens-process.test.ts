import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import os from "node:os";
import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { runWorkers } from "../../server/processes/run-workers";
import type { Shop } from "../tracking/click-world";
import { gone } from "../world/process";
import type { Server } from "../world/server";
import { signedIn, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";
import { aShopServer } from "./shop-server";

/** One process in front, and one behind it for screens and calls. */
let server: Server;
let shop: Shop;
let chief: Visitor;
let client: pg.Client;
beforeAll(async () => {
  ({ server, shop, client } = await aShopServer());
  chief = await signedIn(server.url, "chief");
});

const click = () =>
  fetch(server.url + shop.path, { redirect: "manual", headers: { "User-Agent": "Mozilla/5.0" } }).then(
    ({ status }) => status,
  );

async function screensPid(): Promise<number> {
  const [pid] = await server.screenPids();
  if (pid === undefined) throw new Error("No process answers screens.");
  return pid;
}

test("links redirect and the server is ready while the process for screens hangs", async () => {
  const pid = await screensPid();
  process.kill(pid, "SIGSTOP");
  try {
    let isAnswered = false;
    const page = chief.get("/app/home").finally(() => (isAnswered = true));
    expect([await click(), await click()]).toEqual([302, 302]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(isAnswered).toBe(false);
    process.kill(pid, "SIGCONT");
    expect((await page).status).toBe(200);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

test("the process for screens gives way to the one that answers clicks", async () => {
  const priority = os.getPriority(await screensPid());
  expect(priority).toBe(os.getPriority(server.pid) + 10);
});

test("pages that were requested while the process for screens died are answered by the next one", async () => {
  const pid = await screensPid();
  // Frozen, so that it has received the request and not answered it.
  process.kill(pid, "SIGSTOP");
  const pages = ["/app/home", "/app/agents", "/login"].map((path) => chief.get(path));
  await click();
  process.kill(pid, "SIGKILL");
  expect(await gone(pid)).toBe(true);
  expect(await click()).toBe(302);
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 302]);
  expect(await screensPid()).not.toBe(pid);
});

test("figures that are asked for while the process for screens dies end neither the server nor the question", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const figures = () => {
    const asked = request(`${server.url}/metrics`, { agent });
    const answered = once(asked.end(), "response") as Promise<[IncomingMessage]>;
    const status = answered.then(async ([answer]) => {
      await once(answer.resume(), "end");
      return answer.statusCode;
    });
    return { sent: once(asked, "finish"), status };
  };
  expect(await figures().status).toBe(200);
  const pid = await screensPid();
  // Frozen, so that the main process reads the question before it learns of the death.
  process.kill(server.pid, "SIGSTOP");
  const { sent, status } = figures();
  await sent;
  process.kill(pid, "SIGKILL");
  expect(await gone(pid)).toBe(true);
  process.kill(server.pid, "SIGCONT");
  expect(await status).toBe(200);
  expect(await click()).toBe(302);
});

test("where no process can be started, the start ends with a message and does not wait", async () => {
  const { execPath } = process;
  onTestFinished(() => void (process.execPath = execPath));
  process.execPath = "/nowhere/node";
  await expect(runWorkers([{ serves: "loading" }])).rejects.toThrow("The server could not start.");
});

test("a form whose process died is sent once, and its page says that it may have been carried out", async () => {
  await chief.get("/app/news/edit");
  const pid = await screensPid();
  const blocker = new pg.Client({ connectionString: server.database.url });
  await blocker.connect();
  await blocker.query("BEGIN; LOCK TABLE news");
  const saved = chief.post("/app/news/edit", { html: "<p>Once only</p>", intent: "save" });
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  process.kill(pid, "SIGKILL");
  const { status, html } = await saved;
  expect(status).toBe(503);
  expect(html).toContain(
    "The server was interrupted. Please check whether this was done, and try again if it was not.",
  );
  await blocker.query("ROLLBACK");
  await blocker.end();
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(0);
  const { rows } = await client.query("SELECT count(*)::int AS n FROM news WHERE html LIKE '%Once only%'");
  expect(rows[0].n).toBeLessThanOrEqual(1);
});

test("an address that a client claims in the header between the processes is not believed", async () => {
  const { hostname, port } = new URL(server.url);
  await new Promise<void>((done, failed) => {
    const headers = { "Content-Type": "application/json", "X-Peer-Address": "203.0.113.77" };
    const sent = request({ hostname, port, method: "POST", path: "/api/auth/login", headers }, (answer) => {
      answer.resume().on("end", done);
    });
    sent.on("error", failed).end(JSON.stringify({ username: "chief", password: PASSWORD }));
  });
  const { rows } = await client.query("SELECT DISTINCT host(ip) AS ip FROM login_log");
  expect(rows).toEqual([{ ip: "127.0.0.1" }]);
});
