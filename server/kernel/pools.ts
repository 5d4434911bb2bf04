import { database } from "./database";

export type PoolNow = { pool: string; used: number; waiting: number };

/** As the ORM keeps it: one pool for each kind of statement. */
type Pool = { using: number; waiting: number };

/** How the connections that screens and calls share are used in this process. */
export function poolsNow(): PoolNow[] {
  const { pool } = database().connectionManager as unknown as { pool: Record<"read" | "write", Pool> };
  return (["read", "write"] as const).map((name) => {
    const { using, waiting } = pool[name];
    return { pool: name, used: using, waiting };
  });
}
