import { connect, type Socket } from "node:net";
import { beforeAll, expect, test, vi } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { servedBy } from "./click-load";
import { aShop, ask, aVisitor, BROWSER, clicksOf, measuresOf, type Shop } from "./click-world";

/** The built product with two workers, with a connection to each of them. */
let server: Server;
let shop: Shop;
let workers: Worker[];
type Worker = { pid: number; open(path: string): Promise<{ status: number; head: string }> };

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  shop = await aShop({ heard: false });
  server = await aServer({ workers: 2, database, env: { TRUST_PROXY: "127.0.0.1" } });
  workers = await workersOf(server);
});

/** A kept-alive connection to each worker. */
async function workersOf({ url, workerPids }: Server): Promise<Worker[]> {
  const pids = await workerPids();
  const found = new Map<number, Worker>();
  for (let tries = 0; tries < 50 && found.size < pids.length; tries++) {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
    await new Promise((connected) => socket.once("connect", connected));
    const open = (path: string) => openOn(socket, path);
    await open("/healthz");
    const pid = servedBy(socket.localPort ?? 0, pids);
    if (pid !== undefined && !found.has(pid)) found.set(pid, { pid, open });
    else socket.destroy();
  }
  expect([...found.keys()].sort()).toEqual([...pids].sort());
  return [...found.values()];
}

function openOn(socket: Socket, path: string): Promise<{ status: number; head: string }> {
  return new Promise((answered, failed) => {
    let text = "";
    const read = (data: Buffer) => {
      text += data.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      socket.off("data", read);
      answered({ status: Number(text.slice(9, 12)), head: text.slice(0, end) });
    };
    socket.on("data", read);
    socket.removeAllListeners("error").once("error", failed);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\nX-Forwarded-For: ${aVisitor()}\r\n\r\n`);
  });
}

/** Milliseconds that each change took, from its commit until both workers answered with it. */
let took: number[] = [];

/** Changes rows and notifies the workers. Waits until both answer with `status`. */
const after = (status: number, ...statements: Statement[]) => changed(status, markLinksChanged, statements);
/** The same without the notification, as if it were lost. */
const unheard = (status: number, ...statements: Statement[]) =>
  changed(status, () => execute(sql`UPDATE link_state SET version = version + 1`), statements);

async function changed(status: number, tell: () => Promise<unknown>, statements: Statement[]): Promise<void> {
  await writeTransaction(async () => {
    for (const statement of statements) await execute(statement);
    await tell();
  });
  const changedAt = performance.now();
  await inForce(status);
  took.push(performance.now() - changedAt);
}

/** Repeats the changes until most of them take less than a second: a busy machine may delay many, but not for ever. */
const withinASecond = (changes: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      took = [];
      await changes();
      expect(took.sort((a, b) => a - b)[Math.floor(took.length / 2)]).toBeLessThan(900);
    },
    { timeout: 90_000, interval: 0 },
  );
const inForce = (status: number) =>
  expect
    .poll(() => Promise.all(workers.map(async ({ open }) => (await open(shop.path)).status)), { interval: 25 })
    .toEqual([status, status]);

test("a change of type, site, agent or office takes effect in both workers within a second [TRACK-19]", async () => {
  const { agent, office, type } = shop;
  expect(workers).toHaveLength(2);
  await withinASecond(async () => {
    await after(302);
    await after(410, sql`UPDATE types SET active = false WHERE id = ${type.id}`);
    await after(302, sql`UPDATE types SET active = true WHERE id = ${type.id}`);
    await after(410, sql`UPDATE sites SET active = false WHERE id = ${type.siteId}`);
    await after(302, sql`UPDATE sites SET active = true WHERE id = ${type.siteId}`);
    await after(410, sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
    await after(302, sql`UPDATE accounts SET active = true WHERE id = ${agent.accountId}`);
    await after(410, sql`UPDATE accounts SET active = false WHERE id = ${office.accountId}`);
    await after(302, sql`UPDATE accounts SET active = true WHERE id = ${office.accountId}`);
    await after(404, sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agent.accountId}`);
    await after(302, sql`UPDATE accounts SET deleted_at = NULL WHERE id = ${agent.accountId}`);
  });
});

test("a new target and a black-listed address take effect in both workers [TRACK-19]", async () => {
  await after(
    302,
    sql`UPDATE types SET url = 'https://moved.example/{agentid}' WHERE id = ${shop.type.id}`,
    sql`INSERT INTO black_list (ip) VALUES ('198.51.0.0/16')`,
  );
  const clicked = async () => {
    const before = (await clicksOf(shop.agent)).length;
    const heads = await Promise.all(workers.map(async ({ open }) => (await open(shop.path)).head));
    const moved = heads.map((head) => head.includes(`Location: https://moved.example/${shop.agent.id}?clickid=`));
    return [moved, (await clicksOf(shop.agent)).slice(before).map((click) => click.class)];
  };
  await expect.poll(clicked).toEqual([
    [true, true],
    [2, 2],
  ]);
  await after(302, sql`DELETE FROM black_list`);
});

test("a change whose notification is lost is noticed within a second, too [TRACK-19]", async () => {
  await withinASecond(async () => {
    for (let round = 0; round < 4; round++) {
      await unheard(410, sql`UPDATE types SET active = false WHERE id = ${shop.type.id}`);
      await unheard(302, sql`UPDATE types SET active = true WHERE id = ${shop.type.id}`);
    }
  });
});

test("a visitor who clicks on both workers at once is unique once [TRACK-16]", async () => {
  const port = Number(new URL(server.url).port);
  const before = await measuresOf(shop.agent);
  const visitor = { "User-Agent": BROWSER, "X-Forwarded-For": "203.0.113.200" };
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(port, shop.path, visitor)));
  expect(answers.every(({ status }) => status === 302)).toBe(true);
  // Clicks that the database kept waiting for too long are stored by way of the spool.
  const stored = async () => {
    const clicks = (await clicksOf(shop.agent)).filter((click) => click.ip === "203.0.113.200");
    return [clicks.length, clicks.filter((click) => click.is_unique).length];
  };
  await expect.poll(stored).toEqual([60, 1]);
  expect(before.hits).toBeGreaterThan(0);
});

test("the full product answers an odd spelling with a 404 in JSON, never with a redirect [TRACK-18]", async () => {
  const port = Number(new URL(server.url).port);
  const { path } = shop;
  const odd = [`/api/links/go//1/2/3`, path.replace("/go/", "/%67o/"), path.replace("/api", "//api")];
  for (const target of [
    ...odd,
    path.replace("links", "Links"),
    path.replace("/api", "/API"),
    path.replace("/api", "/%61pi"),
    `/x/..${path}`,
    `/api/l/a%62c`,
    "/api/l/a/b",
  ]) {
    const { status, headers, body } = await ask(port, target, { "User-Agent": BROWSER, Accept: "application/json" });
    expect([target, status, headers.location]).toEqual([target, 404, undefined]);
    if (target.startsWith("/api/")) expect(JSON.parse(body)).toMatchObject({ code: "NOT_FOUND" });
  }
});
