import { config } from "../kernel/process/config";
import { EACH_PROCESS_ON_REPLICA, withOwnConnection } from "../kernel/database/connections";

// SQL by hand: reads settings of a replica.

export type Narrow = { replica: string; room: number; needed: number };

/**
 * The replicas that accept fewer connections than all workers together may open; the primary has to answer what they
 * refuse. A replica that is unreachable now is skipped because no start depends on it.
 */
export async function narrowReplicas(workers: number): Promise<Narrow[]> {
  const needed = workers * EACH_PROCESS_ON_REPLICA;
  const asked = [...new Set(config().DATABASE_READ_URLS)].map(async (url): Promise<Narrow[]> => {
    const room = await roomAt(url).catch(() => undefined);
    return room === undefined || room >= needed ? [] : [{ replica: new URL(url).host, room, needed }];
  });
  return (await Promise.all(asked)).flat();
}

const roomAt = (url: string): Promise<number | undefined> =>
  withOwnConnection(
    "capacity",
    async (client) => {
      const { rows } = await client.query<{ room: number }>(`
        SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) AS room`);
      return rows[0]?.room;
    },
    { url },
  );
