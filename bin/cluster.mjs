import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { at, root } from "./project.mjs";

const MEMORY = "/dev/shm";
const NEEDED = 4 * 1024 ** 3;
const NODES = 4;

/**
 * Runs `body` with the settings of a Citus cluster and resolves with its result, or with undefined without any cluster.
 * The cluster is the one of the coordinator in CITUS_URL, or is started for the run by the script in CITUS_CLUSTER or
 * beside the project (docs/testing.md).
 */
export async function withCluster(body) {
  if (process.env.CITUS_URL) return body({ CITUS_URL: process.env.CITUS_URL });
  const script = process.env.CITUS_CLUSTER ?? at("..", "shared", "tools", "citus", "cluster.sh");
  if (!existsSync(script)) return undefined;
  const env = {
    CITUS_CLUSTER: path.resolve(script),
    CITUS_DATA: process.env.CITUS_DATA ?? mkdtempSync(path.join(folder(), "citus-")),
    CITUS_PORT: process.env.CITUS_PORT ?? String(await freePorts()),
    // Few shards, so that a database has few files.
    CITUS_SHARDS: process.env.CITUS_SHARDS ?? "4",
  };
  const cluster = (...args) =>
    promisify(execFile)(script, args, { cwd: root, env: { ...process.env, ...env } }).then(({ stdout }) =>
      stdout.trim(),
    );
  try {
    return await body({ ...env, CITUS_URL: (await cluster("start", "2")).split("\n").at(-1) });
  } finally {
    await cluster("clean");
  }
}

/** A disk takes several times as long to create and delete the thousand files of a database. */
function folder() {
  const room = existsSync(MEMORY) ? statfsSync(MEMORY) : undefined;
  return room && room.bavail * room.bsize > NEEDED ? MEMORY : os.tmpdir();
}

/** The first of some ports in a row that nobody listens on, one for each node. */
async function freePorts() {
  for (;;) {
    const first = 20_000 + NODES * Math.floor(Math.random() * 2_000);
    const free = await Promise.all(Array.from({ length: NODES }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
}

const isFree = (port) =>
  new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
  });
