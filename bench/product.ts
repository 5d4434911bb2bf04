import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { engineFlags } from "../bin/engine.mjs";
import { queryOne, readTransaction, writeTransaction } from "../server/kernel/database/transactions";
import { sql } from "../server/kernel/database/sql";
import { config } from "../server/kernel/process/config";
import { spoolIsEmpty } from "../server/tracking";
import type { Load, Plan } from "./load";

/** Child processes of the benchmark: the built product, the floor, the load. */

/** Starts a node program with only the necessary part of this process's environment. */
export function startNode(args: string[], env: Record<string, string>): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  return spawn(process.execPath, args, {
    env: { PATH, HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** The built product with one worker over the database of this process. */
export function startProduct(port: number, env: Record<string, string> = {}): ChildProcess {
  const { DATABASE_URL = "", DATA_KEY = "", SESSION_SECRET = "", demo } = config();
  return startNode([...engineFlags, "build/server/index.js"], {
    ...{ DATABASE_URL, DATA_KEY, SESSION_SECRET, DEMO: demo ? "on" : "off", LOG_LEVEL: "warn" },
    ...{
      PORT: String(port),
      HOST: "127.0.0.1",
      WORKERS: "1",
      CLICK_RATE: "0",
      API_RATE: "0",
      // A request that is stored late is measured as late, and not as spooled.
      SPOOL_AFTER_MS: "1500",
      TRUST_PROXY: "127.0.0.1",
    },
    ...env,
  });
}

export function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.kill("SIGTERM");
  return ended;
}

/** Waits until the server at the port answers with a status below 500. */
export async function waitUntilReady(port: number, program: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (program.exitCode !== null) throw new Error("The server of the benchmark ended.");
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { redirect: "manual" }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    await pause(100);
  }
  throw new Error("The server of the benchmark did not answer in time.");
}

const ROLL_UP_TIMEOUT_MS = 60_000;

/**
 * Waits until all clicks and sales are loaded and rolled up. That is part of their cost, and would otherwise slow down what
 * is measured next.
 */
export async function untilRolledUp(): Promise<void> {
  for (const deadline = Date.now() + ROLL_UP_TIMEOUT_MS; Date.now() < deadline; await pause(100)) {
    if (!(await writeTransaction(spoolIsEmpty))) continue;
    const row = await readTransaction(() =>
      queryOne<{ waits: boolean }>(sql`
      SELECT EXISTS (SELECT 1 FROM stats_delta) AS waits`),
    );
    if (!row?.waits) return;
  }
  throw new Error("The clicks of the benchmark were not rolled up in time.");
}

/** Sends a load from a process of its own. Throws unless every answer was a redirect. */
export function measureLoad(plan: Plan): Promise<Load> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "bench/load-once.ts"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (piece: Buffer) => (text += piece.toString()));
    child.once("close", (code) => {
      if (code !== 0) return reject(new Error("The load ended early."));
      const load = JSON.parse(text) as Load;
      const allRedirected = load.answers > 0 && load.statuses["302"] === load.answers;
      if (allRedirected) resolve(load);
      else reject(new Error(`Not all were redirected: ${JSON.stringify(load.statuses)}`));
    });
    child.stdin.end(JSON.stringify(plan));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}
