import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { type Owner } from "./owner";
import { asArguments, ENVIRONMENT, serverSettings, type ServerSettings } from "./settings";

export type Starting = { home: string; native: string; data: string; owner: Owner | undefined };
export type Started = { pid: number | undefined; running: boolean };

const MAX_LOG_BYTES = 10_000_000;

/** Starts a server process on the data folder, on the previous port if that is still free. */
export async function startServer(where: Starting, settings?: ServerSettings): Promise<Started> {
  const portFile = path.join(where.home, "port");
  const port = await freePort(Number(await readFile(portFile, "utf8").catch(() => "0")));
  await writeFile(portFile, String(port));
  const log = await openLog(where.home);
  const options = asArguments(await serverSettings(settings));
  const server = spawn(path.join(where.native, "bin", "postgres"), ["-D", where.data, "-p", String(port), ...options], {
    ...where.owner,
    cwd: where.data,
    env: ENVIRONMENT,
    // The server must outlive a killed starter. Ctrl+C is for the product, which then stops the server.
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  server.unref();
  const started: Started = { pid: server.pid, running: true };
  server.on("error", () => (started.running = false));
  server.on("exit", () => (started.running = false));
  return started;
}

/** The last lines of the server's log, for the message about a server that does not come up. */
export async function lastLogLines(home: string): Promise<string> {
  const text = await readFile(logFile(home), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-3).join(" ");
}

const logFile = (home: string) => path.join(home, "server.log");

async function openLog(home: string): Promise<number> {
  const size = (await stat(logFile(home)).catch(() => undefined))?.size ?? 0;
  return openSync(logFile(home), size > MAX_LOG_BYTES ? "w" : "a", 0o600);
}

/** `preferred` if no program listens there, else a free port below the range of outgoing connections. */
async function freePort(preferred: number): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = tries === 0 && preferred > 0 ? preferred : 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
  throw new Error("There is no free port for the database between 20000 and 32000.");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
  });
}
