import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { registerPresence } from "../../server/postgres/presence";
import { gone, isAlive } from "../world/process";

type Opener = { url: string; pid: number; started: boolean; child: ChildProcess; stop(): Promise<void> };
type As = { uid: number; gid: number } | undefined;

const ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** In a private folder other users cannot run the checkout. */
const OPEN_TO_ALL = ROOT && spawnSync(process.execPath, ["-e", "fs.readFileSync('package.json')"], NOBODY).status === 0;
const folders: string[] = [];
const servers = new Set<number>();

/** A folder outside the project that everyone can enter. */
async function aDataDir(as?: As): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cluster-"));
  folders.push(folder);
  await chmod(folder, 0o755);
  if (as) await chown(folder, as.uid, as.gid);
  return folder;
}

async function open(dataDir: string, as?: As): Promise<Opener> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/world/opener.ts", dataDir], {
    ...as,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", TSX_DISABLE_CACHE: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const line = await new Promise<string>((done, failed) => {
    child.stdout.once("data", (text: Buffer) => done(text.toString()));
    child.once("close", () => failed(new Error(`The opener ended: ${said}`)));
  });
  const opened = JSON.parse(line) as { url: string; pid: number; started: boolean };
  servers.add(opened.pid);
  return {
    ...opened,
    child,
    stop: () => {
      child.stdin.write("stop\n");
      return ended;
    },
  };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo()); await pause(25)) {
    if (Date.now() > deadline) throw new Error("It never came to be.");
  }
}

/** CPU time of a process in hundredths of a second. */
const cpuOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[11]);

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return Object.values(rows[0] ?? {})[0];
}

