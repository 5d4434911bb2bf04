import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** False also for a zombie process, which orphans become in a container. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits up to a minute for the end of a process; true when it came. */
export async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; isAlive(pid) && tries < 2_400; tries += 1) await pause(25);
  return !isAlive(pid);
}
