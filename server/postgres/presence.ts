import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { LOCKS } from "../kernel/database/advisory-locks";
import { openConnection } from "../kernel/database/connections";
import { DATABASE } from "./data-folder";

export type Presence = { leave(): Promise<"last" | "others remain" | "lost">; onLost: (listener: () => void) => void };

/**
 * Registers as a user of the server at `url` (its product database). Undefined while the server refuses connections
 * because it is starting, recovering or shutting down. A killed user leaves automatically because its lock ends with
 * its connection.
 */
export async function registerPresence(url: string): Promise<Presence | undefined> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  let lost = false;
  let leaving = false;
  let notifyLost: (() => void) | undefined;
  let client: (pg.Client & Referenced) | undefined;
  try {
    client = (await openConnection("presence", { url: maintenance.href })) as pg.Client & Referenced;
    client.on("end", () => {
      lost = true;
      if (!leaving) notifyLost?.();
    });
    await client.query("SELECT pg_advisory_lock_shared($1)", [LOCKS.serverUsers]);
    await makeDatabase(client);
  } catch (error) {
    leaving = true;
    await client?.end().catch(() => undefined);
    if (NOT_YET.test(String((error as { code?: string }).code ?? "")) || CUT_OFF.test(String(error))) return undefined;
    throw error;
  }
  const connection = client;
  connection.unref();
  return {
    onLost: (listener) => (notifyLost = listener),
    async leave() {
      leaving = true;
      if (lost) return "lost";
      connection.ref();
      try {
        await connection.query("SELECT pg_advisory_unlock_shared($1)", [LOCKS.serverUsers]);
        const { rows } = await connection.query<{ last: boolean }>("SELECT pg_try_advisory_lock($1) AS last", [
          LOCKS.serverUsers,
        ]);
        if (rows[0]?.last) return "last";
        await connection.end();
        return "others remain";
      } catch {
        return "lost";
      }
    },
  };
}

/**
 * An open presence must not keep the program from ending. The driver has these two methods; its type declaration lacks
 * them.
 */
type Referenced = { ref(): void; unref(): void };

// 57P0x: shutting down or starting up; 53300: every connection is taken.
const NOT_YET = /^(57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const CUT_OFF = /Connection terminated|timeout expired|is not queryable/;

async function makeDatabase(client: pg.Client): Promise<void> {
  const existing = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
  if (existing.rowCount) return;
  await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
    const { code } = error as { code?: string };
    // 42P04 and 23505: another starter has just made it.
    if (code !== "42P04" && code !== "23505") throw error;
  });
}

type Postmaster = { pid: number; port: number };

/** The server named in the data folder's PID file, if it is alive. Deletes the file of a dead one. */
export async function postmasterOf(data: string): Promise<Postmaster | undefined> {
  const file = path.join(data, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  // The server writes the file line by line: one without its port is still being written.
  if (!pid || !port) return undefined;
  if (isAlive(pid) && (await isPostgres(pid))) return { pid, port };
  await rm(file, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" && !hasEnded(pid);
  }
}

/** In a container there may be no process that reaps a dead orphan, whose number then stays in use. */
function hasEnded(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/** After a restart of the machine, the number in the file may belong to another program. */
async function isPostgres(pid: number): Promise<boolean> {
  const command =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")
      : (await promisify(execFile)("ps", ["-p", String(pid), "-o", "comm="]).catch(() => ({ stdout: "" }))).stdout;
  return command.includes("postgres");
}
