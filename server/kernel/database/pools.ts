import { database } from "./transactions";

export type PoolUsage = { pool: string; used: number; waiting: number };

/** A pool of the ORM, which has one for reads and one for writes. */
type Pool = { using: number; waiting: number };

/** Connections in use and waiting requests of the pools for screens and calls in this process. */
export function poolUsage(): PoolUsage[] {
  const { pool } = database().connectionManager as unknown as { pool: Record<"read" | "write", Pool> };
  return (["read", "write"] as const).map((name) => {
    const { using, waiting } = pool[name];
    return { pool: name, used: using, waiting };
  });
}
