import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export type Postmaster = { pid: number; port: number };

/** The server named in the data folder's PID file, if it is alive. Deletes the file of a dead one. */
export async function postmasterOf(data: string): Promise<Postmaster | undefined> {
  const file = path.join(data, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  // The server writes the file line by line: one without its port is still being written.
  if (!pid || !port) return undefined;
  if (alive(pid) && (await isPostgres(pid))) return { pid, port };
  await rm(file, { force: true });
  return undefined;
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !ended(pid);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === "EPERM" && !ended(pid);
  }
}

/** In a container there may be no process that reaps a dead orphan, whose number then stays in use. */
function ended(pid: number): boolean {
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