afterEach(async () => {
  for (const pid of servers) {
    if (isAlive(pid)) process.kill(pid, "SIGQUIT");
    await gone(pid);
  }
  servers.clear();
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

test("the first start creates a server with its own password and a port below 32768, and the end stops it", async () => {
  const first = await open(await aDataDir());
  expect(first.started).toBe(true);
  expect(Number(new URL(first.url).port)).toBeLessThan(32_768);
  expect(new URL(first.url).password.length).toBeGreaterThan(20);
  expect(await ask(first.url, "SELECT lower('ÄÖ')")).toBe("äö");
  const stranger = new URL(first.url);
  stranger.password = "guessed";
  await expect(ask(stranger.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
  await first.stop();
  expect(await gone(first.pid)).toBe(true);
});

test("a second opener joins, and the server runs until the last opener leaves", async () => {
  const dataDir = await aDataDir();
  const first = await open(dataDir);
  await ask(first.url, "CREATE TABLE kept (id int)");
  const second = await open(dataDir);
  expect(second).toMatchObject({ url: first.url, pid: first.pid, started: false });
  await first.stop();
  expect(await ask(second.url, "SELECT to_regclass('kept')::text")).toBe("kept");
  await second.stop();
  expect(await gone(first.pid)).toBe(true);
});

test("the server of a killed opener is found, used and then stopped by the next one", async () => {
  const dataDir = await aDataDir();
  const killed = await open(dataDir);
  killed.child.kill("SIGKILL");
  expect(await gone(killed.child.pid ?? 0)).toBe(true);
  expect(isAlive(killed.pid)).toBe(true);
  const next = await open(dataDir);
  expect(next).toMatchObject({ pid: killed.pid, started: false });
  await next.stop();
  expect(await gone(killed.pid)).toBe(true);
});

test("after both were killed the next start recovers what was committed", async () => {
  const dataDir = await aDataDir();
  const before = await open(dataDir);
  await ask(before.url, "CREATE TABLE paid AS SELECT 1 AS id");
  before.child.kill("SIGKILL");
  process.kill(before.pid, "SIGKILL");
  await gone(before.pid);
  const after = await open(dataDir);
  expect(after.started).toBe(true);
  expect(await ask(after.url, "SELECT count(*)::int FROM paid")).toBe(1);
  await after.stop();
});

test("a killed server that is still busy is started again once its work has ended", async () => {
  const dataDir = await aDataDir();
  const before = await open(dataDir);
  // A computing statement does not notice that its server is gone and keeps the memory that the next server needs.
  const client = new pg.Client({ connectionString: before.url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const busy = rows[0]?.pid ?? NaN;
  const computing = client.query("SELECT count(*) FROM generate_series(1, 15000) a, generate_series(1, 15000) b");
  computing.catch(() => undefined);
  await until(() => cpuOf(busy) > 20);
  before.child.kill("SIGKILL");
  process.kill(before.pid, "SIGKILL");
  await gone(before.pid);
  let isOpen = false;
  const opening = open(dataDir).then((opener) => {
    isOpen = true;
    return opener;
  });
  const startsTried = async () =>
    (await readFile(path.join(dataDir, "postgres", "server.log"), "utf8")).split("pre-existing shared memory").length -
    1;
  await until(async () => (await startsTried()) > 6);
  expect([isOpen, isAlive(busy)]).toEqual([false, true]);
  process.kill(busy, "SIGKILL");
  const after = await opening;
  expect(after.started).toBe(true);
  await after.stop();
});

test("a server that ends while an opener connects accepts no opener yet", async () => {
  const message = (kind: string, ...parts: string[]) => {
    const body = Buffer.from(parts.join(""), "latin1");
    const head = Buffer.from(`${kind}\0\0\0\0`, "latin1");
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const ended = message("E", "SFATAL\0", "VFATAL\0", "C57P01\0", "Mterminating connection\0", "\0");
  // Signed in, ready, and closed in one packet.
  const server = createServer((socket) =>
    socket
      .once("data", () => socket.end(Buffer.concat([message("R", "\0\0\0\0"), message("Z", "I"), ended])))
      .on("error", () => undefined),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  expect(await registerPresence(`postgres://app@127.0.0.1:${port}/app`)).toBeUndefined();
  server.close();
});

test("four concurrent openers share one server", async () => {
  const dataDir = await aDataDir();
  const openers = await Promise.all([1, 2, 3, 4].map(() => open(dataDir)));
  expect(new Set(openers.map(({ pid }) => pid)).size).toBe(1);
  expect(new Set(openers.map(({ url }) => url)).size).toBe(1);
  expect(openers.filter(({ started }) => started)).toHaveLength(1);
  await Promise.all(openers.map(({ stop }) => stop()));
  const [one] = openers;
  expect(await gone(one?.pid ?? 0)).toBe(true);
});

test.runIf(ROOT)("root runs the server as another user, also in a folder that this user cannot reach", async () => {
  const outer = await aDataDir();
  const closed = path.join(outer, "closed");
  await mkdir(closed, { mode: 0o700 });
  const opener = await open(closed);
  expect((await stat(`/proc/${opener.pid}`)).uid).not.toBe(0);
  expect(await ask(opener.url, "SELECT 1")).toBe(1);
  const data = String(await ask(opener.url, "SELECT current_setting('data_directory')"));
  folders.push(data);
  expect(data.startsWith(closed)).toBe(false);
  await opener.stop();
  const again = await open(closed);
  expect(await ask(again.url, "SELECT current_setting('data_directory')")).toBe(data);
  await again.stop();
});

test.runIf(OPEN_TO_ALL)("a user without rights runs the server under their own account", async () => {
  const dataDir = await aDataDir(NOBODY);
  const opener = await open(dataDir, NOBODY);
  expect((await stat(`/proc/${opener.pid}`)).uid).toBe(NOBODY.uid);
  const files = await readdir(path.join(dataDir, "postgres"));
  expect(files).toContain("data");
  expect(await readFile(path.join(dataDir, "postgres", "port"), "utf8")).toBe(new URL(opener.url).port);
  await opener.stop();
});
