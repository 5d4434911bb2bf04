import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { seal } from "../../server/kernel/process/secrets";
import { mailContext } from "../../server/mail";
import { aWatcher } from "../world/locks";
import { gone, isAlive } from "../world/process";
import { aServer } from "../world/server";

/** Sends a call whose body comes in two halves, the second on demand. */
function halfSent(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ username: "nobody", password: "wrong" });
  let answer = "";
  socket.on("data", (text) => (answer += text.toString()));
  socket.on("error", () => undefined);
  const begun = new Promise<void>((done) => socket.once("data", () => done()));
  const closed = new Promise<string>((done) => socket.once("close", () => done(answer)));
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
  );
  return { begun, finish: () => socket.write(body.slice(5)), closed };
}

async function endsInOrder(workers: number): Promise<void> {
  const server = await aServer({ workers });
  const call = halfSent(server.url);
  await call.begun;
  const stopped = server.stop();
  const taken = () => fetch(`${server.url}/healthz`, { headers: { Connection: "close" } }).then(Boolean, () => false);
  await expect.poll(taken).toBe(false);
  expect(isAlive(server.pid)).toBe(true);
  call.finish();
  const answer = (await call.closed).replace("HTTP/1.1 100 Continue\r\n\r\n", "");
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(await stopped).toBe(0);
}

test("SIGTERM finishes the request in flight and accepts no other, in one process [TRUST-08]", () => endsInOrder(0));
test("SIGTERM finishes the request in flight and accepts no other, with one worker [TRUST-08]", () => endsInOrder(1));
test("SIGTERM finishes the request in flight and accepts no other, with two workers [TRUST-08]", () => endsInOrder(2));

test("clients that connect while it ends are turned away, also those no worker took [TRUST-08]", async () => {
  const server = await aServer({ workers: 2 });
  const call = halfSent(server.url);
  await call.begun;
  let left = 100;
  const ask = async () => {
    while (await fetch(`${server.url}/healthz`, { headers: { Connection: "close" } }).then(Boolean, () => false));
    left--;
  };
  const clients = Array.from({ length: left }, ask);
  const stopped = server.stop();
  await expect.poll(() => left).toBe(0);
  expect(isAlive(server.pid)).toBe(true);
  call.finish();
  await Promise.all(clients);
  expect(await stopped).toBe(0);
});

test("work of the first process that is under way ends before its database is closed", async () => {
  const server = await aServer();
  const [screens = 0] = await server.screenPids();
  const watcher = await aWatcher(server.database.url);
  await watcher.query("BEGIN");
  await watcher.query("LOCK TABLE mails IN EXCLUSIVE MODE");
  const mail = seal(JSON.stringify({ to: "a@example.org", subject: "One", text: "that is due" }), mailContext);
  await watcher.query("INSERT INTO mails (sealed, created_at, next_try_at) VALUES ($1, now(), now())", [mail]);
  // Wants to claim the mail. It is sent, and removed in a transaction of its own, once the claim is committed.
  await watcher.waiting(1);
  const stopped = server.stop();
  expect(await gone(screens)).toBe(true);
  await watcher.query("COMMIT");
  expect(await stopped).toBe(0);
  expect(server.said()).not.toContain("failed");
  expect((await watcher.query("SELECT 1 FROM mails")).rowCount).toBe(0);
  await watcher.end();
});

test("a server that leaves is not ready, and still answers until DRAIN_SECONDS are over", async () => {
  const server = await aServer({ env: { DRAIN_SECONDS: "30" } });
  void server.stop();
  const ready = () => fetch(`${server.url}/readyz`).then(({ status }) => status);
  await expect.poll(ready).toBe(503);
  const answer = await fetch(`${server.url}/healthz`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  await server.kill("SIGKILL");
});

test("a killed worker is replaced and the product keeps running", async () => {
  const server = await aServer({ workers: 2 });
  const [victim] = await server.workerPids();
  if (victim === undefined) throw new Error("There is no worker.");
  process.kill(victim, "SIGKILL");
  expect(await gone(victim)).toBe(true);
  // A connection that was just given to the dead worker is reset; the next one is answered.
  const status = () =>
    fetch(`${server.url}/healthz`).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status).toBe(200);
  await expect.poll(server.workerPids).toHaveLength(2);
  const pids = await server.workerPids();
  expect(pids).not.toContain(victim);
  expect(await server.stop()).toBe(0);
  for (const pid of pids) expect(isAlive(pid)).toBe(false);
});

test("workers end with their killed primary", async () => {
  const server = await aServer({ workers: 2 });
  const pids = await server.workerPids();
  await server.kill("SIGKILL");
  for (const pid of pids) expect(await gone(pid)).toBe(true);
});

test("connections passed to a killed worker are closed at once", async () => {
  const server = await aServer({ workers: 2 });
  const open = new Set<object>();
  let on = true;
  const ask = async () => {
    while (on) {
      const request = {};
      open.add(request);
      await fetch(`${server.url}/healthz`, { headers: { Connection: "close" } }).catch(() => pause(5));
      open.delete(request);
    }
  };
  const clients = Array.from({ length: 40 }, ask);
  for (let kills = 0; kills < 4; kills++) {
    await pause(300);
    const [victim] = await server.workerPids();
    if (victim !== undefined) process.kill(victim, "SIGKILL");
  }
  on = false;
  await Promise.all(clients);
  expect(open.size).toBe(0);
});
