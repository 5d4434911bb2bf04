import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { binaries } from "./binaries";
import { DATABASE, dataFolder, passwordOf, USER } from "./data-folder";
import { ownerOf } from "./owner";
import { isAlive, postmasterOf, type Presence, registerPresence } from "./presence";
import { type ServerSettings } from "./settings";
import { lastLogLines, startServer, type Started } from "./start-server";

export type Cluster = {
  /** postgres:// address of the product's database, including the password. */
  url: string;
  pid: number;
  /** False when a running server was found and joined. */
  started: boolean;
  /** Leaves the server. The last user to leave stops it, so that nobody loses a server still in use. */
  stop(): Promise<void>;
  /** `listener` is called once if the server goes away without `stop`. */
  onLost(listener: () => void): void;
};

const READY_TIMEOUT_MS = 5 * 60_000;
const STOP_TIMEOUT_MS = 60_000;
const MAX_STARTS = 5;
const AGAIN_MS = 250;
/** Processes of a killed server continue until their statement ends, and the next server cannot start before that. */
const STILL_LOCKED = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/**
 * Opens the packaged PostgreSQL on `dataDir`/postgres: creates its data the first time, then joins the server that runs
 * on it (even one whose starter was killed) or starts one on a free port below 32768. Resolves when the server has
 * answered a query. Any number of simultaneous starters end up with one server. Throws with the last lines of the
 * server's log when it does not come up. The manager in the package supports one process with its own server only; here
 * several processes share one, and it outlives its starter.
 */
export async function openCluster(options: { dataDir: string; settings?: ServerSettings }): Promise<Cluster> {
  const home = path.resolve(options.dataDir, "postgres");
  await mkdir(home, { recursive: true });
  const owner = await ownerOf(path.join(home, "data"));
  const native = await binaries(owner);
  const data = await dataFolder(home, native, owner);
  const password = await passwordOf(data);
  let child: Started | undefined;
  let starts = 0;
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await pause(20)) {
    const running = await postmasterOf(data);
    if (running) {
      const url = `postgres://${USER}:${password}@127.0.0.1:${running.port}/${DATABASE}`;
      const presence = await registerPresence(url);
      if (presence) return cluster(url, running.pid, running.pid === child?.pid, presence);
    } else if (!child?.running) {
      if (child && STILL_LOCKED.test(await lastLogLines(home))) await pause(AGAIN_MS);
      else starts += 1;
      if (starts > MAX_STARTS) break;
      child = await startServer({ home, native, data, owner }, options.settings);
    }
  }
  throw new Error(`PostgreSQL did not start. ${await lastLogLines(home)}`);
}

function cluster(url: string, pid: number, started: boolean, presence: Presence): Cluster {
  let left: Promise<void> | undefined;
  const leave = async () => {
    if ((await presence.leave()) === "last") await halt(pid);
  };
  return { url, pid, started, onLost: presence.onLost, stop: () => (left ??= leave()) };
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function halt(pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; isAlive(pid) && Date.now() < deadline;) await pause(15);
}
