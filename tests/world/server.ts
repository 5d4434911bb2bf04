import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inject } from "vitest";
import { engineFlags, engineFlagsOf } from "../../bin/engine.mjs";
import { aDatabase, type TestDatabase } from "./database";
import { afterEachFile } from "./file-end";
import { freePort } from "./free-port";
import { SECRETS, TEST_DATA } from "./shared";

export type Server = {
  url: string;
  /** The process that was started; with several workers the one that watches them. */
  pid: number;
  database: TestDatabase;
  /** The processes that take requests, if there are several of them. */
  workerPids: () => Promise<number[]>;
  /** The process that loads the click log. */
  loaderPids: () => Promise<number[]>;
  /** The processes that answer screens and calls. */
  screenPids: () => Promise<number[]>;
  /** Everything it has written so far, on both outputs. */
  said: () => string;
  /** Sends SIGTERM and resolves with the exit code. */
  stop: () => Promise<number | null>;
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
};

type Options = {
  demo?: boolean;
  workers?: number;
  /** Settings of this server beside those of every test; they win. */
  env?: Record<string, string>;
  /** A database that the test has already. */
  database?: TestDatabase;
  /** The port of a server that is started again; otherwise a free one. */
  port?: number;
  /** The database is down: the server counts as started when its process is alive. */
  away?: boolean;
  /** The program that runs it; otherwise the one that runs the tests. */
  node?: string;
};

const READY_WITHIN = 180_000;
const running = new Set<() => Promise<unknown>>();

/** The built product in a process of its own over its own database, ready to be asked; ends with the test file. */
export async function aServer(options: Options = {}): Promise<Server> {
  await ensureBuilt();
  const database = options.database ?? (await aDatabase({ demo: options.demo ?? false }));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...SECRETS,
    DATABASE_URL: database.url,
    DATA_DIR: await aFolder(),
    DEMO: options.demo ? "on" : "off",
    WORKERS: String(options.workers ?? 1),
    CAPTCHA: "off",
    CLICK_RATE: "0",
    API_RATE: "0",
    LOG_LEVEL: "warn",
    SPOOL_AFTER_MS: "1500",
    HOST: "127.0.0.1",
    PORT: String(port),
    ...options.env,
  };
  const process = start(settings, options.node);
  const stop = () => process.end("SIGTERM");
  running.add(stop);
  await ready(url + (options.away ? "/healthz" : "/readyz"), process);
  return {
    url,
    pid: process.child.pid ?? 0,
    database,
    workerPids: () => childrenServing("tracking", process.child.pid ?? 0),
    loaderPids: () => childrenServing("loading", process.child.pid ?? 0),
    screenPids: () => childrenServing("screens", process.child.pid ?? 0),
    said: process.said,
    stop,
    kill: process.end,
  };
}

afterEachFile(async () => {
  await Promise.all([...running].map((stop) => stop()));
  running.clear();
});

/** Shows why a process of a server ended by itself, because its log is in memory only: uncaught errors have a stack. */
function showCrash(said: string): void {
  const lines = said.split("\n").filter((line) => line.includes('"level":60') || /^\s+at |^\w*Error\b/.test(line));
  if (lines.length > 0) process.stderr.write(`A server failed:\n${lines.slice(0, 40).join("\n")}\n`);
}

/** Runs the built product with only these settings and answers how it ended and what it wrote. */
export async function aFailedStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  await ensureBuilt();
  const process = start(env);
  const stop = () => process.end("SIGKILL");
  running.add(stop);
  const code = await process.ended;
  running.delete(stop);
  return { code, said: process.said() };
}

type Started = {
  child: ChildProcess;
  ended: Promise<number | null>;
  said: () => string;
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

const majorVersionOf = (node: string): number =>
  Number.parseInt(execFileSync(node, ["--version"], { encoding: "utf8" }).slice(1), 10);

/** Starts the built product as `npm start` does. */
function start(settings: Record<string, string>, node = process.execPath): Started {
  const { PATH = "", HOME = "" } = process.env;
  const flags = node === process.execPath ? engineFlags : engineFlagsOf(majorVersionOf(node));
  const child = spawn(node, [...flags, "build/server/index.js"], {
    env: { PATH, HOME, TZ: "UTC", NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", (code) => done(code)));
  void ended.then(() => showCrash(said));
  return {
    child,
    ended,
    said: () => said,
    end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
  };
}

async function ready(url: string, { child, said }: Started): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN; Date.now() < deadline; await pause(50)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended: ${said()}`);
    // It says so when all of its workers listen; one of them may be ready before.
    if (!said().includes("Open ")) continue;
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error(`The server was not ready in time: ${said()}`);
}

/** A folder of the test's own, taken away after the run. */
export async function aFolder(): Promise<string> {
  const home = path.resolve(TEST_DATA, inject("run"));
  await mkdir(home, { recursive: true });
  return mkdtemp(path.join(home, "own-"));
}

/** The processes that `pid` has started and that still live. */
export async function childrenOf(pid: number): Promise<number[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    numbers.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return { name: Number(name), parent: state === "Z" ? 0 : Number(parent) };
    }),
  );
  return parents.filter(({ parent }) => parent === pid).map(({ name }) => name);
}

async function childrenServing(task: "tracking" | "screens" | "loading", pid: number): Promise<number[]> {
  const children = await Promise.all(
    (await childrenOf(pid)).map(async (child) => ({
      child,
      environment: await readFile(`/proc/${child}/environ`, "utf8").catch(() => ""),
    })),
  );
  return children.filter(({ environment }) => environment.includes(`"serves":"${task}"`)).map(({ child }) => child);
}

let built: Promise<void> | undefined;

/** A whole run has built before; a single test file builds what has changed since. */
export async function ensureBuilt(): Promise<void> {
  if (process.env.WHOLE === "on") return;
  await (built ??= new Promise((done, failed) => {
    const child = spawn(process.execPath, ["bin/run.mjs", "build"], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    child.once("close", (code) => (code === 0 ? done() : failed(new Error(said))));
  }));
}
