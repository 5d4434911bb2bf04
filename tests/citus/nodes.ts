import { execFile, spawn } from "node:child_process";
import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";
import { databaseUrl } from "../world/keeper";
import { nodesOf } from "../world/nodes";
import { gone } from "../world/process";
import { childrenOf } from "../world/server";

/** Statements on the nodes of the cluster, and their processes. */

/** Runs statements one after the other and returns the rows of the last one. */
export async function query<T extends pg.QueryResultRow>(url: string, ...texts: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: T[] = [];
    for (const text of texts) ({ rows } = await client.query<T>(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** The addresses of a database on the coordinator and on the workers. */
export const addressesOf = async (url: string): Promise<string[]> =>
  (await nodesOf(inject("server"))).map((node) => databaseUrl(node, new URL(url).pathname.slice(1)));

/** Whether the cluster was started for the tests, so that its processes may be killed. */
export const isOurs = process.env.CITUS_CLUSTER !== undefined;

const dataOf = (node: string) => path.join(process.env.CITUS_DATA ?? "", new URL(node).port);

/** Ends a node and all of its processes at once, as the loss of its machine does. */
export async function killNode(node: string): Promise<void> {
  const [pid] = (await readFile(path.join(dataOf(node), "postmaster.pid"), "utf8")).split("\n").map(Number);
  if (!pid || pid < 2) throw new Error(`${node} does not run.`);
  const all = [pid, ...(await childrenOf(pid))];
  for (const each of all) {
    try {
      process.kill(each, "SIGKILL");
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
    }
  }
  for (const each of all) await gone(each);
  // A dead process that nobody has waited for keeps its number, and a server starts beside no such process.
  const { port } = new URL(node);
  for (const lock of [`${port}/postmaster.pid`, `.s.PGSQL.${port}.lock`])
    await rm(path.join(process.env.CITUS_DATA ?? "", lock), { force: true });
}

export async function cluster(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.env.CITUS_CLUSTER ?? "", args);
  return stdout.trim();
}

/** Starts the nodes that do not run, with the options of their last start. */
export async function startNodes(): Promise<void> {
  const data = process.env.CITUS_DATA ?? "";
  const nodes = (await readdir(data, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && /^\d+$/.test(entry.name),
  );
  await Promise.all(nodes.map(({ name }) => startNode(path.join(data, name), Number(name))));
}

async function startNode(folder: string, port: number): Promise<void> {
  if (await answers(port)) return;
  const [program = "", ...options] = (await readFile(path.join(folder, "postmaster.opts"), "utf8"))
    .trim()
    .split(/ (?=")/);
  const args = options.map((option) => option.slice(1, -1));
  const log = await open(path.join(folder, "..", `${port}.log`), "a");
  const { uid, gid } = await stat(folder);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  spawn(program, args, { cwd: folder, stdio: ["ignore", log.fd, log.fd], detached: true, ...owner }).unref();
  await log.close();
  for (const deadline = Date.now() + 120_000; !(await answers(port)); await pause(100))
    if (Date.now() > deadline) throw new Error(`The node on port ${port} did not start.`);
}

const answers = (port: number) =>
  query(`postgres://postgres@127.0.0.1:${port}/postgres`, "SELECT 1").then(
    () => true,
    () => false,
  );
