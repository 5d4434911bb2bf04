import pg from "pg";
import { config } from "../kernel/config";
import { log } from "../kernel/log";
import { CONNECTIONS_OF_A_WORKER } from "../kernel/replicas";

/**
 * Warns of a replica that admits fewer connections than all workers together may open: what it refuses the primary has to
 * answer. One that is away now is passed over, for nobody needs it to start.
 */
export async function warnOfNarrowReplicas(workers: number): Promise<void> {
  const needed = workers * CONNECTIONS_OF_A_WORKER;
  for (const url of new Set(config().DATABASE_READ_URLS)) {
    const room = await roomAt(url).catch(() => undefined);
    if (room === undefined || room >= needed) continue;
    const replica = new URL(url).host;
    log().warn({ replica, room, needed }, "A replica admits fewer connections than all workers may open.");
  }
}

async function roomAt(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ room: number }>(`
      SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections', true)::int AS room`);
    return rows[0]?.room;
  } finally {
    void client.end().catch(() => undefined);
  }
}
