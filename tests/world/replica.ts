import { execFile, spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { binaries } from "../../server/postgres/binaries";
import { ownerOf } from "../../server/postgres/owner";
import { asArguments, ENVIRONMENT, serverSettings, type ServerSettings } from "../../server/postgres/settings";
import { afterEachFile } from "./file-end";
import { freePort } from "./free-port";
import { gone } from "./process";
import { childrenOf } from "./server";

export type Replica = {
  url: string;
  /** Queries the replica itself; returns the first value of the first row. */
  ask<T>(text: string, values?: unknown[]): Promise<T>;
  /** The server and every process that it has started. */
  pids(): Promise<number[]>;
  start(): Promise<void>;
  kill(): Promise<void>;
};

const run = promisify(execFile);
const stopping = new Set<() => Promise<void>>();
afterEachFile(async () => {
  for (const stop of stopping) await stop();
  stopping.clear();
});

/**
 * Streaming replicas of the server at `url`, created while it runs: its files are copied between pg_backup_start and
 * pg_backup_stop, and each copy is started as a standby that fetches the rest. They end with the test file.
 */
export async function replicasOf(url: string, count: number, settings: ServerSettings): Promise<Replica[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
  const data = rows[0]?.data ?? "";
  const copies = Array.from({ length: count }, (_, place) => `${data}.replica-${place}`);
  await client.query("SELECT pg_backup_start('replica', fast => true)");
  for (const copy of copies) {
    // Left by a run that was killed.
    await rm(copy, { recursive: true, force: true });
    await run("cp", ["-a", data, copy]);
  }
  const stopped = await client.query<{ label: string }>(
    "SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)",
  );
  await client.end();
  return Promise.all(copies.map((copy) => standby(url, copy, stopped.rows[0]?.label ?? "", settings)));
}

async function standby(primary: string, data: string, label: string, settings: ServerSettings): Promise<Replica> {
  const owner = await ownerOf(data);
  await Promise.all(["postmaster.pid", "postmaster.opts", "pg_wal"].map((name) => rm(path.join(data, name), ALL)));
  await mkdir(path.join(data, "pg_wal"), { mode: 0o700 });
  await writeFile(path.join(data, "backup_label"), label);
  await writeFile(path.join(data, "standby.signal"), "");
  if (owner) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, data]);
  const { hostname, port, username, password, pathname } = new URL(primary);
  const own = await freePort();
  const url = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`;
  const options = asArguments({
    ...(await serverSettings(settings)),
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    hot_standby_feedback: "on",
    wal_retrieve_retry_interval: "100ms",
  });
  let pid = 0;
  const replica: Replica = {
    url,
    async ask<T>(text: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
      client.on("error", () => undefined);
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, T>>(text, values);
        return Object.values(rows[0] ?? {})[0] as T;
      } finally {
        await client.end();
      }
    },
    pids: async () => [pid, ...(await childrenOf(pid))],
    async start() {
      await rm(path.join(data, "postmaster.pid"), ALL);
      const child = spawn(
        path.join(await binaries(owner), "bin", "postgres"),
        ["-D", data, "-p", `${own}`, ...options],
        {
          ...owner,
          cwd: data,
          env: ENVIRONMENT,
          stdio: "ignore",
        },
      );
      pid = child.pid ?? 0;
      while (!(await replica.ask("SELECT pg_is_in_recovery()").catch(() => false))) {
        if (child.exitCode !== null) throw new Error("The replica ended.");
        await pause(20);
      }
    },
    async kill() {
      for (const one of await replica.pids()) process.kill(one, "SIGKILL");
      await gone(pid);
    },
  };
  stopping.add(async () => {
    await replica.kill().catch(() => undefined);
    await rm(data, ALL);
  });
  await replica.start();
  return replica;
}

const ALL = { recursive: true, force: true } as const;

/** For servers whose files need not survive a crash. A standby must not have fewer connections than its primary. */
export const SMALL: ServerSettings = { fsync: "off", shared_buffers: "32MB", max_connections: 100 };
