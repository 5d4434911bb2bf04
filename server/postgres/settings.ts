import { statfs } from "node:fs/promises";
import os from "node:os";

export type ServerSettings = Record<string, string | number>;

const MEGABYTE = 1024 * 1024;

/**
 * Settings of the packaged server for this machine. The sizes come from measurements of reports over tens of millions
 * of clicks.
 */
export async function serverSettings(overrides: ServerSettings = {}): Promise<ServerSettings> {
  const buffers = Math.max(128, Math.min(1024, Math.floor(os.totalmem() / MEGABYTE / 4)));
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: `${buffers}MB`,
    work_mem: "32MB",
    jit: "off",
    random_page_cost: 1.1,
    max_wal_size: "4GB",
    wal_compression: "on",
    checkpoint_timeout: "15min",
    synchronous_commit: "on",
    ...((await sharedMemory()) < 512 ? { dynamic_shared_memory_type: "mmap" } : {}),
    timezone: "UTC",
    log_timezone: "UTC",
    ...overrides,
  };
}

export const asArguments = (settings: ServerSettings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Free megabytes for shared segments. Containers often have only 64, and a parallel query then fails halfway. */
async function sharedMemory(): Promise<number> {
  const stats = await statfs("/dev/shm").catch(() => undefined);
  return stats ? (stats.bavail * stats.bsize) / MEGABYTE : Infinity;
}

/** The server inherits no environment: a locale or a PG variable of the starter would change its behavior. */
export const ENVIRONMENT = { LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;
