import { type ChildProcess, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { parseStat, type ProcessStat, treeTicks } from "./proc-stat";

/** CPU milliseconds of a server with all its processes, of PostgreSQL with all its processes, and of both. */
export type Cpu = { server: number; database: number; all: number };

export const requireLinux = (): void => {
  if (process.platform === "linux") return;
  throw new Error("The benchmark reads CPU times from /proc, so it runs on Linux only.");
};

/** CPU of the server, if there is one, and of the PostgreSQL of this process while `act` runs. */
export async function cpuDuring(server: ChildProcess | undefined, act: () => Promise<unknown>): Promise<Cpu> {
  const postmaster = await findPostmaster();
  const read = () => {
    const all = processes();
    return { server: server?.pid ? treeTicks(all, server.pid) : 0, database: treeTicks(all, postmaster) };
  };
  const before = read();
  await act();
  const after = read();
  const spent = { server: toMs(after.server - before.server), database: toMs(after.database - before.database) };
  return { ...spent, all: spent.server + spent.database };
}

/** Divides by the number of requests. */
export const perRequest = ({ server, database, all }: Cpu, requests: number): Cpu => ({
  server: server / requests,
  database: database / requests,
  all: all / requests,
});

let msPerTick: number | undefined;
const toMs = (ticks: number) => ticks * (msPerTick ??= 1000 / Number(execFileSync("getconf", ["CLK_TCK"])));

/** All processes of this machine. */
export function processes(): ProcessStat[] {
  return readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? statOf(Number(pid)) : []));
}

/** Empty if the process has ended. */
function statOf(pid: number): ProcessStat[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))];
  } catch {
    return [];
  }
}

/** The parent of every process of the PostgreSQL server that this process is connected to. */
export async function findPostmaster(): Promise<number> {
  const row = await readTransaction(() => queryOne<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`));
  const [backend] = statOf(row?.pid ?? 0);
  if (backend?.name !== "postgres")
    throw new Error("PostgreSQL's CPU can be measured only if its server runs on this machine.");
  return backend.parent;
}
