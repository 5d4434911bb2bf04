import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { rows, writing } from "../server/kernel/database";
import { config } from "../server/kernel/config";
import { sql } from "../server/kernel/sql";
import type { Load, Plan } from "./load";
import { aCompany, requestsOf } from "./redirect-company";
import { median } from "./samples";

/**
 * Redirects with a durable click, by the built product with one worker over the database of this process, beside a bare
 * node:http 302 in alternating rounds: 64 connections, thousands of browsers' addresses, half of the links encoded.
 */
export type RedirectFigures = {
  floor: number;
  redirects: number;
  /** Of each round, redirects to floor; then the middle one. */
  ratio: number;
  p50: number;
  p99: number;
  /** Stored clicks by class; 0 is ok. */
  classes: Record<string, number>;
  okShare: number;
};

const CONNECTIONS = 64;
const LEAST_OK = 0.95;

export async function benchRedirect({ rounds = 5, seconds = 4 } = {}): Promise<RedirectFigures> {
  const links = await aCompany();
  const requests = await requestsOf(links);
  const [floorPort, port] = [await freePort(), await freePort()];
  const floor = start(["--import", "tsx", "bench/floor.ts"], { PORT: String(floorPort) });
  const product = start(["build/server/index.js"], {
    ...settings(),
    ...{ PORT: String(port), HOST: "127.0.0.1", WORKERS: "1", CLICK_RATE: "0", TRUST_PROXY: "127.0.0.1" },
  });
  try {
    await Promise.all([answering(floorPort, product), answering(port, product)]);
    const plan = { connections: CONNECTIONS, seconds, warmUpSeconds: 1, requests };
    const [floors, redirects]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      floors.push(await measured({ ...plan, port: floorPort }));
      redirects.push(await measured({ ...plan, port }));
    }
    await allStored(redirects.flatMap(({ ids }) => ids));
    const classes = await classesOf(links.firstAgent);
    const stored = Object.values(classes).reduce((sum, count) => sum + count, 0);
    const middle = (of: Load[], figure: "perSecond" | "p50" | "p99") => median(of.map((load) => load[figure]));
    const figures: RedirectFigures = {
      floor: middle(floors, "perSecond"),
      redirects: middle(redirects, "perSecond"),
      ratio: median(redirects.map(({ perSecond }, round) => perSecond / (floors[round]?.perSecond ?? Infinity))),
      p50: middle(redirects, "p50"),
      p99: middle(redirects, "p99"),
      classes,
      okShare: (classes["0"] ?? 0) / stored,
    };
    if (!(figures.okShare >= LEAST_OK)) throw new Error(`Too few clicks were of class ok: ${JSON.stringify(classes)}`);
    return figures;
  } finally {
    await Promise.all([floor, product].map(stop));
  }
}

function settings(): Record<string, string> {
  const { DATABASE_URL = "", DATA_KEY = "", SESSION_SECRET = "", demo } = config();
  return { DATABASE_URL, DATA_KEY, SESSION_SECRET, DEMO: demo ? "on" : "off", LOG_LEVEL: "warn" };
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  return spawn(process.execPath, args, {
    env: { PATH, HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  child.kill("SIGTERM");
  return ended;
}

/** Waits until the server at the port answers anything at all. */
async function answering(port: number, product: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (product.exitCode !== null) throw new Error("The server of the benchmark ended.");
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { redirect: "manual" }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    await pause(100);
  }
  throw new Error("The server of the benchmark did not answer in time.");
}

function measured(plan: Plan): Promise<Load> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ["--import", "tsx", "bench/load-once.ts"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (piece: Buffer) => (text += piece.toString()));
    child.once("close", (code) => {
      if (code !== 0) return failed(new Error("The load ended early."));
      const load = JSON.parse(text) as Load;
      const allRedirected = load.answers > 0 && load.statuses["302"] === load.answers;
      if (allRedirected) done(load);
      else failed(new Error(`Not all were redirected: ${JSON.stringify(load.statuses)}`));
    });
    child.stdin.end(JSON.stringify(plan));
  });
}

/** Every id that was handed out is a row: a rate of redirects that lose clicks would be worth nothing. */
async function allStored(ids: string[]): Promise<void> {
  const [found] = await writing(() =>
    rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM clicks WHERE id = ANY(${ids}::uuid[])`),
  );
  if (found?.count !== ids.length) throw new Error(`${ids.length - (found?.count ?? 0)} clicks were not stored.`);
}

async function classesOf(firstAgent: number): Promise<Record<string, number>> {
  const counts = await writing(() =>
    rows<{ class: number; count: number }>(sql`
      SELECT class, count(*)::int AS count FROM clicks WHERE agent_id >= ${firstAgent} GROUP BY class`),
  );
  return Object.fromEntries(counts.map(({ class: kind, count }) => [String(kind), count]));
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}
